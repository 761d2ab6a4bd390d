/** What answers a second verification, by its method: a code that was sent, or an authenticator. One table of both. */
import { Refusal } from '@marigold/contract/endpoint';
import type { VerifyMethod } from '@marigold/guard/factors';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { operationChallenge } from '../factor/passkey/challenge.ts';
import type { RelyingParty } from '../factor/passkey/relying-party.ts';
import { takePasskeyUse } from '../factor/passkey/store.ts';
import { takeGoogleStep } from '../factor/views.ts';
import { areEqual, digestCode } from '../identity/digests.ts';
import type { CheckGoogleCode } from '../identity/google-code.ts';
import { checkPasskey } from '../identity/second-step/passkey.ts';
import type { Proof, VerificationNo } from '../spending/port.ts';
import type { ChallengeTry } from './store.ts';

/** An open challenge whose operation fits, and what was shown for it. */
export type Presented = { readonly id: string; readonly row: ChallengeTry; readonly proof: Proof };

/** `take` uses up what was shown, in the operation's own transaction; false where another call used it first. */
export type ProofAnswer =
  | { readonly kind: 'right'; readonly take?: (db: Database) => Promise<boolean> }
  | { readonly kind: 'no'; readonly no: VerificationNo };

export type CheckProof = (call: Call<'user'>, presented: Presented) => Promise<ProofAnswer>;
export type ProofChecks = { readonly [Method in VerifyMethod]?: CheckProof };

type Dependencies = {
  readonly secretKey: string;
  readonly checkGoogleCode: CheckGoogleCode;
  readonly relyingParty: () => RelyingParty;
};

export function createProofs({ secretKey, checkGoogleCode, relyingParty }: Dependencies): ProofChecks {
  const sentCode: CheckProof = async (_call, { id, row, proof }) => {
    const isRight =
      'code' in proof &&
      row.code_hash !== null &&
      areEqual(row.code_hash, digestSent(secretKey, id, proof.code));
    return isRight ? { kind: 'right' } : { kind: 'no', no: incorrect(row.tries_left) };
  };
  return {
    email: sentCode,
    sms: sentCode,
    async google(call, { row, proof }) {
      if (!('code' in proof)) return { kind: 'no', no: incorrect(row.tries_left) };
      const { userId } = call.session;
      const answer = await checkGoogleCode(call, userId, proof.code);
      if (answer.kind === 'locked') return { kind: 'no', no: locked(answer.until) };
      if (answer.kind === 'wrong') {
        const left = Math.min(row.tries_left, answer.left);
        return { kind: 'no', no: incorrect(left, answer.drift) };
      }
      return { kind: 'right', take: async (db) => await takeGoogleStep(db, userId, answer.step) };
    },
    async passkey(call, { id, row, proof }) {
      if (!('passkey' in proof)) return { kind: 'no', no: incorrect(row.tries_left) };
      const shown = await checkPasskey(call, relyingParty(), {
        userId: call.session.userId,
        challenge: operationChallenge(id, row.digest),
        answer: proof.passkey,
      });
      if (shown instanceof Refusal) return { kind: 'no', no: incorrect(row.tries_left) };
      const { key, counter, isBackedUp } = shown;
      const used = { id: key.id, counter, isBackedUp, now: call.now };
      return { kind: 'right', take: async (db) => await takePasskeyUse(db, used) };
    },
  };
}

/** HMAC of a code that was sent for a challenge. */
export function digestSent(secretKey: string, challengeId: string, code: string): Buffer {
  return digestCode(secretKey, 'verification', [challengeId], code);
}

function incorrect(left: number, drift?: number): VerificationNo {
  return new Refusal(
    'verification_incorrect',
    drift === undefined ? { left } : { left, drift },
    'verify.code',
  );
}

function locked(until: number): VerificationNo {
  return new Refusal('two_step_locked', { until }, 'verify.code');
}
