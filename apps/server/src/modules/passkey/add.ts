/**
 * A new passkey (security.md 2): the login password and a second verification by something older. It opens the door at
 * once; money it approves some hours later, and payouts wait as long, unless something as strong approved it.
 */
import { randomBytes } from 'node:crypto';

import type { addPasskey } from '@marigold/contract/calls/passkey';
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { passkeysMax } from '@marigold/contract/limits';
import { newFactorMs } from '@marigold/guard/factors';

import type { Handlers } from '../../platform/http/call.ts';
import { newRowId, newToken, tokenHash } from '../../platform/process/ids.ts';
import { judgeNewKey } from '../factor/passkey/judge.ts';
import type { RelyingParty } from '../factor/passkey/relying-party.ts';
import { creationOptions } from '../factor/passkey/request.ts';
import {
  insertPasskey,
  insertPasskeyTicket,
  lockPasskeys,
  takePasskeyHandle,
  takePasskeyTicket,
} from '../factor/passkey/store.ts';
import { findPasskeyTicket, readPasskeys } from '../factor/passkey/views.ts';
import type { CheckLoginPassword } from '../identity/login.ts';
import { loginTicketLifeMs } from '../identity/rules.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { voidLoginTickets } from '../identity/views.ts';
import { notify } from '../message/notify.ts';
import { getPerson } from '../person/views.ts';
import { checkApproval } from '../security/login-password.ts';
import { strengthOf, voidChallenges } from '../security/views.ts';
import { checkFreeze, freeze, listFreezes } from '../spending/freeze.ts';
import type { CheckVerification } from '../spending/port.ts';
import { passkeyOf } from './own.ts';

type Dependencies = {
  readonly checkLoginPassword: CheckLoginPassword;
  readonly checkVerification: CheckVerification;
  readonly relyingParty: () => RelyingParty;
};

type No = Refusal<RefusalOf<typeof addPasskey>>;

export function createAddPasskey({
  checkLoginPassword,
  checkVerification,
  relyingParty,
}: Dependencies): Pick<Handlers, 'user/passkey/add/begin' | 'user/passkey/add'> {
  return {
    async 'user/passkey/add/begin'(_input, call) {
      const { db, session, now } = call;
      const { userId } = session;
      const known = await readPasskeys(db, userId);
      const no = (await checkFreeze(call, 'credentials')) ?? refuseMore(known.length);
      if (no !== undefined) return no;
      const [ticket, challenge] = [newToken(), randomBytes(32)];
      const expires = now + loginTicketLifeMs;
      const handle = await takePasskeyHandle(db, userId, randomBytes(32));
      await insertPasskeyTicket(db, { hash: tokenHash(ticket), userId, challenge, expires });
      const { username: name } = await getPerson(db, userId);
      const options = creationOptions(relyingParty(), challenge, { handle, name, known });
      return { ticket, options, expires };
    },
    async 'user/passkey/add'({ ticket, passkey: made, name, loginPassword, verify }, call) {
      const { db, session, now } = call;
      const { userId } = session;
      await lockPasskeys(db, userId);
      const hash = tokenHash(ticket);
      const challenge = await findPasskeyTicket(db, { hash, userId, now });
      const key = challenge === undefined ? undefined : await judgeNewKey(relyingParty(), challenge, made);
      const no: No | undefined =
        (await checkFreeze(call, 'credentials')) ??
        (challenge === undefined ? new Refusal('ticket_expired') : undefined) ??
        refuseMore((await readPasskeys(db, userId)).length) ??
        (await checkLoginPassword(call, loginPassword)) ??
        (await checkFreeze(call, 'credentials', { isLocking: true })) ??
        (await checkApproval(checkVerification, call, 'user/passkey/add', verify));
      if (no !== undefined) return no;
      if (key === undefined) return new Refusal('passkey_wrong');
      const isStrong = (await strengthOf(call, verify)) === 'strong';
      const row = {
        ...key,
        id: newRowId(),
        userId,
        name: name.trim(),
        now,
        moneyFrom: isStrong ? now : now + newFactorMs,
      };
      if (!(await insertPasskey(db, row))) return new Refusal('passkey_known');
      if (!(await takePasskeyTicket(db, hash))) return new Refusal('ticket_expired');
      const until = isStrong ? now : await freeze(db, { userId, reason: 'passkeyAdded', now });
      await voidChallenges(db, userId);
      await voidLoginTickets(db, userId);
      await recordSecurityEvent(db, call, userId, 'passkeyAdded');
      const facts = { name: row.name, sending: isStrong ? 'open' : 'paused', until } as const;
      await notify(db, { userId, kind: 'passkeyAdded', facts, now });
      return {
        passkey: passkeyOf({ ...row, state: 'active', createdAt: now, lastUsedAt: null }),
        freezes: await listFreezes(db, userId, now),
      };
    },
  };
}

function refuseMore(count: number): Refusal<'passkeys_too_many'> | undefined {
  return count < passkeysMax ? undefined : new Refusal('passkeys_too_many');
}
