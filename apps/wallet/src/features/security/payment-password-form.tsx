import { useId, type ReactNode } from 'react';
import { Controller } from 'react-hook-form';

import { useText } from '../../lib/text/i18n.ts';
import { Note } from '../../ui/base/note.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { PinField } from '../../ui/field/pin-field.tsx';
import { RuleList } from '../../ui/field/rule-list.tsx';
import {
  checkNewPaymentPassword,
  checkPin,
  type PaymentPasswordEntry as Form,
  type PinName,
} from './use-payment-password.ts';

const rules = ['digits', 'strong', 'same'] as const;
const pinLabels = {
  oldPassword: 'paypwd.old',
  newPassword: 'paypwd.new',
  confirm: 'paypwd.confirm',
} as const;

type FormProps = {
  id: string;
  form: Form;
  hasOld: boolean;
  /** The ways out for those who forgot one of them. */
  loginEnd?: ReactNode;
  oldEnd?: ReactNode;
};

/** Who I am, the old digits when there are any, and the new ones twice. The button is in the page's foot. */
export function PaymentPasswordForm({ id, form, hasOld, loginEnd, oldEnd }: FormProps) {
  const t = useText();
  const rulesId = useId();
  const met = checkNewPaymentPassword(form.values);
  return (
    <form
      id={id}
      className="grid grid-cols-1 gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <PasswordField
        label={t('paypwd.loginPassword')}
        labelEnd={loginEnd}
        hint={t('paypwd.loginPasswordHint')}
        autoComplete="current-password"
        showLabel={t('shell.showPassword')}
        hideLabel={t('shell.hidePassword')}
        error={form.errors.loginPassword?.message}
        {...form.register('loginPassword', {
          validate: (typed) => typed !== '' || t('paypwd.loginPasswordRequired'),
        })}
      />
      {hasOld ? <Pin name="oldPassword" form={form} labelEnd={oldEnd} /> : null}
      <Pin name="newPassword" form={form} describedBy={rulesId} />
      <Pin name="confirm" form={form} />
      <div className="[&>ul]:grid-cols-1">
        <RuleList
          id={rulesId}
          rules={rules.map((rule) => ({ id: rule, label: t(`paypwd.rule.${rule}`), isMet: met[rule] }))}
          metLabel={t('login.rule.met')}
          unmetLabel={t('login.rule.open')}
        />
      </div>
      {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
    </form>
  );
}

type PinProps = { name: PinName; form: Form; describedBy?: string; labelEnd?: ReactNode };

function Pin({ name, form, describedBy, labelEnd }: PinProps) {
  const t = useText();
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{
        validate: (_digits, fields) => checkPin(t, name, fields),
        ...(name === 'newPassword' ? { deps: ['confirm'] } : {}),
      }}
      render={({ field: { value, ...field } }) => (
        <PinField
          {...field}
          label={t(pinLabels[name])}
          labelEnd={labelEnd}
          digits={value}
          describedBy={describedBy}
          error={form.errors[name]?.message}
          isDisabled={form.isSubmitting}
        />
      )}
    />
  );
}
