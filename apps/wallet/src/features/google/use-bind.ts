import { useState } from 'react';
import { type UseFormRegister, useForm } from 'react-hook-form';

import { isCode, readCodeInput } from '../../domain/account/contact.ts';
import { withDrift } from '../../domain/verification/drift.ts';
import { type Approval, useApproval } from '../../domain/verification/use-verification.ts';
import { session, type User } from '../../lib/device/session.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { useText } from '../../lib/text/i18n.ts';

export type BindEntry = { readonly loginPassword: string; readonly code: string };

const fieldNames = ['loginPassword', 'code'] as const;
const malformedTexts = {
  loginPassword: 'paypwd.loginPasswordRequired',
  code: 'google.codeRequired',
} as const;

export type Bind = {
  readonly approval: Approval<BindEntry>;
  readonly register: UseFormRegister<BindEntry>;
  readonly errors: Partial<Record<keyof BindEntry, { readonly message?: string | undefined }>>;
  readonly problem: string | undefined;
  readonly isSubmitting: boolean;
  readonly submit: () => Promise<void>;
};

type BindOptions = {
  readonly user: User;
  /** With the recovery codes, which the server says once. */
  readonly onBound: (codes: readonly string[] | undefined) => void;
  /** The seed on the screen is no longer the one that is offered. */
  readonly onExpired: () => void;
};

/** The form that binds the offered seed: the login password, a code of the app, and a second verification. */
export function useBind({ user, onBound, onExpired }: BindOptions): Bind {
  const t = useText();
  const intent = useIntent('user/google/bind');
  const [problem, setProblem] = useState<string>();
  const { register, setError, setFocus, handleSubmit, formState } = useForm<BindEntry>({
    defaultValues: { loginPassword: '', code: '' },
  });
  const approval = useApproval<BindEntry, 'user/google/bind'>({
    request: () => ({ kind: 'user/google/bind' }),
    send: async ({ loginPassword, code }, verify) =>
      await intent.send(
        { loginPassword, code: readCodeInput(code), ...(verify === undefined ? {} : { verify }) },
        { showErrors: true, disableLoading: true, onFail: () => undefined },
      ),
    onResult(result) {
      if (result.ok || wasApplied(result)) {
        const freezes = result.ok ? result.data.freezes : user.freezes;
        const codes = result.ok ? result.data.codes : undefined;
        session.setUser({ ...user, freezes, hasGoogle: true, codesLeft: codes?.length ?? user.codesLeft });
        return onBound(codes);
      }
      if (result.kind === 'refusal' && result.refusal === 'offer_expired') return onExpired();
      const no = problemOf(result, { fields: fieldNames, malformed: (field) => t(malformedTexts[field]) });
      if (no === undefined || result.kind === 'network') return undefined;
      const { field } = no;
      if (field === undefined) return setProblem(no.text);
      setError(field, { message: result.kind === 'refusal' ? withDrift(t, result) : no.text });
      // The sheet gives the focus back first.
      setTimeout(() => setFocus(field));
    },
  });
  const submit = handleSubmit(async (fields) => {
    setProblem(undefined);
    await approval.submit(fields);
  });
  const { errors, isSubmitting } = formState;
  return { approval, register, errors, problem, isSubmitting, submit };
}

/** What is not yet a code of six digits. */
export function isNoCode(typed: string): boolean {
  return !isCode(typed);
}
