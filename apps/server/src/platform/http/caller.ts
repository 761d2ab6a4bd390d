/** Who is calling, and whether this call is for them. */
import type { Endpoint } from '@marigold/contract/endpoint';

import type { Session } from './call.ts';
import type { Incoming } from './incoming.ts';
import type { Limits } from './limits.ts';
import { TransportError } from './transport-error.ts';

export type CallerDependencies = {
  readonly limits: Pick<Limits, 'refuseGuessers' | 'countGuess'>;
  readonly findSession: (token: string, now: number) => Promise<Session | undefined>;
};

const bearer = /^Bearer [A-Za-z0-9_-]{20,100}$/;

/** The session of the bearer; undefined for a visitor, who may make this call. Throws 401 where a session is needed. */
export async function findCaller(
  dependencies: CallerDependencies,
  endpoint: Endpoint,
  { authorization, address }: Pick<Incoming, 'authorization' | 'address'>,
  now: number,
): Promise<Session | undefined> {
  const token =
    authorization !== undefined && bearer.test(authorization)
      ? authorization.slice('Bearer '.length)
      : undefined;
  if (authorization !== undefined && token === undefined && !endpoint.staleTokenIsVisitor) {
    throw new TransportError(401, 'unauthorised');
  }
  const session = token === undefined ? undefined : await findBearer(dependencies, token, address, now);
  const isStale = token !== undefined && session === undefined;
  if ((isStale && !endpoint.staleTokenIsVisitor) || (session === undefined && endpoint.access === 'user')) {
    throw new TransportError(401, 'unauthorised');
  }
  return session;
}

/** Whoever shows one made-up bearer after the other does not make the database look each of them up. */
async function findBearer(
  { limits, findSession }: CallerDependencies,
  token: string,
  address: string,
  now: number,
): Promise<Session | undefined> {
  limits.refuseGuessers(address);
  const session = await findSession(token, now);
  if (session === undefined) limits.countGuess(address);
  return session;
}
