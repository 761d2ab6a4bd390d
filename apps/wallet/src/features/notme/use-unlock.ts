import { freezes } from '@marigold/guard/freezes';
import { useState } from 'react';
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form';

import { type Approval, useApproval } from '../../domain/verification/use-verification.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { session, type User } from '../../lib/device/session.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { useText } from '../../lib/text/i18n.ts';

export type UnlockEntry = {
  readonly loginPassword: string;
  readonly newPassword: string;
  readonly confirm: string;
};

const fieldNames = ['loginPassword', 'newPassword', 'confirm'] as const;
const malformedTexts = {
  loginPassword: 'password.oldRequired',
  newPassword: 'login.newPasswordError',
  confirm: 'login.confirmError',
} as const;

export type Unlock = {
  /** The server wants another password as well: nothing strong is older than the lock. */
  readonly needsPassword: boolean;
  readonly approval: Approval<UnlockEntry>;
  readonly register: UseFormRegister<UnlockEntry>;
  /** As it is typed, for its rules. */
  readonly newPassword: string;
  readonly errors: Partial<Record<keyof UnlockEntry, { readonly message?: string | undefined }>>;
  readonly problem: string | undefined;
  readonly isSubmitting: boolean;
  readonly submit: () => Promise<void>;
};

/** The form that lifts a lock of one's own: the old password, another one where the server asks for it, a code. */
export function useUnlock(user: User, onDone: (freeAt: number) => void): Unlock {
  const t = useText();
  const intent = useIntent('user/freeze/lift');
  const [problem, setProblem] = useState<string>();
  const [needsPassword, setNeedsPassword] = useState(false);
  const { control, register, setError, handleSubmit, formState } = useForm<UnlockEntry>({
    defaultValues: { loginPassword: '', newPassword: '', confirm: '' },
  });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const approval = useApproval<UnlockEntry, 'user/freeze/lift'>({
    request: () => ({ kind: 'user/freeze/lift' }),
    send: async ({ loginPassword, newPassword: password, confirm }, verify) => {
      const another = password === '' ? {} : { newPassword: password, confirm };
      const proof = verify === undefined ? {} : { verify };
      return await intent.send(
        { loginPassword, ...another, ...proof },
        {
          showErrors: true,
          disableLoading: true,
          onFail: () => undefined,
        },
      );
    },
    onResult(result) {
      if (result.ok) {
        const isPasswordCommon = user.isPasswordCommon && newPassword === '';
        session.setUser({ ...user, isPasswordCommon, freezes: result.data.freezes });
        return onDone(freeAt(result.data.freezes));
      }
      if (result.kind === 'refusal' && result.refusal === 'new_password_needed')
        return setNeedsPassword(true);
      if (wasApplied(result)) return onDone(serverClock.now() + freezes.lifted.spans.payout);
      const no = problemOf(result, { fields: fieldNames, malformed: (field) => t(malformedTexts[field]) });
      if (no?.field === undefined) setProblem(no?.text);
      else setError(no.field, { message: no.text }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit(async (fields) => {
    setProblem(undefined);
    await approval.submit(fields);
  });
  const { errors, isSubmitting } = formState;
  return { needsPassword, approval, register, newPassword, errors, problem, isSubmitting, submit };
}

/** When the last of what has an end is free; 0 where nothing waits. */
function freeAt(after: User['freezes']): number {
  return Math.max(0, ...after.map(({ until }) => until ?? 0));
}
