import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import type { User } from '../../lib/device/session.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';
import {
  malformedText,
  type PaymentPasswordFields,
  type PaymentPasswordEntry,
} from './use-payment-password.ts';
import { type SecretChange, useSecretChange } from './use-secret-change.ts';

const fieldNames = ['loginPassword', 'newPassword', 'confirm'] as const;

/** The form that resets a forgotten payment password: the fields of the other form without the old digits. */
export function useResetPaymentPassword(
  user: User,
): PaymentPasswordEntry & SecretChange<PaymentPasswordFields> {
  const t = useText();
  const intent = useIntent('user/paypwd/reset');
  const [problem, setProblem] = useState<string>();
  const { control, register, setError, setFocus, handleSubmit, formState } = useForm<PaymentPasswordFields>({
    defaultValues: { loginPassword: '', oldPassword: '', newPassword: '', confirm: '' },
  });
  // Every field has a default, so the watched values are whole.
  const values = useWatch({ control }) as PaymentPasswordFields;
  const change = useSecretChange<PaymentPasswordFields, 'user/paypwd/reset'>({
    user,
    kind: 'user/paypwd/reset',
    send: async ({ loginPassword, newPassword, confirm }, verify) =>
      await intent.send(
        { loginPassword, newPassword, confirm, ...(verify === undefined ? {} : { verify }) },
        { showErrors: true, disableLoading: true, onFail: () => undefined },
      ),
    onNo(failure) {
      const no = problemOf(failure, { fields: fieldNames, malformed: (field) => malformedText(t, field) });
      if (no?.field === undefined) return setProblem(no?.text);
      const { field } = no;
      setError(field, { message: no.text });
      // The sheet gives the focus back first.
      setTimeout(() => setFocus(field));
    },
  });
  const submit = handleSubmit(async (fields) => {
    setProblem(undefined);
    await change.approval.submit(fields);
  });
  const { errors, isSubmitting } = formState;
  return { ...change, control, register, values, errors, problem, isSubmitting, submit };
}
