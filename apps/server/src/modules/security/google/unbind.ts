/**
 * Unbinds the authenticator: the login password, and the authenticator itself, a passkey or a recovery code. Whoever has
 * none of them is let back in by a case, never by a mailbox.
 */
import type { unbindGoogle } from '@marigold/contract/calls/google';
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Call, Handlers } from '../../../platform/http/call.ts';
import { lockTwoStep } from '../../factor/store.ts';
import { hasStrongFactor, removeGoogle, voidRecoveryCodes } from '../../factor/views.ts';
import type { CheckLoginPassword } from '../../identity/login.ts';
import type { UseRecoveryCode } from '../../identity/second-step/recovery-code.ts';
import { recordSecurityEvent } from '../../identity/security-log.ts';
import { voidLoginTickets } from '../../identity/views.ts';
import { notify } from '../../message/notify.ts';
import { checkFreeze, freeze, listFreezes } from '../../spending/freeze.ts';
import type { CheckVerification } from '../../spending/port.ts';
import { checkApproval } from '../login-password.ts';
import { voidChallenges } from '../views.ts';
import { refuseUnbound } from './bound.ts';

type Dependencies = {
  readonly checkLoginPassword: CheckLoginPassword;
  readonly checkVerification: CheckVerification;
  readonly useRecoveryCode: UseRecoveryCode;
};

type No = Refusal<RefusalOf<typeof unbindGoogle>>;
type Approve = Pick<InputOf<typeof unbindGoogle>, 'verify' | 'recoveryCode'>;

export function createUnbindGoogle(dependencies: Dependencies): Handlers['user/google/unbind'] {
  const { checkLoginPassword } = dependencies;
  return async ({ loginPassword, ...approve }, call) => {
    const { db, session, now } = call;
    const { userId } = session;
    await lockTwoStep(db, userId);
    const no: No | undefined =
      (await checkFreeze(call, 'credentials')) ??
      (await refuseUnbound(call)) ??
      (await checkLoginPassword(call, loginPassword)) ??
      (await checkFreeze(call, 'credentials', { isLocking: true })) ??
      (await refuseUnapproved(dependencies, call, approve));
    if (no !== undefined) return no;
    await removeGoogle(db, userId);
    await voidRecoveryCodes(db, userId, now);
    const isLast = !(await hasStrongFactor(db, userId));
    const until = isLast ? await freeze(db, { userId, reason: 'strongRemoved', now }) : undefined;
    await voidChallenges(db, userId);
    await voidLoginTickets(db, userId);
    await recordSecurityEvent(db, call, userId, 'googleUnbound');
    const facts = { paused: until === undefined ? 'no' : 'yes', until: until ?? now };
    await notify(db, { userId, kind: 'googleUnbound', facts, now });
    return { freezes: await listFreezes(db, userId, now) };
  };
}

async function refuseUnapproved(
  { checkVerification, useRecoveryCode }: Dependencies,
  call: Call<'user'>,
  { verify, recoveryCode }: Approve,
): Promise<No | undefined> {
  if (recoveryCode === undefined)
    return await checkApproval(checkVerification, call, 'user/google/unbind', verify);
  const answer = await useRecoveryCode(call, call.session.userId, recoveryCode);
  if (answer.kind === 'locked')
    return new Refusal('two_step_locked', { until: answer.until }, 'recoveryCode');
  const left = answer.kind === 'wrong' ? answer.left : 0;
  const isTaken = answer.kind === 'right' && (await answer.take(call.db));
  return isTaken ? undefined : new Refusal('code_incorrect', { left }, 'recoveryCode');
}
