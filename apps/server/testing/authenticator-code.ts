/** What somebody's authenticator app shows: the codes of a seed at a moment. */
import { generateSync } from 'otplib';

/** Thirty seconds, as RFC 6238 has it. */
export const stepMs = 30_000;

/** Six digits that the app reads at a moment; `secret` in base 32. */
export function codeAt(secret: string, now: number): string {
  return generateSync({ secret, epoch: Math.floor(now / 1000) });
}
