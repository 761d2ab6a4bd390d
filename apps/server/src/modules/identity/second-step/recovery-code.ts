/** A code on paper, counted as a guess wherever it is typed: at log-in, and where the authenticator is unbound. */
import type { Database } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import { recoveryCodeHash } from '../../factor/recovery-codes.ts';
import { isRecoveryCodeOpen, takeRecoveryCode } from '../../factor/views.ts';
import { guess } from '../attempts.ts';
import { lockMsMax, recoveryCodeRule } from '../rules.ts';
import { recordSecurityEvent, traceOfGuess } from '../security-log.ts';

/** `take` uses the code up in the transaction of what it opens, and writes that; false where another call was first. */
export type RecoveryCodeAnswer =
  | { readonly kind: 'right'; readonly take: (db: Database) => Promise<boolean> }
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'locked'; readonly until: number };

type GuessCall = Parameters<typeof guess>[0] & Parameters<typeof traceOfGuess>[0] & Pick<Call, 'db'>;

/** Judges a code as somebody typed it; whoever has none open has no right one. Wrong ones are counted and written down. */
export type UseRecoveryCode = (call: GuessCall, userId: string, typed: string) => Promise<RecoveryCodeAnswer>;

export function createUseRecoveryCode(secretKey: string): UseRecoveryCode {
  return async (call, userId, typed) => {
    const { aside, now } = call;
    const hmac = recoveryCodeHash(secretKey, userId, typed);
    const guessed = await guess(
      call,
      recoveryCodeRule,
      userId,
      async () => await isRecoveryCodeOpen(aside, { userId, hmac }),
      traceOfGuess(call, userId, 'googleFailed'),
    );
    switch (guessed.kind) {
      case 'wrong':
        return { kind: 'wrong', left: guessed.left };
      case 'locked':
        return { kind: 'locked', until: guessed.until };
      case 'disabled':
        return { kind: 'locked', until: now + lockMsMax };
      case 'right':
        return {
          kind: 'right',
          async take(db) {
            if (!(await takeRecoveryCode(db, { userId, hmac, now }))) return false;
            await recordSecurityEvent(db, call, userId, 'recoveryCodeUsed');
            return true;
          },
        };
    }
  };
}
