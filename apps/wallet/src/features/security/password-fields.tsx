import { checkConfirm, checkNewPassword, useNewPassword } from '../../domain/account/new-password.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Note } from '../../ui/base/note.tsx';
import { NewPasswordFields } from '../../ui/field/new-password-fields.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
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
