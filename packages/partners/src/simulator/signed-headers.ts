/** The signature of an event, as Sumsub makes it. */
import { createHmac } from 'node:crypto';

/** As Sumsub signs what it sends: a digest of the raw body, and by which algorithm. */
export function signedHeaders(raw: Buffer, key: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'x-payload-digest-alg': 'HMAC_SHA256_HEX',
    'x-payload-digest': createHmac('sha256', key).update(raw).digest('hex'),
  };
}
