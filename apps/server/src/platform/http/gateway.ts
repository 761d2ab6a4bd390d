/**
 * One call from its raw body to its answer: envelope, bearer, limits, validation, once-only, handler, words. Each step is
 * a file of its own. Knows HTTP only as numbers; http.ts mounts it.
 */
import type { Path } from '@marigold/contract/contract';
import type { Endpoint, Limit, RefusalFacts } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import type { LanguageId } from '@marigold/texts/languages';
import { languageOf } from '@marigold/texts/languages';

import type { Databases } from '../database/database.ts';
import type { Clock } from '../process/clock.ts';
import type { CountryOf } from '../process/country-table.ts';
import { crashPoint } from '../process/crash-point.ts';
import type { Log } from '../process/log.ts';
import type { GatewayAnswer } from './answer.ts';
import { answerOfFailure, answerOfResult, transportAnswer } from './answer.ts';
import type { Admitted, Call, Handlers, OutgoingCookies } from './call.ts';
import { findCaller, findPhoneUser } from './caller.ts';
import type { Cookies, PresentedCookies } from './cookies.ts';
import type { Opened } from './envelope.ts';
import type { Incoming } from './incoming.ts';
import { findEndpoint, openCall, parseInput, parseRequestId } from './incoming.ts';
import type { Limits } from './limits.ts';
import { runOnce } from './run-once.ts';
import type { FoundSession, PresentedSession } from './session.ts';
import type { TransportStatus } from './transport-error.ts';
import { TransportError } from './transport-error.ts';
import type { Turns } from './turns.ts';
import { createTurns } from './turns.ts';

const noLimits: readonly Limit[] = [];

export type GatewayDependencies = {
  readonly databases: Databases;
  readonly handlers: Handlers;
  readonly limits: Limits;
  readonly findSession: (presented: PresentedSession, now: number) => Promise<FoundSession | undefined>;
  /** Whose photos the phone with this key may bring (kyc/phone/open); it can do nothing else. */
  readonly findPhone: (key: string, now: number) => Promise<{ readonly userId: string } | undefined>;
  readonly cookies: Cookies;
  /** Nobody's country is known without it. */
  readonly countryOf?: CountryOf | undefined;
  /** Where cookies come from other sites as well: the only origin whose calls bring them. Elsewhere browsers see to it. */
  readonly ownOrigin?: (() => string) | undefined;
  readonly clock: Clock;
  /** Secret of the envelope's format check. */
  readonly apiSecret: string;
  /** Keys the digest of requestIds. */
  readonly secretKey: string;
  readonly log: Log;
};

export type Gateway = {
  handle(incoming: Incoming): Promise<GatewayAnswer>;
  /**
   * A call whose body is no envelope (spec 7: file/upload), done by `work`. Caller, limits, words and what goes wrong are as
   * in any other call; the device is that of the session.
   */
  beside(
    endpoint: Endpoint,
    incoming: Omit<Incoming, 'method' | 'body' | 'query'>,
    work: (call: BesideCall) => Promise<object | Refusal>,
  ): Promise<GatewayAnswer>;
  /** The answer for what HTTP itself refused: a body too large, of another type, or cut off. */
  refuse(
    status: TransportStatus,
    refusal: string,
    languageHeader: string | undefined,
    facts?: RefusalFacts,
  ): GatewayAnswer;
};

/** A call without an envelope, of its person or of a phone that brings photos for them. */
export type BesideCall = Pick<Call, 'db' | 'now'> & {
  readonly userId: string;
  /** It may bring what proves an identity, and nothing else. */
  readonly isPhone: boolean;
};

/** Of the connections of a process, one person's long reads hold this many and no more. */
const longReadBounds = { atOnce: 3, waitingMax: 50 } as const;

export function createGateway(dependencies: GatewayDependencies): Gateway {
  const { log } = dependencies;
  const inTurn = createTurns(longReadBounds);
  return {
    handle(incoming) {
      const language = languageOf(incoming.languageHeader);
      return run(dependencies, inTurn, incoming, language).catch((error: unknown) =>
        answerOfFailure(error, incoming.path, language, log),
      );
    },
    async beside(endpoint, incoming, work) {
      const language = languageOf(incoming.languageHeader);
      try {
        return await runBeside(dependencies, endpoint, incoming, language, work);
      } catch (error) {
        return answerOfFailure(error, endpoint.path, language, log);
      }
    },
    refuse(status, refusal, languageHeader, facts = {}) {
      return transportAnswer(new TransportError(status, refusal, facts), languageOf(languageHeader));
    },
  };
}

/** The steps of a call in their order; a "no" of one is thrown, and nothing behind it happens. */
async function run(
  dependencies: GatewayDependencies,
  inTurn: Turns,
  incoming: Incoming,
  language: LanguageId,
): Promise<GatewayAnswer> {
  const now = dependencies.clock();
  const endpoint = findEndpoint(incoming);
  const opened = openCall(incoming, dependencies.apiSecret, now);
  const cookies = cookiesOf(dependencies, incoming);
  const { authorization, address } = incoming;
  const presented = { authorization, address, half: cookies.half, deviceId: opened.deviceId };
  const found = await findCaller(dependencies, endpoint, presented, now);
  const session = found?.session;
  await dependencies.limits.take(endpoint.path, endpoint.limits ?? noLimits, {
    user: session?.userId,
    address: incoming.address,
    device: opened.deviceId,
  });
  const once = endpoint.idempotent ? splitRequestId(opened.data) : undefined;
  const input = parseInput(endpoint, once?.fields ?? opened.data);
  const outgoing: OutgoingCookies = {};
  const call: Omit<Call, 'db'> = {
    aside: dependencies.databases.aside,
    session,
    deviceCookie: cookies.device,
    outgoing,
    deviceId: opened.deviceId,
    deviceName: opened.deviceName,
    deviceFamily: opened.deviceFamily,
    address: incoming.address,
    country: dependencies.countryOf?.(incoming.address),
    language,
    now,
  };
  const handler = dependencies.handlers[endpoint.path as Path] as unknown as Admitted['handler'];
  const admitted: Admitted = { endpoint, handler, input, call };
  const result =
    once === undefined
      ? await runPlain(dependencies.databases, inTurn, admitted)
      : await runOnce(dependencies, admitted, { ...once, requestId: parseRequestId(once.requestId) });
  if (once !== undefined) crashPoint('call.after-commit');
  const answer = answerOfResult(endpoint, result, language);
  return withCookies(dependencies.cookies, answer, found, result instanceof Refusal ? {} : outgoing);
}

/** The input of a call that is applied once, and its id. */
function splitRequestId({ requestId, ...fields }: Opened['data']) {
  return { requestId, fields };
}

/** A call of another origin counts as one without cookies. */
function cookiesOf(
  { cookies, ownOrigin }: Pick<GatewayDependencies, 'cookies' | 'ownOrigin'>,
  { cookie, origin }: Pick<Incoming, 'cookie' | 'origin'>,
): PresentedCookies {
  const isForeign = ownOrigin !== undefined && origin !== undefined && origin !== new URL(ownOrigin()).origin;
  return cookies.read(isForeign ? undefined : cookie);
}

/** What the call itself sends goes before the successor of a half that it was made with. */
function withCookies(
  cookies: Cookies,
  answer: GatewayAnswer,
  found: FoundSession | undefined,
  { half, device }: OutgoingCookies,
): GatewayAnswer {
  const next = half ?? found?.renewed;
  if (next === undefined && device === undefined) return answer;
  return {
    ...answer,
    cookies: [
      ...(next === undefined
        ? []
        : [next === 'none' ? cookies.noHalf() : cookies.half(next.half, next.days)]),
      ...(device === undefined ? [] : [cookies.device(device)]),
    ],
  };
}

/** A call that is not applied once; one that reads long waits for a turn of its person. */
async function runPlain(
  { main }: Pick<Databases, 'main'>,
  inTurn: Turns,
  { endpoint, handler, input, call }: Admitted,
): Promise<object | Refusal> {
  const work = async () => await handler(input, { ...call, db: main });
  return endpoint.isLongRead === true && call.session !== undefined
    ? await inTurn(call.session.userId, work)
    : await work();
}

async function runBeside(
  dependencies: GatewayDependencies,
  endpoint: Endpoint,
  incoming: Omit<Incoming, 'method' | 'body' | 'query'>,
  language: LanguageId,
  work: (call: BesideCall) => Promise<object | Refusal>,
): Promise<GatewayAnswer> {
  const { clock, databases, limits } = dependencies;
  const now = clock();
  const { address } = incoming;
  const db = databases.main;
  const userOfPhone = await findPhoneUser(dependencies, incoming, now);
  if (userOfPhone !== undefined) {
    await limits.take(endpoint.path, endpoint.limits ?? noLimits, { user: userOfPhone, address, device: '' });
    return answerOfResult(endpoint, await work({ db, userId: userOfPhone, isPhone: true, now }), language);
  }
  const { half } = cookiesOf(dependencies, incoming);
  const found = await findCaller(dependencies, endpoint, { ...incoming, half, deviceId: undefined }, now);
  if (found === undefined) throw new TransportError(401, 'unauthorised');
  const { userId, deviceId } = found.session;
  await limits.take(endpoint.path, endpoint.limits ?? noLimits, { user: userId, address, device: deviceId });
  const result = await work({ db, userId, isPhone: false, now });
  return withCookies(dependencies.cookies, answerOfResult(endpoint, result, language), found, {});
}
