import { useEffect } from 'react';

import { useSession } from '../../lib/device/session.ts';
import { go } from '../../lib/route/navigation.ts';
import { isOwnAddress, type LoginSearch, paths } from '../../lib/route/paths.ts';
import { Split480 } from '../../ui/page/page.tsx';
import { LoginArt } from './login-art.tsx';
import { LoginFace } from './login-face.tsx';
import { registerDraft } from './register-draft.ts';
import { RegisterFace } from './register-face.tsx';

/** Log in, or with `type=register` create an account. Whoever is logged in goes on to `back` or home. */
export function LoginPage({ type, invitecode, back }: LoginSearch) {
  const { hasLogin } = useSession();
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
      {type === 'register' ? <RegisterFace search={params} /> : <LoginFace search={params} />}
    </Split480>
  );
}
