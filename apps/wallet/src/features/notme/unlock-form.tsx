import { hoursIn } from '@marigold/contract/durations';
import { freezes } from '@marigold/guard/freezes';
import { useId } from 'react';

import { checkConfirm, checkNewPassword, useNewPassword } from '../../domain/account/new-password.ts';
import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import type { User } from '../../lib/device/session.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenCodeSheet } from '../../screen/screen-code-sheet.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { NewPasswordFields } from '../../ui/field/new-password-fields.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { NotMeFrame } from './not-me-frame.tsx';
import { type Unlock, useUnlock } from './use-unlock.ts';

type UnlockProps = {
  readonly user: User;
  /** With the moment from which on the rest is free, epoch ms. */
  readonly onDone: (freeAt: number) => void;
};

/** The way out of a lock of one's own: the login password, another one where nothing strong is older, and a code. */
export function UnlockForm({ user, onDone }: UnlockProps) {
  const t = useText();
  const id = useId();
  const form = useUnlock(user, onDone);
  const words = useCodeWords();
  const { isOnline } = useOnline();
  return (
    <NotMeFrame
      title={t('notme.liftTitle')}
      text={
        form.needsPassword
          ? t('notme.liftText', { hours: hoursIn(freezes.lifted.spans.payout) })
          : t('notme.liftStart')
      }
      foot={
        <Button
          kind="primary"
          type="submit"
          form={id}
          isBusy={form.isSubmitting}
          busyLabel={t(form.needsPassword ? 'password.busy' : 'notme.liftNext')}
          disabledReason={isOnline ? undefined : words.offline}
        >
          {t(form.needsPassword ? 'notme.liftSubmit' : 'notme.liftNext')}
        </Button>
      }
    >
      <Fields id={id} form={form} />
      <ScreenCodeSheet
        title={t('notme.liftCodeTitle')}
        text={t('notme.liftCodeText')}
        approval={form.approval}
      />
    </NotMeFrame>
  );
}

function Fields({ id, form }: { readonly id: string; readonly form: Unlock }) {
  const t = useText();
  const { register, errors } = form;
  const { words } = useNewPassword('');
  return (
    <form
      id={id}
      className="mt-5 grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <PasswordField
        label={t('password.old')}
        autoComplete="current-password"
        showLabel={words.show}
        hideLabel={words.hide}
        error={errors.loginPassword?.message}
        {...register('loginPassword', { validate: (typed) => typed !== '' || t('password.oldRequired') })}
      />
      {form.needsPassword ? <AnotherPassword form={form} /> : null}
      {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
    </form>
  );
}

function AnotherPassword({ form }: { readonly form: Unlock }) {
  const t = useText();
  const { register, errors } = form;
  const { words, rules } = useNewPassword(form.newPassword);
  return (
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
  );
}
