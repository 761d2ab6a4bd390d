/** Changing the login password: the old one and a code. This device stays logged in, all others do not. */
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import type { setPassword } from '@marigold/contract/user';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { forgetTradingConfirmed, revokeSessions } from '../../platform/session.ts';
import { freeze } from '../freeze/freeze.ts';
import { refuseNewPassword, storeLoginPassword } from '../identity/login-password.ts';
import type { CheckLoginPassword } from '../identity/login.ts';
import type { Passwords } from '../identity/passwords.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { getPerson } from '../identity/store.ts';
import { notify } from '../message/notify.ts';
import type { VerifiedKind } from './operation.ts';
import { methodsOf } from './secondary-limits.ts';
import type { CheckVerification, Proof, VerificationNo } from './verification.ts';

type Dependencies = {
  readonly passwords: Passwords;
  readonly checkLoginPassword: CheckLoginPassword;
  readonly checkVerification: CheckVerification;
};

type No = Refusal<RefusalOf<typeof setPassword>>;

export function createSetPassword({
  passwords,
  checkLoginPassword,
  checkVerification,
}: Dependencies): Handlers['user/password/set'] {
  return async ({ oldPassword, newPassword, confirm, verify }, call) => {
    const { db, session, now } = call;
    const { userId } = session;
    await oneAtATime(db, userId);
    const no: No | undefined =
      refuseNewPassword({ password: newPassword, confirm }, 'newPassword') ??
      isSame(oldPassword, newPassword) ??
      (await checkLoginPassword(call, oldPassword, 'oldPassword')) ??
      (await checkApproval(checkVerification, call, 'user/password/set', verify));
    if (no !== undefined) return no;
    await storeLoginPassword(db, userId, await passwords.hash(newPassword));
    const until = await freeze(db, { userId, reason: 'passwordChanged', now });
    await forgetTradingConfirmed(db, userId);
    await revokeSessions(db, { userId, except: session.id, now });
    await recordSecurityEvent(db, call, userId, 'passwordChanged');
    await notify(db, { userId, kind: 'passwordChanged', facts: { until }, now });
    return { freezeUntil: until };
  };
}

/** Of two changes at once the second one meets the password that the first one set. Ends with the transaction. */
async function oneAtATime(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login-password:${userId}`}, 0))`.execute(db);
}

function isSame(oldPassword: string, newPassword: string): No | undefined {
  return oldPassword === newPassword ? new Refusal('password_same', {}, 'newPassword') : undefined;
}

/** The code of an operation that always needs one and moves no money. Ask last (verification.ts). */
export async function checkApproval(
  checkVerification: CheckVerification,
  call: Call<'user'>,
  kind: VerifiedKind,
  verify: Proof | undefined,
): Promise<VerificationNo | Refusal<'verification_required'> | undefined> {
  if (verify === undefined) {
    const methods = methodsOf(await getPerson(call.db, call.session.userId));
    return new Refusal('verification_required', { kind, methods });
  }
  const operation = { kind, asset: null, amount: null, fee: null, payee: null, chain: null };
  return await checkVerification(call, operation, verify);
}
