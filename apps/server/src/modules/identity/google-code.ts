/** Six digits of a person's authenticator, counted as guesses wherever they are typed: log-in, second verification, unbinding. */
import type { Call } from '../../platform/http/call.ts';
import { createSealer, type Sealer } from '../../platform/process/sealed-text.ts';
import { type CodeVerdict, judgeCode } from '../factor/totp.ts';
import { findGoogle } from '../factor/views.ts';
import { guess } from './attempts.ts';
import { googleRule, lockMsMax } from './rules.ts';
import { traceOfGuess } from './security-log.ts';

/** `drift` in seconds: the digits are those of a clock that is so far ahead (behind where negative), and were not taken. */
export type GoogleAnswer =
  | { readonly kind: 'right'; readonly step: number }
  | { readonly kind: 'wrong'; readonly left: number; readonly drift?: number }
  | { readonly kind: 'locked'; readonly until: number };

type GuessCall = Parameters<typeof guess>[0] & Parameters<typeof traceOfGuess>[0] & Pick<Call, 'db'>;

/**
 * Judges digits of whoever has two-step bound; without it none is right. What they approve must take the step as well
 * (`takeGoogleStep`), in its own transaction: of two calls with one code one takes it.
 */
export type CheckGoogleCode = (call: GuessCall, userId: string, code: string) => Promise<GoogleAnswer>;

export function createSeedSealer(secretKey: string): Sealer {
  return createSealer(secretKey, 'totp');
}

export function createCheckGoogleCode(secretKey: string): CheckGoogleCode {
  const sealer = createSeedSealer(secretKey);
  return async (call, userId, code) => {
    const { aside, now } = call;
    let verdict: CodeVerdict = { kind: 'wrong' };
    const guessed = await guess(
      call,
      googleRule,
      userId,
      async () => {
        const row = await findGoogle(aside, userId);
        if (row?.state === 'bound') {
          const seed = sealer.open(row.sealed, userId);
          verdict = judgeCode(seed, code, { now, lastStep: row.lastStep });
        }
        return verdict.kind === 'right';
      },
      traceOfGuess(call, userId, 'googleFailed'),
    );
    return answerOf(guessed, verdict, now);
  };
}

function answerOf(
  guessed: Awaited<ReturnType<typeof guess>>,
  verdict: CodeVerdict,
  now: number,
): GoogleAnswer {
  if (guessed.kind === 'right' && verdict.kind === 'right') return verdict;
  if (guessed.kind === 'locked') return { kind: 'locked', until: guessed.until };
  const left = guessed.kind === 'wrong' ? guessed.left : 0;
  if (guessed.kind === 'disabled') return { kind: 'locked', until: now + lockMsMax };
  return verdict.kind === 'drift' ? { kind: 'wrong', left, drift: verdict.seconds } : { kind: 'wrong', left };
}
