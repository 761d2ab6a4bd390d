/** A recovery code on paper, counted as a guess wherever it is typed: log-in, and unbinding two-step. Each works once. */
import { recoveryCodesFew } from '@marigold/contract/limits';

import type { Database } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import { recoveryCodeHash } from '../../factor/recovery-codes.ts';
import { countRecoveryCodes, isRecoveryCodeOpen, takeRecoveryCode } from '../../factor/views.ts';
import { notify } from '../../message/notify.ts';
import { guess } from '../attempts.ts';
import { lockMsMax, recoveryCodeRule } from '../rules.ts';
import { recordSecurityEvent, traceOfGuess } from '../security-log.ts';

export type RecoveryCodeAnswer =
  /** `take` uses it up in the transaction of what it stands in for; false where another call used it first. */
  | { readonly kind: 'right'; readonly take: (db: Database) => Promise<boolean> }
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'locked'; readonly until: number };

type GuessCall = Parameters<typeof guess>[0] &
  Parameters<typeof traceOfGuess>[0] &
  Pick<Call, 'db' | 'aside' | 'now'>;

export type UseRecoveryCode = (call: GuessCall, userId: string, typed: string) => Promise<RecoveryCodeAnswer>;

/** `isLast`: what it stands in for ends the other codes as well, so that nobody is told how few are left. */
export function createUseRecoveryCode(secretKey: string, { isLast = false } = {}): UseRecoveryCode {
  return async (call, userId, typed) => {
    const { aside, now } = call;
    const hash = recoveryCodeHash(secretKey, userId, typed);
    const guessed = await guess(
      call,
      recoveryCodeRule,
      userId,
      async () => await isRecoveryCodeOpen(aside, { userId, hash }),
      traceOfGuess(call, userId, 'googleFailed'),
    );
    if (guessed.kind === 'wrong') return { kind: 'wrong', left: guessed.left };
    if (guessed.kind === 'locked') return { kind: 'locked', until: guessed.until };
    if (guessed.kind === 'disabled') return { kind: 'locked', until: now + lockMsMax };
    return {
      kind: 'right',
      async take(db) {
        if (!(await takeRecoveryCode(db, { userId, hash, now }))) return false;
        await recordSecurityEvent(db, call, userId, 'recoveryCodeUsed');
        if (!isLast) await notifyFew(db, userId, now);
        return true;
      },
    };
  };
}

/** Whoever used one and has few left hears of it once, in the transaction of that use. */
async function notifyFew(db: Database, userId: string, now: number): Promise<void> {
  const left = await countRecoveryCodes(db, userId);
  if (left === recoveryCodesFew) await notify(db, { userId, kind: 'codesLow', facts: { left }, now });
}
