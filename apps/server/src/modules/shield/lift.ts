/**
 * The owner's way out of a lock of their own, without a strong factor (security.md 6.5): the login password, another one
 * and a code; everything waits a day more. The code goes to a contact that is older than any lock, because contacts cannot
 * be changed yet. A mailbox alone does not get here: resetting the password with it freezes credentials for a week.
 */
import type { liftFreeze } from '@marigold/contract/calls/shield';
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Call, Handlers } from '../../platform/http/call.ts';
import { forgetTradingConfirmed, revokeSessions } from '../../platform/http/session.ts';
import { guessableNames, refuseNewPassword } from '../identity/login-password.ts';
import type { CheckLoginPassword } from '../identity/login.ts';
import type { Passwords } from '../identity/passwords.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { voidLoginTickets } from '../identity/views.ts';
import { notify } from '../message/notify.ts';
import { updatePasswordHash } from '../person/store.ts';
import { getPerson } from '../person/views.ts';
import { checkApproval } from '../security/login-password.ts';
import { lockLoginPassword } from '../security/store.ts';
import { voidChallenges } from '../security/views.ts';
import { checkFreeze, freeze, liftOwnLocks, listFreezes, listLocked } from '../spending/freeze.ts';
import type { CheckVerification } from '../spending/port.ts';

type Dependencies = {
  readonly passwords: Passwords;
  readonly checkLoginPassword: CheckLoginPassword;
  readonly checkVerification: CheckVerification;
};

type No = Refusal<RefusalOf<typeof liftFreeze>>;

export function createLift({
  passwords,
  checkLoginPassword,
  checkVerification,
}: Dependencies): Handlers['user/freeze/lift'] {
  return async ({ loginPassword, newPassword, confirm, verify }, call) => {
    const { db, session, now } = call;
    const { userId } = session;
    await lockLoginPassword(db, userId);
    const names = guessableNames(await getPerson(db, userId));
    const no: No | undefined =
      (await checkFreeze(call, 'credentials')) ??
      (await isUnlocked(call)) ??
      refuseNewPassword({ password: newPassword, confirm }, names, 'newPassword') ??
      (loginPassword === newPassword ? new Refusal('password_same', {}, 'newPassword') : undefined) ??
      (await checkLoginPassword(call, loginPassword)) ??
      (await checkApproval(checkVerification, call, 'user/freeze/lift', verify));
    if (no !== undefined) return no;
    await updatePasswordHash(db, userId, await passwords.hash(newPassword));
    await liftOwnLocks(db, userId, now);
    const until = await freeze(db, { userId, reason: 'lifted', now });
    await forgetTradingConfirmed(db, userId);
    await voidChallenges(db, userId);
    await voidLoginTickets(db, userId);
    await revokeSessions(db, { userId, except: session.id, now });
    await recordSecurityEvent(db, call, userId, 'lockLifted');
    await notify(db, { userId, kind: 'lockLifted', facts: { until }, now });
    return { freezes: await listFreezes(db, userId, now) };
  };
}

async function isUnlocked({ db, session, now }: Call<'user'>): Promise<No | undefined> {
  const locked = await listLocked(db, { userId: session.userId, now });
  return locked.length === 0 ? new Refusal('nothing_to_lift') : undefined;
}
