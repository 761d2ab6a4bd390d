/**
 * The scripted answer of the contract in place of the server: a call is opened at the level of `fetch`, found by its path
 * and answered with what the test says. Inputs and answers are held against the contract's own schemas, so that no test
 * talks about a server that cannot exist. What nobody scripted is a problem of the test that met it.
 */
import { type Contract, contract, type Path } from '@marigold/contract/contract';
import { type Endpoint, Refusal, type WireInput, type WireOutput } from '@marigold/contract/endpoint';
import { valuesOfRefusal } from '@marigold/contract/refusal-values';
import type { TextId } from '@marigold/texts/ids';
import { sayWith } from '@marigold/texts/say';

import { isRecord } from '../src/lib/device/storage.ts';
import type { RefusalFor } from '../src/lib/http/api.ts';
import { currentLanguage } from '../src/lib/text/i18n.ts';

/** In place of an answer: the line is broken. */
export const noAnswer = Symbol('no answer');

type Reason = TextId extends infer Id ? (Id extends `error.${infer Word}` ? Word : never) : never;

/** What is wrong before a call is understood (protocol.md "Answers"), such as 401, 404 and 429. */
export class UnservedAnswer {
  readonly status: number;
  readonly reason: Reason;
  readonly facts: Readonly<Record<string, string | number>>;
  constructor(status: number, reason: Reason, facts: Readonly<Record<string, string | number>> = {}) {
    this.status = status;
    this.reason = reason;
    this.facts = facts;
  }
}

/** The server is there, and cannot answer just now. */
export const lost = new UnservedAnswer(503, 'unavailable', { seconds: 1 });

/** What a call is answered with; a promise holds the answer back until the test resolves it. */
export type ScriptedAnswer<P extends Path> =
  | WireOutput<Contract[P]>
  | Refusal<RefusalFor<P>>
  | UnservedAnswer
  | typeof noAnswer;

type Scripted<P extends Path> =
  | ScriptedAnswer<P>
  | Promise<ScriptedAnswer<P>>
  | ((input: WireInput<Contract[P]>) => ScriptedAnswer<P> | Promise<ScriptedAnswer<P>>);

/** Answers by path. A refusal that the contract does not declare, and a wrong field, do not compile. */
export type Script = { readonly [P in Path]?: Scripted<P> };

type Heard = { readonly path: Path; readonly input: unknown };

/** The browser's own, whatever clock a test sets. */
const { setTimeout: laterByItself } = globalThis;

/** Breaks the line of each call that waits for its answer. */
const waiting = new Set<() => void>();

let script: Readonly<Record<string, unknown>> = {};
let heard: Heard[] = [];
let problems: string[] = [];

/** From now on these calls are answered so; what was scripted before for other paths stays. */
export function answers(more: Script): void {
  script = { ...script, ...more };
}

/** An answer that a test gives when it wants to: `const late = held('trade/submit')`. */
export function held<P extends Path>(_path: P) {
  return Promise.withResolvers<ScriptedAnswer<P>>();
}

/** The inputs with which a path was called since the test began, oldest first. */
export function callsOf<P extends Path>(path: P): readonly WireInput<Contract[P]>[] {
  return heard.filter((one) => one.path === path).map((one) => one.input as WireInput<Contract[P]>);
}

/** Begins a test with nothing heard. `first` are the answers of a quiet day. */
export function beginAnswers(first: Script): void {
  script = first;
  heard = [];
  problems = [];
}

/**
 * Ends a test: calls whose answer it holds back get none. Left to the browser they would end ten seconds later, by the
 * time-out of calls, and the test that runs then would be offline.
 */
export async function endAnswers(): Promise<void> {
  for (const breakLine of waiting) breakLine();
  await new Promise((resolve) => laterByItself(resolve, 0));
}

/** What nobody scripted and what no server would say, in words. */
export function problemsOfAnswers(): readonly string[] {
  return problems;
}

/** Takes the place of `fetch`: calls of the contract are answered here, everything else is a problem. */
export async function scriptedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(url, window.location.href);
  const path = pathname.replace(/^\/api\//, '');
  if (!isPath(path)) {
    problems.push(`nothing answers ${pathname}`);
    throw new TypeError('Failed to fetch');
  }
  const input = init.method === 'GET' ? Object.fromEntries(searchParams) : open(init.body);
  heard.push({ path, input });
  init.signal?.throwIfAborted();
  const line = brokenLine(init.signal);
  const answer = await Promise.race([answerOf(path, input), line.broken]).finally(line.close);
  if (answer === noAnswer) throw new TypeError('Failed to fetch');
  return new Response(answerText(contract[path], answer));
}

/** An answer as it travels. What cannot be put into words, such as a refusal without a fact that its sentence needs, is no broken line. */
export function answerText(endpoint: Endpoint, answer: unknown): string {
  try {
    return JSON.stringify({ data: bodyOf(endpoint, answer) });
  } catch (error) {
    problems.push(`the answer of ${endpoint.path}: ${String(error)}`);
    throw error;
  }
}

function isPath(path: string): path is Path {
  return Object.hasOwn(contract, path);
}

/** The data of a sealed envelope, without the mark that travels for the loading mask. */
function open(body: unknown): unknown {
  const { data: sealed } = JSON.parse(String(body)) as { readonly data: string };
  const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0));
  const { appRequest } = JSON.parse(new TextDecoder().decode(bytes)) as {
    readonly appRequest: { readonly data: Readonly<Record<string, unknown>> };
  };
  const { _disableLoading: _, ...input } = appRequest.data;
  return input;
}

async function answerOf(path: Path, input: unknown): Promise<unknown> {
  // No network answers within the turn of the event that asked.
  await new Promise((resolve) => laterByItself(resolve, 1));
  checkInput(path, input);
  if (!Object.hasOwn(script, path)) {
    problems.push(`no answer is scripted for ${path} ${JSON.stringify(input)}`);
    return noAnswer;
  }
  const answer: unknown = script[path];
  const answerFor = answer as (input: unknown) => unknown;
  return await (typeof answer === 'function' ? answerFor(input) : answer);
}

/** A read that a screen gives up ends as the browser's own does, and every call ends with its test. */
function brokenLine(signal: AbortSignal | null | undefined) {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const breakLine = () => reject(new TypeError('Failed to fetch'));
  waiting.add(breakLine);
  signal?.addEventListener('abort', () => reject(signal.reason as Error));
  return { broken, close: () => waiting.delete(breakLine) };
}

function checkInput(path: Path, input: unknown): void {
  const { input: schema, idempotent: isOnce }: Endpoint = contract[path];
  const { requestId, ...fields } = isRecord(input) ? input : {};
  if (isOnce !== (typeof requestId === 'string')) problems.push(`${path}: requestId ${String(requestId)}`);
  const { error } = schema.safeParse(fields);
  if (error !== undefined) problems.push(`${path} ${JSON.stringify(fields)}: ${error.message}`);
}

/** What stands in the answer's own `data` (protocol.md "Answers"). */
function bodyOf({ path, output }: Endpoint, answer: unknown) {
  if (answer instanceof UnservedAnswer) {
    const { status, reason, facts } = answer;
    const msg = sayWith(currentLanguage(), `error.${reason}`, { field: '', ...facts });
    return { code: status, msg, data: { refusal: reason, facts } };
  }
  if (answer instanceof Refusal) {
    const { code, facts, field } = answer as Refusal;
    const msg = sayWith(currentLanguage(), `refusal.${code}` as TextId, {
      ...valuesOfRefusal(code),
      ...facts,
    });
    return { code: 422, msg, data: { refusal: code, facts, ...(field === undefined ? {} : { field }) } };
  }
  const { error } = output.safeParse(answer);
  if (error !== undefined) problems.push(`the answer of ${path} is none: ${error.message}`);
  return { code: 200, msg: '', data: answer };
}
