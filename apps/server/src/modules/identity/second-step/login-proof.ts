/** What opens a session beside the password, judged: the code that was sent, an authenticator, or a code on paper. */
import type { finishLogin } from '@marigold/contract/calls/user';
import type { InputOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import { loginChallenge } from '../../factor/passkey/challenge.ts';
import type { RelyingParty } from '../../factor/passkey/relying-party.ts';
import { takePasskeyUse } from '../../factor/passkey/store.ts';
import { countRecoveryCodes, takeGoogleStep } from '../../factor/views.ts';
import { notify } from '../../message/notify.ts';
import { areEqual, digestCode } from '../digests.ts';
import type { CheckGoogleCode } from '../google-code.ts';
import { checkPasskey } from './passkey.ts';
import type { UseRecoveryCode } from './recovery-code.ts';

/** `take` uses up what was shown, in the transaction of the log-in; false where another call used it first. */
export type LoginProof =
  | { readonly kind: 'right'; readonly take: (db: Database) => Promise<boolean> }
  | { readonly kind: 'wrong'; readonly left: number; readonly drift?: number }
  | { readonly kind: 'locked'; readonly until: number };

type Typed = InputOf<typeof finishLogin>;

/** A ticket with the try that was taken of it. */
type Tried = {
  readonly hash: Buffer;
  readonly userId: string;
  readonly codeHash: Buffer | null;
  readonly left: number;
};

export type JudgeLogin = (call: Call, tried: Tried, typed: Typed) => Promise<LoginProof>;

/** Whether it is the code that was sent for the ticket; everything else the person has without us. */
export function isSentCode(typed: Typed): boolean {
  return typed.code !== undefined && typed.method === undefined;
}

/** HMAC of a code that was sent for a log-in. */
export function digestLoginCode(secretKey: string, ticketHash: Buffer, code: string): Buffer {
  return digestCode(secretKey, 'login', [ticketHash.toString('base64url')], code);
}

export function createJudgeLogin({
  secretKey,
  checkGoogleCode,
  openRecoveryCode,
  relyingParty,
}: {
  readonly secretKey: string;
  readonly checkGoogleCode: CheckGoogleCode;
  readonly openRecoveryCode: UseRecoveryCode;
  readonly relyingParty: () => RelyingParty;
}): JudgeLogin {
  return async (call, { hash, userId, codeHash, left }, typed) => {
    const { code = '' } = typed;
    if (typed.recoveryCode !== undefined) {
      const answer = await openRecoveryCode(call, userId, typed.recoveryCode);
      if (answer.kind !== 'right') return answer;
      return { kind: 'right', take: async (db) => await useOnPaper(db, answer.take, userId, call.now) };
    }
    if (typed.passkey !== undefined) {
      const challenge = loginChallenge(hash);
      const rp = relyingParty();
      const shown = await checkPasskey(call, rp, { userId, challenge, answer: typed.passkey });
      if (shown instanceof Refusal) return { kind: 'wrong', left };
      const { key, counter, isBackedUp } = shown;
      const use = { id: key.id, counter, isBackedUp, now: call.now };
      return { kind: 'right', take: async (db) => await takePasskeyUse(db, use) };
    }
    if (typed.method === 'google') {
      const answer = await checkGoogleCode(call, userId, code);
      if (answer.kind !== 'right') return answer;
      return { kind: 'right', take: async (db) => await takeGoogleStep(db, userId, answer.step) };
    }
    const isRight = codeHash !== null && areEqual(codeHash, digestLoginCode(secretKey, hash, code));
    return isRight
      ? { kind: 'right', take: async () => await Promise.resolve(true) }
      : { kind: 'wrong', left };
  };
}

/** Whoever has the paper has its other codes as well: everybody who can be is told. */
async function useOnPaper(
  db: Database,
  take: (db: Database) => Promise<boolean>,
  userId: string,
  now: number,
): Promise<boolean> {
  if (!(await take(db))) return false;
  const left = await countRecoveryCodes(db, userId);
  await notify(db, { userId, kind: 'recoveryCodeUsed', facts: { left }, now });
  return true;
}
