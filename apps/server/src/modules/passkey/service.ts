import type { Handlers } from '../../platform/http/call.ts';
import { createCheckLoginPassword } from '../identity/login.ts';
import { createPasswords } from '../identity/passwords.ts';
import type { CheckVerification } from '../spending/port.ts';
import { createAddPasskey } from './add.ts';
import { createRemove, listOwn, rename } from './own.ts';

export type PasskeyDependencies = {
  /** Peppers passwords. */
  readonly secretKey: string;
  readonly checkVerification: CheckVerification;
  /** The address of this program, whose host the keys are good for. */
  readonly publicAddress: () => string;
};

export function createPasskeys({
  secretKey,
  checkVerification,
  publicAddress,
}: PasskeyDependencies): Pick<
  Handlers,
  | 'user/passkey/list'
  | 'user/passkey/add/begin'
  | 'user/passkey/add'
  | 'user/passkey/rename'
  | 'user/passkey/remove'
> {
  const checkLoginPassword = createCheckLoginPassword(createPasswords(secretKey));
  return {
    'user/passkey/list': listOwn,
    ...createAddPasskey({ checkLoginPassword, checkVerification, publicAddress }),
    'user/passkey/rename': rename,
    'user/passkey/remove': createRemove({ checkLoginPassword, checkVerification }),
  };
}
