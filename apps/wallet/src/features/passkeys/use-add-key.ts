import type { Contract } from '@marigold/contract/contract';
import type { WireFields } from '@marigold/contract/endpoint';
import { useState } from 'react';
import { type UseFormRegister, useForm } from 'react-hook-form';

import { makePasskey } from '../../domain/verification/passkey.ts';
import { type Approval, useApproval } from '../../domain/verification/use-verification.ts';
import { session, type User } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { call } from '../../lib/http/call.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { queryClient } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { keyNameOf } from './key-name.ts';

type Entry = { readonly name: string; readonly loginPassword: string };
/** With the key that the person's device made for it. */
type Order = Omit<WireFields<Contract['user/passkey/add']>, 'verify'>;
type MadeFor = Pick<Order, 'ticket' | 'passkey'>;

export type AddKeyForm = {
  readonly approval: Approval<Order>;
  readonly register: UseFormRegister<Entry>;
  readonly errors: Partial<Record<keyof Entry, { readonly message?: string | undefined }>>;
  readonly problem: string | undefined;
  readonly isSubmitting: boolean;
  readonly submit: () => Promise<void>;
};

/** The form that adds a key. A key that was made stays for another try, so that a wrong password costs no second touch. */
export function useAddKey(user: User, onDone: () => void): AddKeyForm {
  const t = useText();
  const intent = useIntent('user/passkey/add');
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<MadeFor>();
  const { register, setError, handleSubmit, formState } = useForm<Entry>({
    defaultValues: { name: keyNameOf(navigator.userAgent), loginPassword: '' },
  });
  const approval = useApproval<Order, 'user/passkey/add'>({
    request: () => ({ kind: 'user/passkey/add' }),
    send: async (order, verify) =>
      await intent.send(verify === undefined ? order : { ...order, verify }, {
        showErrors: true,
        disableLoading: true,
        onFail: () => undefined,
      }),
    onResult(result) {
      if (result.ok || wasApplied(result)) {
        if (result.ok)
          session.setUser({ ...user, passkeys: user.passkeys + 1, freezes: result.data.freezes });
        showToast({ text: t('passkeys.added') });
        void queryClient.invalidateQueries({ queryKey: ['user/passkey/list'] });
        return onDone();
      }
      if (result.kind === 'refusal' && result.refusal !== 'password_incorrect') setMade(undefined);
      const no = problemOf(result, {
        fields: ['name', 'loginPassword'],
        malformed: (field) => t(field === 'name' ? 'passkeys.nameRequired' : 'login.passwordRequired'),
      });
      if (no?.field === undefined) setProblem(no?.text);
      else setError(no.field, { message: no.text }, { shouldFocus: true });
    },
  });

  async function make(): Promise<MadeFor | undefined> {
    const begun = await call('user/passkey/add/begin', {}, { showErrors: true, disableLoading: true });
    if (!begun.ok) return undefined;
    const passkey = await makePasskey(begun.data.options);
    if (passkey !== undefined && passkey !== 'known') return { ticket: begun.data.ticket, passkey };
    setProblem(t(passkey === 'known' ? 'passkeys.known' : 'passkeys.cancelled'));
    return undefined;
  }

  const submit = handleSubmit(async (entry) => {
    setProblem(undefined);
    const key = made ?? (await make());
    if (key === undefined) return;
    setMade(key);
    await approval.submit({ ...key, ...entry });
  });
  const { errors, isSubmitting } = formState;
  return { approval, register, errors, problem, isSubmitting, submit };
}
