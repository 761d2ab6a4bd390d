import type { Passkey } from '@marigold/contract/calls/passkey';
import { useState } from 'react';
import { type UseFormRegister, useForm } from 'react-hook-form';

import { type Approval, useApproval } from '../../domain/verification/use-verification.ts';
import { session, type User } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { queryClient } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';

type Entry = { readonly loginPassword: string };

export type RemoveKeyForm = {
  readonly approval: Approval<Entry>;
  readonly register: UseFormRegister<Entry>;
  readonly errors: { readonly loginPassword?: { readonly message?: string | undefined } };
  readonly problem: string | undefined;
  readonly isSubmitting: boolean;
  readonly submit: () => Promise<void>;
};

/** The form that removes a key: the login password, and what is as strong as the key. */
export function useRemoveKey(user: User, { id, state }: Passkey, onDone: () => void): RemoveKeyForm {
  const t = useText();
  const intent = useIntent('user/passkey/remove');
  const [problem, setProblem] = useState<string>();
  const { register, setError, handleSubmit, formState } = useForm<Entry>({
    defaultValues: { loginPassword: '' },
  });
  const approval = useApproval<Entry, 'user/passkey/remove'>({
    request: () => ({ kind: 'user/passkey/remove', subject: { id } }),
    send: async ({ loginPassword }, verify) =>
      await intent.send(verify === undefined ? { id, loginPassword } : { id, loginPassword, verify }, {
        showErrors: true,
        disableLoading: true,
        onFail: () => undefined,
      }),
    onResult(result) {
      if (result.ok || wasApplied(result)) {
        const passkeys = user.passkeys - (state === 'active' ? 1 : 0);
        if (result.ok) session.setUser({ ...user, passkeys, freezes: result.data.freezes });
        showToast({ text: t('passkeys.removed') });
        void queryClient.invalidateQueries({ queryKey: ['user/passkey/list'] });
        return onDone();
      }
      const no = problemOf(result, {
        fields: ['loginPassword'],
        malformed: () => t('login.passwordRequired'),
      });
      if (no?.field === undefined) setProblem(no?.text);
      else setError(no.field, { message: no.text }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit(async (entry) => {
    setProblem(undefined);
    await approval.submit(entry);
  });
  const { errors, isSubmitting } = formState;
  return { approval, register, errors, problem, isSubmitting, submit };
}
