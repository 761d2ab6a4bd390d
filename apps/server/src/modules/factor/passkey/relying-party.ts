/** For whom a passkey is good: this program at its public address, and nobody else. */
import { minuteMs } from '@marigold/money/spans';

/** `id` is a host; an answer must come from exactly `origin`. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/** How long a browser waits for its person. */
export const touchMs = 5 * minuteMs;

/** What we take: ECDSA with P-256, RSA, and EdDSA. What comes after them makes answers of four kilobytes. */
export const keyAlgorithms: readonly number[] = [-7, -8, -257];

/** Browsers make no keys for an address of numbers: a demonstration on 127.0.0.1 is opened as localhost. */
export function relyingPartyOf(publicAddress: string): RelyingParty {
  const url = new URL(publicAddress);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}
