import { useState } from 'react';
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form';

import type { User } from '../../lib/device/session.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type SecretChange, useSecretChange } from './use-secret-change.ts';

export type PasswordEntry = {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirm: string;
};

const fieldNames = ['oldPassword', 'newPassword', 'confirm'] as const;
const malformedTexts = {
  oldPassword: 'password.oldRequired',
  newPassword: 'login.newPasswordError',
  confirm: 'login.confirmError',
} as const;

export type PasswordForm = SecretChange<PasswordEntry> & {
  readonly register: UseFormRegister<PasswordEntry>;
  /** As it is typed, for its rules. */
  readonly newPassword: string;
  readonly errors: Partial<Record<keyof PasswordEntry, { readonly message?: string | undefined }>>;
  readonly problem: string | undefined;
  readonly isSubmitting: boolean;
  readonly submit: () => Promise<void>;
};

/** The form that changes the login password. */
export function usePassword(user: User): PasswordForm {
  const t = useText();
  const intent = useIntent('user/password/set');
  const [problem, setProblem] = useState<string>();
  const { control, register, setError, handleSubmit, formState } = useForm<PasswordEntry>({
    defaultValues: { oldPassword: '', newPassword: '', confirm: '' },
  });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const change = useSecretChange<PasswordEntry, 'user/password/set'>({
    user,
    kind: 'user/password/set',
    send: async (fields, verify) =>
      await intent.send(verify === undefined ? fields : { ...fields, verify }, {
        showErrors: true,
        disableLoading: true,
        onFail: () => undefined,
      }),
    onNo(failure) {
      const no = problemOf(failure, { fields: fieldNames, malformed: (field) => t(malformedTexts[field]) });
      if (no?.field === undefined) setProblem(no?.text);
      else setError(no.field, { message: no.text }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit(async (fields) => {
    setProblem(undefined);
    await change.approval.submit(fields);
  });
  const { errors, isSubmitting } = formState;
  return { ...change, register, newPassword, errors, problem, isSubmitting, submit };
}
