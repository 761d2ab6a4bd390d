import { hkdfSync } from 'node:crypto';

/** A key of 256 bits for one purpose, derived from the secret key; one purpose says nothing about another. */
export function purposeKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'marigold', purpose, 32));
}
