/** What a call came to, in the words and numbers of an answer (protocol.md "Answers"). */
import type { Endpoint } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { valuesOfRefusal } from '@marigold/contract/refusal-values';
import type { TextId } from '@marigold/texts/ids';
import type { LanguageId } from '@marigold/texts/languages';
import { languageIds } from '@marigold/texts/languages';
import { say, sayWith } from '@marigold/texts/say';

import { isOutage } from '../database/database.ts';
import type { Log } from '../process/log.ts';
import type { OutputCheck } from './output-check.ts';
import { outputCheck } from './output-check.ts';
import { TransportError } from './transport-error.ts';

export type GatewayAnswer = {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly body: { readonly data: { readonly code: number; readonly msg: string; readonly data: unknown } };
};

/** The answer of a handler's result. Throws what the contract does not declare: that is a defect. */
export function answerOfResult(endpoint: Endpoint, result: object, language: LanguageId): GatewayAnswer {
  return result instanceof Refusal
    ? refused(result, language)
    : answered(declaredOutput(endpoint, result), language);
}

/** What went wrong in a call becomes its answer; what is no "no" of the call's own is logged. */
export function answerOfFailure(error: unknown, path: string, language: LanguageId, log: Log): GatewayAnswer {
  if (error instanceof TransportError) return transportAnswer(error, language);
  if (isOutage(error)) {
    log.warn({ path, err: error }, 'the database is away or busy');
    return transportAnswer(new TransportError(503, 'unavailable', { seconds: 1 }), language);
  }
  log.error({ path, err: error }, 'a defect');
  return transportAnswer(new TransportError(500, 'defect'), language);
}

export function transportAnswer(
  { status, refusal, field, facts }: TransportError,
  language: LanguageId,
): GatewayAnswer {
  const msg = sayWith(language, `error.${refusal}` as TextId, { ...textFacts(facts), field: field ?? '' });
  const data = status === 500 ? null : { refusal, ...(field === undefined ? {} : { field }), facts };
  const seconds = facts['seconds'];
  return {
    status,
    ...(typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {}),
    body: { data: { code: status, msg, data } },
  };
}

const outputChecks = new WeakMap<Endpoint, OutputCheck>();

/** What a handler answered, exactly as the contract declares it; anything else is a defect and throws. */
function declaredOutput(endpoint: Endpoint, result: object): unknown {
  let isDeclared = outputChecks.get(endpoint);
  if (isDeclared === undefined) outputChecks.set(endpoint, (isDeclared = outputCheck(endpoint.output)));
  return isDeclared(result) ? result : endpoint.output.parse(result);
}

const successes = new Map(languageIds.map((language) => [language, say(language, 'error.none')]));

function answered(data: unknown, language: LanguageId): GatewayAnswer {
  return { status: 200, body: { data: { code: 200, msg: successes.get(language) ?? '', data } } };
}

function refused(refusal: Refusal, language: LanguageId): GatewayAnswer {
  const textId = `refusal.${refusal.code}` as TextId;
  const { code, field, facts } = refusal;
  const data = {
    refusal: code,
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
  };
  const msg = sayWith(language, textId, { ...valuesOfRefusal(code), ...textFacts(facts) });
  return { status: 200, body: { data: { code: 422, msg, data } } };
}

/** Facts as a sentence says them: lists with commas; times and amounts are formatted by the text itself. */
function textFacts(facts: Refusal['facts']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, Array.isArray(value) ? value.join(', ') : value]),
  );
}
