/** Codes at rest: keyed, bound to what they prove, compared in constant time. */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { canonicalJson } from '@marigold/contract/envelope';

/** HMAC of a code together with what it is for: a row of the table gives no code away and fits nothing else. */
export function digestCode(
  secretKey: string,
  purpose: string,
  about: readonly string[],
  code: string,
): Buffer {
  const key = createHmac('sha256', secretKey).update(`code ${purpose}`).digest();
  return createHmac('sha256', key)
    .update(canonicalJson([...about, code]), 'utf8')
    .digest();
}

export function areEqual(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
