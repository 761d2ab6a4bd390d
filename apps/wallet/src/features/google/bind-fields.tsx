import { useNewPassword } from '../../domain/account/new-password.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Note } from '../../ui/base/note.tsx';
import { Field } from '../../ui/field/field.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { type Bind, isNoCode } from './use-bind.ts';

export function BindFields({ id, form }: { readonly id: string; readonly form: Bind }) {
  const t = useText();
  const { register, errors } = form;
  const { words } = useNewPassword('');
  return (
    <form
      id={id}
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Field
        label={t('google.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        isNumeric
        error={errors.code?.message}
        {...register('code', { validate: (typed) => !isNoCode(typed) || t('google.codeRequired') })}
      />
      <PasswordField
        label={t('paypwd.loginPassword')}
        autoComplete="current-password"
        showLabel={words.show}
        hideLabel={words.hide}
        error={errors.loginPassword?.message}
        {...register('loginPassword', {
          validate: (typed) => typed !== '' || t('paypwd.loginPasswordRequired'),
        })}
      />
      {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
    </form>
  );
}
