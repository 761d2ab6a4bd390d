import { useEffect } from 'react';

import { useSession } from '../../lib/device/session.ts';
import { useStore } from '../../lib/device/store.ts';
import { go } from '../../lib/route/navigation.ts';
import { isOwnAddress, type LoginSearch, paths } from '../../lib/route/paths.ts';
import { Split480 } from '../../ui/page/page.tsx';
import { LoginArt } from './login-art.tsx';
import { LoginCode } from './login-code.tsx';
import { LoginFace } from './login-face.tsx';
import { pendingLogin } from './pending-login.ts';
import { registerDraft } from './register-draft.ts';
import { RegisterFace } from './register-face.tsx';

/** Log in, with a code on a new device, or with `type=register` create an account; then on to `back` or home. */
export function LoginPage({ type, invitecode, back }: LoginSearch) {
  const { hasLogin } = useSession();
  const pending = useStore(pendingLogin);
  useEffect(() => {
    if (!hasLogin) return;
    registerDraft.forget();
    go(back !== undefined && isOwnAddress(back) ? back : paths.home(), { isReplacing: true });
  }, [hasLogin, back]);
  // The way on keeps what the address said.
  const params = {
    ...(invitecode === undefined ? {} : { invitecode }),
    ...(back === undefined ? {} : { back }),
  };
  return (
    <Split480 art={<LoginArt />}>
      {pending !== undefined ? (
        <LoginCode pending={pending} />
      ) : type === 'register' ? (
        <RegisterFace search={params} />
      ) : (
        <LoginFace search={params} />
      )}
    </Split480>
  );
}
