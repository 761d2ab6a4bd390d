/** Who is calling, and whether this call is for them. */
import type { Endpoint } from '@marigold/contract/endpoint';

import type { Incoming } from './incoming.ts';
import type { Limits } from './limits.ts';
import type { FoundSession, PresentedSession } from './session.ts';
import { TransportError } from './transport-error.ts';

export type CallerDependencies = {
  readonly limits: Pick<Limits, 'refuseGuessers' | 'countGuess'>;
  readonly findSession: (presented: PresentedSession, now: number) => Promise<FoundSession | undefined>;
};

type PhoneDependencies = Pick<CallerDependencies, 'limits'> & {
  readonly findPhone: (key: string, now: number) => Promise<{ readonly userId: string } | undefined>;
};

const phone = /^Phone ([A-Za-z0-9_-]{43})$/;
const bearer = /^Bearer [A-Za-z0-9_-]{20,100}$/;

/** What a request shows of whoever makes it, beside its body. */
type Presented = Pick<Incoming, 'authorization' | 'address'> & Omit<PresentedSession, 'token'>;

/** The session of both halves; undefined for a visitor, who may make this call. Throws 401 where a session is needed. */
export async function findCaller(
  { limits, findSession }: CallerDependencies,
  endpoint: Endpoint,
  { authorization, address, half, deviceId }: Presented,
  now: number,
): Promise<FoundSession | undefined> {
  const token =
    authorization !== undefined && bearer.test(authorization)
      ? authorization.slice('Bearer '.length)
      : undefined;
  if (authorization !== undefined && token === undefined && !endpoint.staleTokenIsVisitor) {
    throw new TransportError(401, 'unauthorised');
  }
  let found: FoundSession | undefined;
  if (token !== undefined) {
    // Whoever shows one made-up bearer or half after the other does not make the database look each of them up.
    limits.refuseGuessers(address);
    found = await findSession({ token, half, deviceId }, now);
    if (found === undefined) limits.countGuess(address);
  }
  const isStale = token !== undefined && found === undefined;
  if ((isStale && !endpoint.staleTokenIsVisitor) || (found === undefined && endpoint.access === 'user')) {
    throw new TransportError(401, 'unauthorised');
  }
  return found;
}

/** Whose photos a phone brings; undefined: no phone calls. Throws 401 where its key opens nothing any more. */
export async function findPhoneUser(
  { limits, findPhone }: PhoneDependencies,
  { authorization = '', address }: Pick<Incoming, 'authorization' | 'address'>,
  now: number,
): Promise<string | undefined> {
  const key = phone.exec(authorization)?.[1];
  if (key === undefined) return undefined;
  limits.refuseGuessers(address);
  const found = await findPhone(key, now);
  if (found !== undefined) return found.userId;
  limits.countGuess(address);
  throw new TransportError(401, 'unauthorised');
}
