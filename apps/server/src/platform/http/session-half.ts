/** The second half of a session as the cookie holds it: its number and a proof that we made it (packages/guard/session-halves). */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

import { purposeKey } from '../process/purpose-key.ts';

/** Makes and reads the halves of sessions; what the database holds is not enough to make one. */
export type SessionHalves = {
  /** The half of this number: `3.` and 43 characters of base64url. */
  readonly make: (sessionId: string, number: number) => string;
  /** The number of a half that we made for this session; undefined for anything else. */
  readonly read: (sessionId: string, half: string) => number | undefined;
};

const halfSyntax = /^([1-9]\d{0,8})\.[A-Za-z0-9_-]{43}$/;

/** Halves that were found right lately; each is about 200 bytes. */
const rightMax = 10_000;

export function createSessionHalves(secretKey: string): SessionHalves {
  // A key that is taken in once makes a proof eight times as fast.
  const key = createSecretKey(purposeKey(secretKey, 'session half'));
  const make = (sessionId: string, number: number): string =>
    `${number}.${createHmac('sha256', key).update(`${sessionId} ${number}`).digest('base64url')}`;
  function check(sessionId: string, half: string): number | undefined {
    const number = Number(halfSyntax.exec(half)?.[1]);
    if (Number.isNaN(number)) return undefined;
    const right = make(sessionId, number);
    return right.length === half.length && timingSafeEqual(Buffer.from(right), Buffer.from(half))
      ? number
      : undefined;
  }
  // What is right stays right: one half comes with every call of a quarter of an hour. A lookup tells nobody how much of a
  // wrong one is right, as a comparison would.
  const right = new Map<string, { readonly sessionId: string; readonly number: number }>();
  return {
    make,
    read(sessionId, half) {
      const known = right.get(half);
      // One half is right for one session alone.
      if (known !== undefined) return known.sessionId === sessionId ? known.number : undefined;
      const number = check(sessionId, half);
      if (number === undefined) return undefined;
      if (right.size >= rightMax) right.clear();
      right.set(half, { sessionId, number });
      return number;
    },
  };
}
