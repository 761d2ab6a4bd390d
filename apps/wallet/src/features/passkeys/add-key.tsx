import { hoursIn } from '@marigold/contract/durations';
import { nameMax } from '@marigold/contract/limits';
import { freezes } from '@marigold/guard/freezes';
import { useId } from 'react';

import { useOnline } from '../../lib/device/online.ts';
import type { User } from '../../lib/device/session.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenCodeSheet } from '../../screen/screen-code-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Field } from '../../ui/field/field.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { useAddKey } from './use-add-key.ts';

type AddKeyProps = { readonly user: User; readonly onLeave: () => void; readonly onDone: () => void };

/** Another key: its name, the login password, a touch, and an older proof. */
export function AddKey({ user, onLeave, onDone }: AddKeyProps) {
  const t = useText();
  const id = useId();
  const form = useAddKey(user, onDone);
  const { isOnline } = useOnline();
  const { errors, register } = form;
  return (
    <Screen
      width="480"
      back={onLeave}
      foot={
        <Button
          kind="primary"
          type="submit"
          form={id}
          icon="fingerprint"
          isBusy={form.isSubmitting}
          busyLabel={t('verify.checking')}
          disabledReason={isOnline ? undefined : t('verify.offline')}
        >
          {t('passkeys.add')}
        </Button>
      }
    >
      <p className="mt-2 mb-5 type-sm text-ink-2">{t('passkeys.addText')}</p>
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
          label={t('passkeys.name')}
          hint={t('passkeys.nameHint')}
          maxLength={nameMax}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name', { validate: (typed) => typed.trim() !== '' || t('passkeys.nameRequired') })}
        />
        <PasswordField
          label={t('passkeys.loginPassword')}
          autoComplete="current-password"
          showLabel={t('shell.showPassword')}
          hideLabel={t('shell.hidePassword')}
          error={errors.loginPassword?.message}
          {...register('loginPassword', {
            validate: (typed) => typed !== '' || t('login.passwordRequired'),
          })}
        />
        {form.problem === undefined ? (
          <Note tone="warn">
            {t('passkeys.pauses', { hours: hoursIn(freezes.passkeyAdded.spans.payout) })}
          </Note>
        ) : (
          <Note tone="bad">{form.problem}</Note>
        )}
      </form>
      <ScreenCodeSheet
        title={t('passkeys.approveTitle')}
        text={t('passkeys.approveAdd')}
        approval={form.approval}
      />
    </Screen>
  );
}
