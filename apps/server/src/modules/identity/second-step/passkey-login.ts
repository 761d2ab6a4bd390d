/** A log-in by a passkey alone: the key is what the person has, and the touch that unlocks it is theirs too. */
import { randomBytes } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';

import type { Handlers } from '../../../platform/http/call.ts';
import { deviceOf, trustDevice } from '../../../platform/http/trusted-device.ts';
import { newToken, tokenHash } from '../../../platform/process/ids.ts';
import type { RelyingParty } from '../../factor/passkey/relying-party.ts';
import { requestOptions } from '../../factor/passkey/request.ts';
import { insertPasskeyTicket, takePasskeyTicket, takePasskeyUse } from '../../factor/passkey/store.ts';
import { findPasskeyTicket } from '../../factor/passkey/views.ts';
import { refuseFrozenLogin } from '../login-freeze.ts';
import { loginTicketLifeMs } from '../rules.ts';
import type { SignIn } from '../sign-in.ts';
import { checkPasskey } from './passkey.ts';
import { lockAgainstChange } from './store.ts';

type Dependencies = { readonly signIn: SignIn; readonly relyingParty: () => RelyingParty };

export function createPasskeyLogin({
  signIn,
  relyingParty,
}: Dependencies): Pick<Handlers, 'user/passkey/begin' | 'user/passkey/login'> {
  return {
    async 'user/passkey/begin'(_input, { db, now }) {
      const ticket = newToken();
      const challenge = randomBytes(32);
      const expires = now + loginTicketLifeMs;
      await insertPasskeyTicket(db, { hash: tokenHash(ticket), userId: null, challenge, expires });
      return { ticket, options: requestOptions(relyingParty(), challenge), expires };
    },
    async 'user/passkey/login'({ ticket, passkey: answer, remember = false }, call) {
      const { db, deviceName: name, now } = call;
      const hash = tokenHash(ticket);
      const challenge = await findPasskeyTicket(db, { hash, userId: null, now });
      if (challenge === undefined) return new Refusal('ticket_expired');
      const shown = await checkPasskey(call, relyingParty(), { challenge, answer });
      if (shown instanceof Refusal) return shown;
      const { counter, isBackedUp, key } = shown;
      const { id, userId } = key;
      const device = deviceOf(call);
      return await db.transaction().execute(async (tx) => {
        await lockAgainstChange(tx, userId);
        const frozen = await refuseFrozenLogin(tx, call, userId);
        if (frozen !== undefined) return frozen;
        if (!(await takePasskeyTicket(tx, hash))) return new Refusal('ticket_expired');
        if (!(await takePasskeyUse(tx, { id, counter, isBackedUp, now })))
          return new Refusal('passkey_doubtful');
        await trustDevice(tx, { userId, device, name, now });
        return await signIn(tx, call, { userId, device, remember });
      });
    },
  };
}
