import type { resetPayPassword } from '@marigold/contract/calls/user';
/** A forgotten payment password: the login password and a code (domain.md B.2: two factors, payouts frozen for a day). */
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { isWeakPaymentPassword } from '@marigold/contract/rules/credentials';

import type { Handlers } from '../../platform/http/call.ts';
import { forgetTries } from '../identity/attempts.ts';
import type { CheckLoginPassword } from '../identity/login.ts';
import type { Passwords } from '../identity/passwords.ts';
import { payPasswordRule } from '../identity/rules.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { notify } from '../message/notify.ts';
import { checkFreeze, freeze } from '../spending/freeze.ts';
import type { CheckVerification } from '../spending/port.ts';
import { checkApproval } from './login-password.ts';
import { hasPaymentPassword, storePaymentPassword } from './payment-password.ts';
import { lockPaymentPassword } from './store.ts';
import { voidChallenges } from './views.ts';

type Dependencies = {
  readonly passwords: Passwords;
  readonly checkLoginPassword: CheckLoginPassword;
  readonly checkVerification: CheckVerification;
};

type No = Refusal<RefusalOf<typeof resetPayPassword>>;

export function createResetPaymentPassword({
  passwords,
  checkLoginPassword,
  checkVerification,
}: Dependencies): Handlers['user/paypwd/reset'] {
  return async ({ loginPassword, newPassword, confirm, verify }, call) => {
    if (newPassword !== confirm) return new Refusal('passwords_differ', {}, 'confirm');
    if (isWeakPaymentPassword(newPassword)) return new Refusal('payment_password_weak', {}, 'newPassword');
    const { db, session, now } = call;
    const { userId } = session;
    await lockPaymentPassword(db, userId);
    if (!(await hasPaymentPassword(db, userId))) return new Refusal('payment_password_missing');
    const no: No | undefined =
      (await checkFreeze(call, 'credentials')) ??
      (await checkLoginPassword(call, loginPassword)) ??
      (await checkFreeze(call, 'credentials', { isLocking: true })) ??
      (await checkApproval(checkVerification, call, 'user/paypwd/reset', verify));
    if (no !== undefined) return no;
    await storePaymentPassword(db, userId, await passwords.hash(newPassword), now);
    // The lock was about the old one.
    await forgetTries(db, payPasswordRule, userId);
    await voidChallenges(db, userId);
    const until = await freeze(db, { userId, reason: 'payPasswordReset', now });
    await recordSecurityEvent(db, call, userId, 'payPasswordReset');
    await notify(db, { userId, kind: 'payPasswordReset', facts: { until }, now });
    return { freezeUntil: until };
  };
}
