import { freezes, hoursIn } from '@marigold/contract/durations';
import { useId } from 'react';

import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { type User, useSession } from '../../lib/device/session.ts';
import { goBack } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenCodeSheet } from '../../screen/screen-code-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { PasswordFields } from './password-fields.tsx';
import { SecretDone } from './secret-done.tsx';
import { usePassword } from './use-password.ts';

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
      <ScreenCodeSheet
        title={t('password.codeTitle')}
        text={t('password.codeText')}
        approval={form.approval}
      />
    </Screen>
  );
}
