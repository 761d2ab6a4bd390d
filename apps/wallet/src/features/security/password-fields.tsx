import { useText } from '../../lib/i18n.ts';
import { PageLink } from '../../lib/link.tsx';
import { checkConfirm, checkNewPassword, useNewPassword } from '../../lib/new-password.ts';
import { paths } from '../../lib/paths.ts';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { PasswordForm } from './use-password.ts';

export function PasswordFields({ id, form }: { readonly id: string; readonly form: PasswordForm }) {
  const t = useText();
  const { register, errors } = form;
  const { words, rules } = useNewPassword(form.newPassword);
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
      <PasswordField
        label={t('password.old')}
        labelEnd={<PageLink to={paths.forgetUsername()}>{t('password.forgot')}</PageLink>}
        autoComplete="current-password"
        showLabel={words.show}
        hideLabel={words.hide}
        error={errors.oldPassword?.message}
        {...register('oldPassword', { validate: (typed) => typed !== '' || t('password.oldRequired') })}
      />
      <NewPasswordFields
        words={{ ...words, password: t('password.new') }}
        rules={rules}
        password={{
          error: errors.newPassword?.message,
          ...register('newPassword', { validate: (typed) => checkNewPassword(t, typed), deps: ['confirm'] }),
        }}
        confirm={{
          error: errors.confirm?.message,
          ...register('confirm', {
            validate: (typed, { newPassword }) => checkConfirm(t, typed, newPassword),
          }),
        }}
      />
      {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
    </form>
  );
}
