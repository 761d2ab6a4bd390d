import { freezes, hoursIn } from '@marigold/contract/durations';
import { useId } from 'react';

import { useText } from '../../lib/i18n.ts';
import { PageLink } from '../../lib/link.tsx';
import { goBack } from '../../lib/navigation.ts';
import { checkConfirm, checkNewPassword, useNewPassword } from '../../lib/new-password.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { type User, useSession } from '../../lib/session.ts';
import { useCodeWords } from '../../lib/use-verification.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeSheet } from '../../ui/code-sheet.tsx';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SecretDone } from './secret-done.tsx';
import { type PasswordForm, usePassword } from './use-password.ts';

/** Changes the login password: the old one, the new one twice, and a code. */
export function PasswordPage() {
  const { user } = useSession();
  return user === undefined ? null : <ChangePassword user={user} />;
}

function ChangePassword({ user }: { readonly user: User }) {
  const t = useText();
  const id = useId();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const form = usePassword(user);
  const leave = () => goBack(paths.setting());
  const { freezeUntil } = form;
  if (freezeUntil !== undefined)
    return <SecretDone what="password" freezeUntil={freezeUntil} onLeave={leave} />;
  return (
    <Screen
      width="480"
      back={leave}
      foot={
        <Button
          kind="primary"
          type="submit"
          form={id}
          isBusy={form.isSubmitting}
          busyLabel={t('password.busy')}
          disabledReason={isOnline ? undefined : words.offline}
        >
          {t('password.submit')}
        </Button>
      }
    >
      <h2 className="mt-2 type-1">{t('password.title')}</h2>
      <p className="mt-1 mb-5 type-sm text-ink-2">
        {t('password.intro', { hours: hoursIn(freezes.passwordChanged.payout) })}
      </p>
      <PasswordFields id={id} form={form} />
      <CodeSheet
        title={t('password.codeTitle')}
        text={t('password.codeText')}
        closeLabel={t('shell.close')}
        words={words}
        isOnline={isOnline}
        approval={form.approval}
      />
    </Screen>
  );
}

function PasswordFields({ id, form }: { readonly id: string; readonly form: PasswordForm }) {
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
