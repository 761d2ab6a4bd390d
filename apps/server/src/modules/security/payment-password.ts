import type { setPayPassword } from '@marigold/contract/calls/user';
/** The payment password: set, changed, checked. Wrong ones are counted aside before the hash is looked at. */
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { isWeakPaymentPassword } from '@marigold/contract/rules/credentials';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { forgetTradingConfirmed } from '../../platform/http/session.ts';
import { guess } from '../identity/attempts.ts';
import type { CheckLoginPassword } from '../identity/login.ts';
import type { Passwords } from '../identity/passwords.ts';
import { payPasswordRule } from '../identity/rules.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { notify } from '../message/notify.ts';
import { checkFreeze } from '../spending/freeze.ts';
import type { CheckPaymentPassword } from '../spending/port.ts';
import { findPaymentHash, keepPaymentHash, lockPaymentPassword } from './store.ts';

export function createCheckPaymentPassword(passwords: Passwords): CheckPaymentPassword {
  return async (call, typed, field = 'payPassword') => {
    const { userId } = call.session;
    // Another password waits for what this one approves, and is the one that counts for whoever comes after it.
    const stored = await findPaymentHash(call.db, userId, { isHeld: true });
    if (stored === undefined) return new Refusal('payment_password_missing', {}, field);
    const guessed = await guess(
      call,
      payPasswordRule,
      userId,
      async () => await passwords.matches(stored, typed),
    );
    if (guessed.kind !== 'right' && guessed.kind !== 'wrong' && guessed.isNew)
      await recordSecurityEvent(call.aside, call, userId, 'payPasswordLocked');
    if (guessed.kind === 'disabled') return new Refusal('payment_password_disabled', {}, field);
    if (guessed.kind === 'locked') {
      const { until, isNew } = guessed;
      // The call is refused and rolled back; that the lock fell must be known all the same.
      if (isNew)
        await notify(call.aside, { userId, kind: 'payPasswordLocked', facts: { until }, now: call.now });
      return new Refusal('payment_password_locked', { until }, field);
    }
    if (guessed.kind === 'wrong')
      return new Refusal('payment_password_incorrect', { left: guessed.left }, field);
    return undefined;
  };
}

export async function hasPaymentPassword(db: Database, userId: string): Promise<boolean> {
  return (await findPaymentHash(db, userId)) !== undefined;
}

type Dependencies = {
  readonly passwords: Passwords;
  readonly checkLoginPassword: CheckLoginPassword;
  readonly checkPaymentPassword: CheckPaymentPassword;
};

export function createSetPaymentPassword({
  passwords,
  checkLoginPassword,
  checkPaymentPassword,
}: Dependencies): Handlers['user/paypwd/set'] {
  return async ({ loginPassword, oldPassword, newPassword, confirm }, call) => {
    if (newPassword !== confirm) return new Refusal('passwords_differ', {}, 'confirm');
    if (isWeakPaymentPassword(newPassword)) return new Refusal('payment_password_weak', {}, 'newPassword');
    const { db, session, now } = call;
    await lockPaymentPassword(db, session.userId);
    const { userId } = session;
    const isFirst = !(await hasPaymentPassword(db, userId));
    const no = isFirst
      ? ((await checkFreeze(call, 'credentials')) ??
        (await checkLoginPassword(call, loginPassword)) ??
        (await checkFreeze(call, 'credentials', { isLocking: true })))
      : // Whoever knows the old one proves more than a freeze waits for.
        ((await checkLoginPassword(call, loginPassword)) ??
        (await checkOld(oldPassword, call, checkPaymentPassword)));
    if (no !== undefined) return no;
    await storePaymentPassword(db, userId, await passwords.hash(newPassword), now);
    const kind = isFirst ? 'payPasswordSet' : 'payPasswordChanged';
    await recordSecurityEvent(db, call, userId, kind);
    await notify(db, { userId, kind, facts: {}, now });
    return {};
  };
}

async function checkOld(
  oldPassword: string | undefined,
  call: Call<'user'>,
  checkPaymentPassword: CheckPaymentPassword,
): Promise<Refusal<RefusalOf<typeof setPayPassword>> | undefined> {
  if (oldPassword === undefined) return new Refusal('payment_password_needed', {}, 'oldPassword');
  const no = await checkPaymentPassword(call, oldPassword, 'oldPassword');
  if (no === undefined || no.code === 'payment_password_missing') return undefined;
  return new Refusal(no.code, no.facts, no.field);
}

/** Writes the hash of a payment password, the first one or another; sessions that trade have to enter it anew. */
export async function storePaymentPassword(
  db: Database,
  userId: string,
  hash: string,
  now: number,
): Promise<void> {
  await keepPaymentHash(db, { userId, hash, now });
  await forgetTradingConfirmed(db, userId);
}
