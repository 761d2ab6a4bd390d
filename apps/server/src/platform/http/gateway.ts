/**
 * One call from its raw body to its answer: envelope, bearer, validation, limits, once-only, handler, words. Knows
 * HTTP only as numbers; http.ts mounts it.
 */
import type { Path } from '@marigold/contract/contract';
import { contract } from '@marigold/contract/contract';
import type { Endpoint, Facts } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { valuesOfRefusal } from '@marigold/contract/refusal-values';
import type { TextId } from '@marigold/texts/ids';
import type { LanguageId } from '@marigold/texts/languages';
import { languageIds, languageOf } from '@marigold/texts/languages';
import { say, sayWith } from '@marigold/texts/say';
import * as z from 'zod';

import type { Database, Databases } from '../database/database.ts';
import { isOutage } from '../database/database.ts';
import type { Clock } from '../process/clock.ts';
import { crashPoint } from '../process/crash-point.ts';
import type { Log } from '../process/log.ts';
import type { Call, Handlers, Session } from './call.ts';
import type { DeviceNames } from './device-name.ts';
import type { Opened } from './envelope.ts';
import { openEnvelope } from './envelope.ts';
import type { Limits } from './limits.ts';
import type { OutputCheck } from './output-check.ts';
import { outputCheck } from './output-check.ts';
import type { RequestKey } from './request-key.ts';
import { digestInput, keepAnswer, takeRequestKey } from './request-key.ts';
import { findBrokenText } from './strict-json.ts';
import type { TransportStatus } from './transport-error.ts';
import { fieldName, malformed, TransportError } from './transport-error.ts';
import { createTurns } from './turns.ts';

/** A call as HTTP brought it. `body` is the raw text of a POST, `query` the plain fields of a GET. */
export type Incoming = {
  readonly method: 'GET' | 'POST' | 'other';
  readonly path: string;
  readonly body: string | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly languageHeader: string | undefined;
  readonly authorization: string | undefined;
  readonly address: string;
};

export type Answer = {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  readonly body: { readonly data: { readonly code: number; readonly msg: string; readonly data: unknown } };
};

export type GatewayDependencies = {
  readonly databases: Databases;
  readonly handlers: Handlers;
  readonly limits: Limits;
  readonly findSession: (token: string, now: number) => Promise<Session | undefined>;
  readonly clock: Clock;
  /** Secret of the envelope's format check. */
  readonly apiSecret: string;
  /** Keys the digest of requestIds. */
  readonly secretKey: string;
  readonly log: Log;
};

export type Gateway = {
  handle(incoming: Incoming): Promise<Answer>;
  /**
   * A call whose body is no envelope (spec 7: file/upload), done by `work`. Caller, limits, words and what goes wrong are as
   * in any other call; the device is that of the session.
   */
  beside(
    endpoint: Endpoint,
    incoming: Omit<Incoming, 'method' | 'body' | 'query'>,
    work: (call: Call<'user'>) => Promise<object | Refusal>,
  ): Promise<Answer>;
  /** The answer for what HTTP itself refused: a body too large, of another type, or cut off. */
  refuse(status: TransportStatus, refusal: string, languageHeader: string | undefined, facts?: Facts): Answer;
};

type UntypedHandler = (input: unknown, call: Call) => Promise<object | Refusal>;

/** Carries a refusal out of a transaction so that it rolls back. */
class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const requestIdSchema = z.uuid();
/** Of the connections of a process, one person's long reads hold this many and no more. */
const longReadBounds = { atOnce: 3, waitingMax: 50 } as const;
const bearer = /^Bearer [A-Za-z0-9_-]{20,100}$/;

export function createGateway(dependencies: GatewayDependencies): Gateway {
  const { clock, databases, log } = dependencies;
  const inTurn = createTurns(longReadBounds);

  async function run(incoming: Incoming, language: LanguageId): Promise<Answer> {
    const now = clock();
    const endpoint = findEndpoint(incoming);
    const opened = openCall(incoming, dependencies.apiSecret, now);
    const session = await findCaller(endpoint, incoming, now);
    await dependencies.limits.take(endpoint.path, endpoint.limits ?? [], {
      user: session?.userId,
      address: incoming.address,
      device: opened.deviceId,
    });
    const { requestId, ...fields } = opened.data;
    const input = parseInput(endpoint, endpoint.idempotent ? fields : opened.data);
    const call: Omit<Call, 'db'> = {
      aside: databases.aside,
      session,
      deviceId: opened.deviceId,
      deviceName: opened.deviceName,
      deviceFamily: opened.deviceFamily,
      address: incoming.address,
      language,
      now,
    };
    const handler = dependencies.handlers[endpoint.path as Path] as unknown as UntypedHandler;
    const result = endpoint.idempotent
      ? await runOnce(endpoint, handler, input, call, { requestId: parseRequestId(requestId), fields })
      : await runPlain(endpoint, handler, input, call);
    if (endpoint.idempotent) crashPoint('call.after-commit');
    return result instanceof Refusal
      ? refused(result, language)
      : answered(declaredOutput(endpoint, result), language);
  }

  async function runPlain(
    endpoint: Endpoint,
    handler: UntypedHandler,
    input: unknown,
    call: Omit<Call, 'db'>,
  ): Promise<object | Refusal> {
    const work = async () => await handler(input, { ...call, db: databases.main });
    return endpoint.isLongRead === true && call.session !== undefined
      ? await inTurn(call.session.userId, work)
      : await work();
  }

  async function findCaller(
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
    const session = token === undefined ? undefined : await findBearer(token, address, now);
    const isStale = token !== undefined && session === undefined;
    if ((isStale && !endpoint.staleTokenIsVisitor) || (session === undefined && endpoint.access === 'user')) {
      throw new TransportError(401, 'unauthorised');
    }
    return session;
  }

  /** Whoever shows one made-up bearer after the other does not make the database look each of them up. */
  async function findBearer(token: string, address: string, now: number): Promise<Session | undefined> {
    dependencies.limits.refuseGuessers(address);
    const session = await dependencies.findSession(token, now);
    if (session === undefined) dependencies.limits.countGuess(address);
    return session;
  }

  function runOnce(
    endpoint: Endpoint,
    handler: UntypedHandler,
    input: unknown,
    call: Omit<Call, 'db'>,
    { requestId, fields }: { requestId: string; fields: Record<string, unknown> },
  ): Promise<object | Refusal> {
    const key: RequestKey = {
      scope: call.session === undefined ? `device:${call.deviceId}` : `user:${call.session.userId}`,
      requestId,
      path: endpoint.path,
      digest: digestInput(endpoint.path, fields, dependencies.secretKey),
    };
    if (endpoint.isGroupCommitted === true)
      return handler(input, { ...call, db: databases.main, requestKey: key });
    return transact(endpoint, key, call.now, async (db) => await handler(input, { ...call, db }));
  }

  /** The key, what the call does and its answer, in one transaction. */
  async function transact(
    endpoint: Endpoint,
    key: RequestKey,
    now: number,
    work: (db: Database) => Promise<object | Refusal>,
  ): Promise<object | Refusal> {
    try {
      return await databases.main.transaction().execute(async (db) => {
        const known = await takeRequestKey(db, key, now);
        if (known.kind === 'answered') return known.answer as object;
        if (known.kind === 'expired') {
          throw new RolledBack(new Refusal('already_applied', { id: known.objectId ?? '' }));
        }
        const result = await work(db);
        if (result instanceof Refusal) throw new RolledBack(result);
        await keepAnswer(db, key, result as Record<string, unknown>, endpoint);
        crashPoint('call.before-commit');
        return result;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.refusal;
      throw error;
    }
  }

  async function runBeside(
    endpoint: Endpoint,
    incoming: Pick<Incoming, 'authorization' | 'address'>,
    language: LanguageId,
    work: (call: Call<'user'>) => Promise<object | Refusal>,
  ): Promise<Answer> {
    const now = clock();
    const { address } = incoming;
    const session = await findCaller(endpoint, incoming, now);
    if (session === undefined) throw new TransportError(401, 'unauthorised');
    const { userId, deviceId } = session;
    await dependencies.limits.take(endpoint.path, endpoint.limits ?? [], {
      user: userId,
      address,
      device: deviceId,
    });
    const { main: db, aside } = databases;
    const call = { db, aside, session, deviceId, ...namelessDevice, address, language, now };
    const result = await work(call);
    return result instanceof Refusal
      ? refused(result, language)
      : answered(declaredOutput(endpoint, result), language);
  }

  /** What went wrong in a call becomes its answer. */
  function failed(error: unknown, path: string, language: LanguageId): Answer {
    if (error instanceof TransportError) return transportAnswer(error, language);
    if (isOutage(error)) {
      log.warn({ path, err: error }, 'the database is away or busy');
      return transportAnswer(new TransportError(503, 'unavailable', { seconds: 1 }), language);
    }
    log.error({ path, err: error }, 'a defect');
    return transportAnswer(new TransportError(500, 'defect'), language);
  }

  return {
    handle(incoming) {
      const language = languageOf(incoming.languageHeader);
      return run(incoming, language).catch((error: unknown) => failed(error, incoming.path, language));
    },
    async beside(endpoint, incoming, work) {
      const language = languageOf(incoming.languageHeader);
      try {
        return await runBeside(endpoint, incoming, language, work);
      } catch (error) {
        return failed(error, endpoint.path, language);
      }
    },
    refuse(status, refusal, languageHeader, facts = {}) {
      return transportAnswer(new TransportError(status, refusal, facts), languageOf(languageHeader));
    },
  };
}

function findEndpoint({ path, method }: Incoming): Endpoint {
  const endpoint: Endpoint | undefined = Object.hasOwn(contract, path) ? contract[path as Path] : undefined;
  if (endpoint === undefined) throw new TransportError(404, 'not_found');
  if (method === 'POST' || (method === 'GET' && endpoint.access === 'public')) return endpoint;
  throw new TransportError(405, 'method_not_allowed');
}

function openCall({ method, body, query }: Incoming, apiSecret: string, now: number): Opened {
  if (method !== 'GET') return openEnvelope(body ?? '', apiSecret, now);
  const data = { ...query };
  const broken = findBrokenText(data);
  if (broken !== undefined) throw malformed(fieldName(broken));
  return { deviceId: 'get', ...namelessDevice, data };
}

/** Where no envelope says what the call comes from. */
const namelessDevice: DeviceNames = { deviceName: '', deviceFamily: '' };

function parseRequestId(value: unknown): string {
  const parsed = requestIdSchema.safeParse(value);
  if (!parsed.success) throw malformed('requestId');
  return parsed.data.toLowerCase();
}

function parseInput(endpoint: Endpoint, data: unknown): unknown {
  const parsed = endpoint.input.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path =
    issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
  throw malformed(fieldName(path));
}

const outputChecks = new WeakMap<Endpoint, OutputCheck>();

/** What a handler answered, exactly as the contract declares it; anything else is a defect and throws. */
function declaredOutput(endpoint: Endpoint, result: object): unknown {
  let isDeclared = outputChecks.get(endpoint);
  if (isDeclared === undefined) outputChecks.set(endpoint, (isDeclared = outputCheck(endpoint.output)));
  return isDeclared(result) ? result : endpoint.output.parse(result);
}

const successes = new Map(languageIds.map((language) => [language, say(language, 'error.none')]));

function answered(data: unknown, language: LanguageId): Answer {
  return { status: 200, body: { data: { code: 200, msg: successes.get(language) ?? '', data } } };
}

function refused(refusal: Refusal, language: LanguageId): Answer {
  const textId = `refusal.${refusal.code}` as TextId;
  const { code, field, facts } = refusal;
  const data = {
    refusal: code,
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
  };
  const msg = sayWith(language, textId, { ...valuesOfRefusal(code), ...spoken(facts) });
  return { status: 200, body: { data: { code: 422, msg, data } } };
}

/** Facts as a sentence says them: lists with commas; times and amounts are formatted by the text itself. */
function spoken(facts: Refusal['facts']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function transportAnswer({ status, refusal, field, facts }: TransportError, language: LanguageId): Answer {
  const msg = sayWith(language, `error.${refusal}` as TextId, { ...spoken(facts), field: field ?? '' });
  const data = status === 500 ? null : { refusal, ...(field === undefined ? {} : { field }), facts };
  const seconds = facts['seconds'];
  return {
    status,
    ...(typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {}),
    body: { data: { code: status, msg, data } },
  };
}
