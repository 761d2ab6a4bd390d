import { isPaymentPassword, isWeakPaymentPassword } from '@marigold/contract/rules/credentials';
import { useState } from 'react';
import { type Control, type UseFormRegister, useForm, useWatch } from 'react-hook-form';

import { session, type User } from '../../lib/device/session.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';

export type PaymentPasswordFields = {
  readonly loginPassword: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirm: string;
};
export type PinName = 'oldPassword' | 'newPassword' | 'confirm';

const fieldNames = ['loginPassword', 'oldPassword', 'newPassword', 'confirm'] as const;

/** Where refusals without a field of their own are said. */
const byRefusal = {
  account_locked: 'loginPassword',
  account_disabled: 'loginPassword',
  payment_password_locked: 'oldPassword',
  payment_password_disabled: 'oldPassword',
} as const satisfies Record<string, keyof PaymentPasswordFields>;

export type PaymentPasswordEntry = {
  readonly control: Control<PaymentPasswordFields>;
  readonly register: UseFormRegister<PaymentPasswordFields>;
  readonly values: PaymentPasswordFields;
  readonly errors: Partial<Record<keyof PaymentPasswordFields, { readonly message?: string | undefined }>>;
  readonly problem: string | undefined;
  readonly isSubmitting: boolean;
  readonly submit: () => Promise<void>;
};

/** The form that sets a payment password, or changes it when there is one. `onDone` is called when it holds. */
export function usePaymentPassword(user: User, onDone: () => void): PaymentPasswordEntry {
  const t = useText();
  const intent = useIntent('user/paypwd/set');
  const [problem, setProblem] = useState<string>();
  const { control, register, setValue, setError, setFocus, handleSubmit, formState } =
    useForm<PaymentPasswordFields>({
      defaultValues: { loginPassword: '', oldPassword: '', newPassword: '', confirm: '' },
    });
  // Every field has a default, so the watched values are whole.
  const values = useWatch({ control }) as PaymentPasswordFields;

  function say(field: keyof PaymentPasswordFields | undefined, text: string): void {
    if (field === undefined) return setProblem(text);
    // Nobody can see which of six dots was wrong, so a refused old one is typed afresh.
    if (field === 'oldPassword') setValue('oldPassword', '');
    setError(field, { message: text });
    // A field that this very answer brings onto the screen can take the focus only after it is drawn.
    setTimeout(() => setFocus(field));
  }

  async function save(fields: PaymentPasswordFields): Promise<void> {
    setProblem(undefined);
    const { oldPassword, ...others } = fields;
    const input = user.hasPayPassword ? { ...others, oldPassword } : others;
    const result = await intent.send(input, {
      showErrors: true,
      disableLoading: true,
      onFail: () => undefined,
    });
    if (wasApplied(result)) {
      session.setUser({ ...user, hasPayPassword: true });
      return onDone();
    }
    // Set on another device meanwhile: from here on this is a change.
    if (result.kind === 'refusal' && result.refusal === 'payment_password_needed') {
      session.setUser({ ...user, hasPayPassword: true });
    }
    const no = problemOf(result, {
      fields: fieldNames,
      byRefusal,
      malformed: (field) => malformedText(t, field),
    });
    if (no !== undefined) say(no.field, no.text);
  }

  return {
    control,
    register,
    values,
    errors: formState.errors,
    isSubmitting: formState.isSubmitting,
    problem,
    submit: handleSubmit(save),
  };
}

/** The form's own words for a value that the contract did not understand. */
export function malformedText(t: Say, field: keyof PaymentPasswordFields): string {
  return t(field === 'loginPassword' ? 'paypwd.loginPasswordRequired' : 'paypwd.digitsError');
}

/** The rule for a new payment password as the list ticks it while one types. */
export function checkNewPaymentPassword({ newPassword, confirm }: PaymentPasswordFields) {
  const hasSixDigits = isPaymentPassword(newPassword);
  return {
    digits: hasSixDigits,
    strong: hasSixDigits && !isWeakPaymentPassword(newPassword),
    same: hasSixDigits && newPassword === confirm,
  };
}

/** What is wrong with one PIN of the form before it is sent; true when nothing is. */
export function checkPin(t: Say, name: PinName, fields: PaymentPasswordFields): true | string {
  const digits = fields[name];
  if (name === 'confirm') return (digits !== '' && digits === fields.newPassword) || t('paypwd.confirmError');
  if (!isPaymentPassword(digits)) return t('paypwd.digitsError');
  if (name === 'newPassword' && isWeakPaymentPassword(digits)) return t('paypwd.rule.strong');
  return true;
}
