/** The six digits of an authenticator app (RFC 6238: SHA-1, 30 s, as Google Authenticator knows it), judged without side effects. */
import { randomBytes } from 'node:crypto';

import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** RFC 4226 section 4 asks for 160 bits. */
export const seedBytes = 20;
const periodSeconds = 30;
/** A code that was typed at the end of its time still counts so long. */
const graceSeconds = 10;
/** security.md 1: how wrong a clock may be that is told so. */
const driftSecondsMax = 300;

/** `step` is what must be stored, so that neither this code nor an older one is right again. */
export type CodeVerdict =
  | { readonly kind: 'right'; readonly step: number }
  /** Right for a clock that is so many seconds ahead (behind where negative); never taken. */
  | { readonly kind: 'drift'; readonly seconds: number }
  | { readonly kind: 'wrong' };

export function newSeed(): Buffer {
  return randomBytes(seedBytes);
}

/** Judges six digits against a seed at `now` (epoch milliseconds); steps up to `lastStep` were used before. */
export function judgeCode(
  seed: Buffer,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number },
): CodeVerdict {
  const typed = { secret: seed, token: code, epoch: Math.floor(now / 1000), period: periodSeconds } as const;
  const exact = verifySync({ ...typed, epochTolerance: [graceSeconds, 0] });
  if (exact.valid) {
    const step = 'timeStep' in exact ? exact.timeStep : 0;
    return step > lastStep ? { kind: 'right', step } : { kind: 'wrong' };
  }
  const far = verifySync({ ...typed, epochTolerance: driftSecondsMax });
  return far.valid ? { kind: 'drift', seconds: far.delta * periodSeconds } : { kind: 'wrong' };
}

/**
 * Judges six digits against a seed that is not bound yet. Whoever proved to have it may show the same digits again after
 * their time (`provenStep`, 0: not yet), because the second verification of the binding may take a while.
 */
export function judgeOffered(
  seed: Buffer,
  code: string,
  { now, provenStep }: { readonly now: number; readonly provenStep: number },
): CodeVerdict {
  const fresh = judgeCode(seed, code, { now, lastStep: 0 });
  if (fresh.kind === 'right' || provenStep === 0) return fresh;
  const then = judgeCode(seed, code, { now: provenStep * periodSeconds * 1000, lastStep: provenStep - 1 });
  return then.kind === 'right' && then.step === provenStep ? then : fresh;
}

/** As people type it into an app: 32 letters and digits in base 32. */
export function seedText(seed: Buffer): string {
  return new ScureBase32Plugin().encode(seed, { padding: false });
}

/** The address that authenticator apps read; `masked` is how the account is called there. */
export function otpauthAddress(seed: Buffer, masked: string): string {
  return generateURI({ issuer: 'Marigold', label: masked, secret: seedText(seed) });
}
