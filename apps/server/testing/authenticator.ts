/** What an authenticator app shows, for tests: the library's own digits of a seed. */
import { generateSync } from 'otplib';

type Kind = { readonly algorithm?: 'sha1' | 'sha256' | 'sha512'; readonly digits?: 6 | 8 };

/** The digits of a seed at a moment of the app's clock, in epoch milliseconds. */
export function codeOfApp(seed: Buffer, ms: number, kind: Kind = {}): string {
  return generateSync({ secret: seed, epoch: Math.floor(ms / 1000), ...kind });
}
