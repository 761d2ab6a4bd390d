import { useId } from 'react';

import { type User, useSession } from '../../lib/device/session.ts';
import { goBack } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { PasswordFields } from './password-fields.tsx';
import { SecretDone } from './secret-done.tsx';
import { SecretScreen } from './secret-screen.tsx';
import { usePassword } from './use-password.ts';

/** Changes the login password: the old one, the new one twice, and a code. */
export function PasswordPage() {
  const { user } = useSession();
  return user === undefined ? null : <ChangePassword user={user} />;
}

function ChangePassword({ user }: { readonly user: User }) {
  const t = useText();
  const id = useId();
  const form = usePassword(user);
  const leave = () => goBack(paths.setting());
  const { freezeUntil } = form;
  if (freezeUntil !== undefined)
    return <SecretDone what="password" freezeUntil={freezeUntil} onLeave={leave} />;
  return (
    <SecretScreen
      id={id}
      form={form}
      onLeave={leave}
      title={t('password.title')}
      intro={t('password.intro')}
      brings="passwordChanged"
      submit={t('password.submit')}
      code={{ title: t('password.codeTitle'), text: t('password.codeText') }}
    >
      <PasswordFields id={id} form={form} />
    </SecretScreen>
  );
}
