/** One JSON-RPC node: asked with a time-out and a bound on its answer; everything it does wrong has one of two names. */
import { ChainUnavailable } from '@marigold/chain/port';
import { getHttpRpcClient } from 'viem/utils';

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
  const client = getHttpRpcClient(url, {
    // Its own limit ends with the headers; the signal below also holds the body.
    timeout: 0,
    maxResponseBodySize: answerBytesMax,
    onResponse({ status, headers }) {
      if (status === 429 || status === 503) restsUntil = now() + restOf(headers.get('retry-after'));
    },
  });
  return {
    host,
    async request(method, params = []) {
      // A node that is asked on while it refuses everybody only refuses for longer.
      if (now() < restsUntil) throw new ChainUnavailable(`${host} asked for fewer questions`);
      const answer = await ask(client, host, method, params, timeoutMs);
      const { error, result } = answer;
      if (error !== undefined && error !== null) {
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

type HttpClient = ReturnType<typeof getHttpRpcClient>;
interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string } | null;
}

async function ask(
  client: HttpClient,
  host: string,
  method: string,
  params: readonly unknown[],
  timeoutMs: number,
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer: unknown = await client.request({ body: { method, params }, fetchOptions: { signal } });
    return readAnswer(answer);
  } catch (error) {
    // The library's own sentence repeats the address and the question; the address may hold a key.
    throw new ChainUnavailable(`${host} ${method}: ${whyOf(error)}`);
  }
}

function readAnswer(answer: unknown): Answer {
  if (typeof answer !== 'object' || answer === null) return {};
  const error = 'error' in answer ? answer.error : undefined;
  const result = 'result' in answer ? answer.result : undefined;
  if (error === undefined || error === null) return { result };
  if (typeof error !== 'object') return { error: { code: 0, message: 'an error without a code' } };
  const code = 'code' in error && typeof error.code === 'number' ? error.code : 0;
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  return { error: { code, message } };
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if ('status' in error && typeof error.status === 'number') return `status ${error.status}`;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  if (error.name === 'ResponseBodyTooLargeError') return 'an answer larger than any block';
  return error.name === 'HttpRequestError' ? 'no connection or no JSON' : error.name;
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
