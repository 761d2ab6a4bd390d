import type { setPassword } from '@marigold/contract/calls/user';
/** Changing the login password: the old one and a code. This device stays logged in, all others do not. */
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
import { updatePasswordHash, updateResetProven } from '../person/store.ts';
import { getPerson } from '../person/views.ts';
import { freeze } from '../spending/freeze.ts';
import type { VerifiedKind } from '../spending/operation.ts';
import type { CheckVerification, Proof, VerificationNo } from '../spending/port.ts';
import { verificationRequired } from '../spending/verification.ts';
import { lockLoginPassword } from './store.ts';
import { findProofMethod, voidChallenges } from './views.ts';

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
    await lockLoginPassword(db, userId);
    const names = guessableNames(await getPerson(db, userId));
    const no: No | undefined =
      refuseNewPassword({ password: newPassword, confirm }, names, 'newPassword') ??
      isSame(oldPassword, newPassword) ??
      (await checkLoginPassword(call, oldPassword, 'oldPassword')) ??
      (await checkApproval(checkVerification, call, 'user/password/set', verify));
    if (no !== undefined) return no;
    await updatePasswordHash(db, userId, await passwords.hash(newPassword));
    await forgetReset(call, verify);
    const until = await freeze(db, { userId, reason: 'passwordChanged', now });
    await forgetTradingConfirmed(db, userId);
    await revokeSessions(db, { userId, except: session.id, now });
    await voidLoginTickets(db, userId);
    await voidChallenges(db, userId);
    await recordSecurityEvent(db, call, userId, 'passwordChanged');
    await notify(db, { userId, kind: 'passwordChanged', facts: { until }, now });
    return { freezeUntil: until };
  };
}

/** Whoever proved another class than the channel that reset the login password is no mailbox alone. */
async function forgetReset(
  { db, session: { userId } }: Call<'user'>,
  proof: Proof | undefined,
): Promise<void> {
  if (proof === undefined) return;
  const method = await findProofMethod(db, { userId, challengeId: proof.challengeId });
  if (method !== undefined) await updateResetProven(db, userId, method);
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
  if (verify === undefined) return await verificationRequired(call, kind);
  const operation = { kind, asset: null, amount: null, fee: null, payee: null, chain: null };
  return await checkVerification(call, operation, verify);
}
