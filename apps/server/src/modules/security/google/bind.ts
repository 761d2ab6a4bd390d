/**
 * Binds the offered authenticator: the login password, a code of the seed, and a second verification by what the person had
 * before. Where that was a contact alone payouts wait, because a thief of a mailbox would bind their own phone.
 */
import type { bindGoogle } from '@marigold/contract/calls/google';
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Call, Handlers } from '../../../platform/http/call.ts';
import { renewCodes } from '../../factor/recovery-codes.ts';
import { lockTwoStep } from '../../factor/store.ts';
import { type CodeVerdict, judgeOffered } from '../../factor/totp.ts';
import { bindOffer, findGoogle, type GoogleRow, keepOfferStep } from '../../factor/views.ts';
import { guess } from '../../identity/attempts.ts';
import { createSeedSealer } from '../../identity/google-code.ts';
import type { CheckLoginPassword } from '../../identity/login.ts';
import { googleRule, lockMsMax } from '../../identity/rules.ts';
import { recordSecurityEvent } from '../../identity/security-log.ts';
import { voidLoginTickets } from '../../identity/views.ts';
import { notify } from '../../message/notify.ts';
import { checkFreeze, freeze, listFreezes } from '../../spending/freeze.ts';
import type { CheckVerification, Proof } from '../../spending/port.ts';
import { checkApproval } from '../login-password.ts';
import { strengthOf, voidChallenges } from '../views.ts';
import { offerLifeMs } from './offer.ts';

type Dependencies = {
  readonly secretKey: string;
  readonly checkLoginPassword: CheckLoginPassword;
  readonly checkVerification: CheckVerification;
};

type No = Refusal<RefusalOf<typeof bindGoogle>>;

export function createBindGoogle({
  secretKey,
  checkLoginPassword,
  checkVerification,
}: Dependencies): Handlers['user/google/bind'] {
  const judge = createJudge(secretKey);
  return async ({ loginPassword, code, verify }, call) => {
    const { db, session, now } = call;
    const { userId } = session;
    await lockTwoStep(db, userId);
    const row = await findGoogle(db, userId);
    const no: No | undefined =
      (await checkFreeze(call, 'credentials')) ??
      refuseOffer(row, now) ??
      (await checkLoginPassword(call, loginPassword)) ??
      (await checkFreeze(call, 'credentials', { isLocking: true }));
    if (no !== undefined || row === undefined) return no ?? new Refusal('offer_expired');
    const step = await judge(call, row, code);
    if (step instanceof Refusal) return step;
    const unapproved = await checkApproval(checkVerification, call, 'user/google/bind', verify);
    if (unapproved !== undefined) return unapproved;
    if (!(await bindOffer(db, { userId, sealed: row.sealed, step, now })))
      return new Refusal('offer_expired');
    const codes = await renewCodes(db, secretKey, { userId, now });
    const until = await freezeUnlessStrong(call, verify);
    await voidChallenges(db, userId);
    await voidLoginTickets(db, userId);
    await recordSecurityEvent(db, call, userId, 'googleBound');
    const facts = { paused: until === undefined ? 'no' : 'yes', until: until ?? now };
    await notify(db, { userId, kind: 'googleBound', facts, now });
    return { codes, freezes: await listFreezes(db, userId, now) };
  };
}

function refuseOffer(row: GoogleRow | undefined, now: number): No | undefined {
  if (row?.state === 'bound') return new Refusal('two_step_bound');
  if (row === undefined || row.offeredAt + offerLifeMs <= now) return new Refusal('offer_expired');
  return undefined;
}

/** Answers the step of a right code. Guesses at an offer are counted apart from those at what is bound. */
function createJudge(secretKey: string) {
  const sealer = createSeedSealer(secretKey);
  return async (call: Call<'user'>, row: GoogleRow, code: string): Promise<number | No> => {
    const { aside, session, now } = call;
    const { userId } = session;
    const seed = sealer.open(row.sealed, userId);
    const verdict: CodeVerdict = judgeOffered(seed, code, { now, provenStep: row.lastStep });
    const guessed = await guess(
      call,
      googleRule,
      `offer:${userId}`,
      async () => await Promise.resolve(verdict.kind === 'right'),
    );
    if (guessed.kind === 'locked') return new Refusal('two_step_locked', { until: guessed.until }, 'code');
    if (guessed.kind === 'disabled')
      return new Refusal('two_step_locked', { until: now + lockMsMax }, 'code');
    if (verdict.kind === 'right') {
      await keepOfferStep(aside, { userId, sealed: row.sealed, step: verdict.step });
      return verdict.step;
    }
    const left = guessed.kind === 'wrong' ? guessed.left : 0;
    const facts = verdict.kind === 'drift' ? { left, drift: verdict.seconds } : { left };
    return new Refusal('code_incorrect', facts, 'code');
  };
}

/** Until when payouts wait; undefined where something strong approved it. */
async function freezeUnlessStrong(
  call: Call<'user'>,
  verify: Proof | undefined,
): Promise<number | undefined> {
  if ((await strengthOf(call, verify)) === 'strong') return undefined;
  const { db, session, now } = call;
  return await freeze(db, { userId: session.userId, reason: 'googleBound', now });
}
