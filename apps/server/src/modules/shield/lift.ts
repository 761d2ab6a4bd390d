/**
 * The owner's way out of a lock of their own (security.md 6.5). With a strong factor older than the lock: the login password
 * and it, and everything is free at once. Without one: the login password, another one and a code, and everything waits a
 * day more; the code goes to a contact that is older than any lock, because contacts cannot be changed yet. A mailbox alone
 * does not get here: resetting the password with it freezes credentials for a week.
 */
import type { liftFreeze } from '@marigold/contract/calls/shield';
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Call, Handlers } from '../../platform/http/call.ts';
import { forgetTradingConfirmed, revokeSessions } from '../../platform/http/session.ts';
import { readOffer, wasBoundBefore } from '../factor/views.ts';
import { guessableNames, refuseNewPassword } from '../identity/login-password.ts';
import type { CheckLoginPassword } from '../identity/login.ts';
import type { Passwords } from '../identity/passwords.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { voidLoginTickets } from '../identity/views.ts';
import { notify } from '../message/notify.ts';
import { updatePasswordHash, updatePasswordReset } from '../person/store.ts';
import { getPerson } from '../person/views.ts';
import { checkApproval } from '../security/login-password.ts';
import { lockLoginPassword } from '../security/store.ts';
import { findProofMethod, voidChallenges } from '../security/views.ts';
import {
  checkFreeze,
  findLockedSince,
  freeze,
  liftOwnLocks,
  listFreezes,
  listLocked,
} from '../spending/freeze.ts';
import type { CheckVerification, Proof } from '../spending/port.ts';

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
    const isFree = await provesOlderFactor(call, verify);
    const no: No | undefined =
      (await checkFreeze(call, 'credentials')) ??
      (await isUnlocked(call)) ??
      (await refusePassword(call, { loginPassword, newPassword, confirm })) ??
      (await checkLoginPassword(call, loginPassword)) ??
      (await checkFreeze(call, 'credentials', { isLocking: true })) ??
      (newPassword === undefined && !isFree
        ? new Refusal('new_password_needed', {}, 'newPassword')
        : undefined) ??
      (await checkApproval(checkVerification, call, 'user/freeze/lift', verify));
    if (no !== undefined) return no;
    if (newPassword !== undefined) await updatePasswordHash(db, userId, await passwords.hash(newPassword));
    await updatePasswordReset(db, userId, undefined);
    await liftOwnLocks(db, userId, now);
    const until = isFree ? undefined : await freeze(db, { userId, reason: 'lifted', now });
    await forgetTradingConfirmed(db, userId);
    await voidChallenges(db, userId);
    await voidLoginTickets(db, userId);
    await revokeSessions(db, { userId, except: session.id, now });
    await recordSecurityEvent(db, call, userId, 'lockLifted');
    if (until === undefined) await notify(db, { userId, kind: 'lockLiftedAtOnce', facts: {}, now });
    else await notify(db, { userId, kind: 'lockLifted', facts: { until }, now });
    return { freezes: await listFreezes(db, userId, now) };
  };
}

/**
 * Whether what approves the call is strong and older than the lock. Before there is a proof: whether one can be asked for,
 * so that nobody chooses a new password for nothing.
 */
async function provesOlderFactor(call: Call<'user'>, proof: Proof | undefined): Promise<boolean> {
  const { db, session, now } = call;
  const { userId } = session;
  const since = await findLockedSince(db, userId, now);
  if (since === undefined) return false;
  if (proof !== undefined) {
    const method = await findProofMethod(db, { userId, challengeId: proof.challengeId });
    return method !== undefined && (await wasBoundBefore(db, { userId, method, at: since }));
  }
  const { methods } = await readOffer(db, { userId, kind: 'user/freeze/lift', now });
  for (const method of methods) if (await wasBoundBefore(db, { userId, method, at: since })) return true;
  return false;
}

async function refusePassword(
  { db, session }: Call<'user'>,
  {
    loginPassword,
    newPassword: password,
    confirm = '',
  }: {
    readonly loginPassword: string;
    readonly newPassword: string | undefined;
    readonly confirm: string | undefined;
  },
): Promise<No | undefined> {
  if (password === undefined) return undefined;
  const names = guessableNames(await getPerson(db, session.userId));
  return (
    refuseNewPassword({ password, confirm }, names, 'newPassword') ??
    (loginPassword === password ? new Refusal('password_same', {}, 'newPassword') : undefined)
  );
}

async function isUnlocked({ db, session, now }: Call<'user'>): Promise<No | undefined> {
  const locked = await listLocked(db, { userId: session.userId, now });
  return locked.length === 0 ? new Refusal('nothing_to_lift') : undefined;
}
