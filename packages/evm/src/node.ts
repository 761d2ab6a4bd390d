/** One JSON-RPC node: asked with a time-out and a bound on its answer; everything it does wrong has one of two names. */
import { ChainUnavailable } from '@marigold/chain/port';

/** Reliability: nothing outside is waited for longer than this. */
const callTimeoutMs = 10_000;
/** A block of 10,000 logs is about 8 MB of JSON; what is larger than this is no block. */
const answerBytesMax = 64 * 1024 * 1024;
/** How long a node that asked for less is left alone: what it says itself, within these. */
const restMs = { least: 1000, most: 60_000 };

/** The node understood and said no: a reverted call, an unknown method, a transaction it will not take. */
export class NodeRefused extends Error {
  override readonly name = 'NodeRefused';
  readonly code: number;
  constructor(host: string, method: string, code: number, message: string) {
    super(`${host} ${method}: ${message.slice(0, 300)} (${code})`);
    this.code = code;
  }
}

export interface EvmNode {
  /** Host and port: what may be logged, a path often holds a key. */
  readonly host: string;
  /** Throws NodeRefused, or ChainUnavailable where there is no answer to a question. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
}

export interface NodeOptions {
  readonly now?: () => number;
  readonly timeoutMs?: number;
}

export function createNode(url: string, options: NodeOptions = {}): EvmNode {
  const { now = Date.now, timeoutMs = callTimeoutMs } = options;
  const { host } = new URL(url);
  let restsUntil = 0;
  let questions = 0;
  const post = postTo(url);
  async function ask(method: string, params: readonly unknown[]): Promise<Answer> {
    questions += 1;
    try {
      // The signal also holds the body, which a node may begin and never end.
      const response = await post(
        JSON.stringify({ jsonrpc: '2.0', id: questions, method, params }),
        AbortSignal.timeout(timeoutMs),
      );
      const { status, headers } = response;
      if (status === 429 || status === 503) restsUntil = now() + restOf(headers.get('retry-after'));
      return readAnswer(await bodyOf(response), status);
    } catch (error) {
      // The platform's own sentence may repeat the address, which may hold a key.
      throw new ChainUnavailable(`${host} ${method}: ${whyOf(error)}`);
    }
  }
  return {
    host,
    async request(method, params = []) {
      // A node that is asked on while it refuses everybody only refuses for longer.
      if (now() < restsUntil) throw new ChainUnavailable(`${host} asked for fewer questions`);
      const { error, result } = await ask(method, params);
      if (error !== undefined) {
        if (isTooMany(error.code)) {
          restsUntil = now() + restMs.least;
          throw new ChainUnavailable(`${host} asked for fewer questions`);
        }
        throw new NodeRefused(host, method, error.code, error.message);
      }
      if (result === undefined) throw new ChainUnavailable(`${host} ${method}: an answer without a result`);
      return result;
    },
  };
}

interface Refusal {
  readonly code: number;
  readonly message: string;
}
interface Answer {
  readonly result?: unknown;
  readonly error?: Refusal;
}

/** Why there is no answer, in words that hold nothing of the address. */
class NoAnswer extends Error {}

/** A name and a password of the address go where a browser would put them: `fetch` takes none in an address. */
function postTo(url: string): (body: string, signal: AbortSignal) => Promise<Response> {
  const address = new URL(url);
  const headers = new Headers({ 'content-type': 'application/json' });
  if (address.username !== '' || address.password !== '') {
    const login = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
    headers.set('authorization', `Basic ${Buffer.from(login).toString('base64')}`);
    address.username = '';
    address.password = '';
  }
  return async (body, signal) => await fetch(address, { method: 'POST', headers, body, signal });
}

/** The whole body, unless it is said or found to be larger than any answer is. */
async function bodyOf({ headers, body }: Response): Promise<string> {
  const tooLarge = new NoAnswer('an answer larger than any block');
  if (Number(headers.get('content-length')) > answerBytesMax) {
    await body?.cancel();
    throw tooLarge;
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    // Leaving the loop ends the connection.
    if (bytes > answerBytesMax) throw tooLarge;
    parts.push(part);
  }
  return Buffer.concat(parts, bytes).toString('utf8');
}

/** Some nodes refuse a question under a status of its own; where the body says why, the body counts. */
function readAnswer(body: string, status: number): Answer {
  const answer = parsed(body);
  const isRow = typeof answer === 'object' && answer !== null;
  const error = isRow && 'error' in answer ? readError(answer.error) : undefined;
  if ((status < 200 || status > 299) && error?.isWhole !== true) throw new NoAnswer(`status ${status}`);
  if (answer === undefined) throw new NoAnswer('no JSON');
  if (error !== undefined) return { error };
  return { result: isRow && 'result' in answer ? answer.result : undefined };
}

/** Undefined: no error. Whole: with both things that JSON-RPC asks of one. */
function readError(error: unknown): (Refusal & { readonly isWhole: boolean }) | undefined {
  if (error === undefined || error === null) return undefined;
  const row = typeof error === 'object' ? error : {};
  const code = 'code' in row && typeof row.code === 'number' ? row.code : undefined;
  const message = 'message' in row && typeof row.message === 'string' ? row.message : undefined;
  return { code: code ?? 0, message: message ?? '', isWhole: code !== undefined && message !== undefined };
}

/** Undefined: no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whyOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return isLate ? 'no answer in time' : 'no connection';
}

/** Whole seconds; whoever says nothing or writes a date gets the least. */
function restOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  const wanted = Number.isFinite(seconds) ? seconds * 1000 : restMs.least;
  return Math.min(Math.max(wanted, restMs.least), restMs.most);
}

/** EIP-1474: limit exceeded; and what providers answer with status 200 instead of 429. */
function isTooMany(code: number): boolean {
  return code === -32005 || code === 429;
}
