import type { Handlers } from '../../platform/http/call.ts';
import { createRelyingParty, type PasskeySites } from '../factor/passkey/relying-party.ts';
import { createCheckLoginPassword } from '../identity/login.ts';
import { createPasswords } from '../identity/passwords.ts';
import type { CheckVerification } from '../spending/port.ts';
import { createAddPasskey } from './add.ts';
import { createRemove, listOwn, rename } from './own.ts';

export type PasskeyDependencies = PasskeySites & {
  /** Peppers passwords. */
  readonly secretKey: string;
  readonly checkVerification: CheckVerification;
};

export function createPasskeys({
  secretKey,
  checkVerification,
  ...sites
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
    ...createAddPasskey({ checkLoginPassword, checkVerification, relyingParty: createRelyingParty(sites) }),
    'user/passkey/rename': rename,
    'user/passkey/remove': createRemove({ checkLoginPassword, checkVerification }),
  };
}
