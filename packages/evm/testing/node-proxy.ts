/**
 * A node between a test and the real one: it can be away, slow, rude or dishonest, and it keeps the rule of the main
 * network that the local node does not know: a replacement pays a tenth more, twice.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { parseTransaction, recoverTransactionAddress } from 'viem';
import { keccak256 } from 'viem/utils';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * How a call is answered: by the node, perhaps changed; not at all; with a status; with an error of JSON-RPC. `lost`: the
 * node took it and nobody hears of it. `half` never ends what it says, `huge` announces more than anybody wants to hear.
 */
export type Behaviour =
  | { readonly kind: 'change'; readonly change: (result: unknown) => unknown }
  | { readonly kind: 'down' | 'silent' | 'lost' | 'half' | 'huge' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number; readonly body?: string }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

export interface NodeProxy {
  readonly url: string;
  /** How each call is answered; undefined: honestly. */
  behave: (call: RpcCall) => Behaviour | undefined;
  /** The node behind it. */
  target: string;
  /** Calls since the start, by method. */
  readonly counts: ReadonlyMap<string, number>;
  readonly stop: () => Promise<void>;
}

const nodeUnderpriced = { code: -32000, message: 'replacement transaction underpriced' };

export async function startNodeProxy(target: string): Promise<NodeProxy> {
  const counts = new Map<string, number>();
  const pool = createPoolRule();
  const proxy = { target, behave: (): Behaviour | undefined => undefined };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const call = JSON.parse(body) as RpcCall & { readonly id: number };
    counts.set(call.method, (counts.get(call.method) ?? 0) + 1);
    const behaviour = running.behave(call);
    if (behaviour?.kind === 'silent') return undefined;
    if (behaviour?.kind === 'down') return hangUp(response);
    if (behaviour?.kind === 'half') return void response.write('{"jsonrpc":"2.0",');
    if (behaviour?.kind === 'huge')
      return void response.writeHead(200, { 'content-length': 10 ** 9 }).write('{');
    if (behaviour?.kind === 'status') return fail(response, behaviour);
    if (behaviour?.kind === 'error') return reply(response, { id: call.id, error: behaviour });
    if (call.method === 'eth_sendRawTransaction' && !(await pool.takes(proxy.target, call.params[0])))
      return reply(response, { id: call.id, error: nodeUnderpriced });
    const result = await forward(proxy.target, body);
    if (behaviour?.kind === 'lost') return hangUp(response);
    if (behaviour?.kind !== 'change' || !('result' in result)) return reply(response, result);
    return reply(response, { ...result, result: behaviour.change(result.result) });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port for the proxy');
  const running: NodeProxy = Object.assign(proxy, {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return running;
}

/** Waits for something that a real process does; the test's own time-out ends a wait in vain. */
export async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}

async function forward(target: string, body: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(target, { method: 'POST', headers, body });
  return (await response.json()) as Record<string, unknown>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function reply(response: ServerResponse, answer: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', ...answer }));
}

function hangUp(response: ServerResponse): void {
  response.destroy();
}

function fail(
  response: ServerResponse,
  { status, retryAfter, body = '' }: Extract<Behaviour, { kind: 'status' }>,
): void {
  response.statusCode = status;
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  response.end(body);
}

interface Waiting {
  readonly hash: string;
  readonly feeMax: bigint;
  readonly tip: bigint;
}

/** What geth asks of a second transaction of one account and nonce while the first one waits. */
function createPoolRule(): { readonly takes: (target: string, raw: unknown) => Promise<boolean> } {
  const waiting = new Map<string, Waiting>();
  return {
    async takes(target, raw) {
      const read = await readRaw(raw);
      // Nothing that a node could read: the real one says so better.
      if (read === undefined) return true;
      const before = waiting.get(read.slot);
      const isReplacing =
        before !== undefined && before.hash !== read.hash && (await isWaiting(target, before.hash));
      const tenthMore = (value: bigint): bigint => (value * 110n + 99n) / 100n;
      if (isReplacing && (read.feeMax < tenthMore(before.feeMax) || read.tip < tenthMore(before.tip)))
        return false;
      waiting.set(read.slot, read);
      return true;
    },
  };
}

async function readRaw(raw: unknown): Promise<(Waiting & { readonly slot: string }) | undefined> {
  try {
    const serializedTransaction = raw as `0x02${string}`;
    const {
      nonce = 0,
      maxFeePerGas = 0n,
      maxPriorityFeePerGas = 0n,
    } = parseTransaction(serializedTransaction);
    const from = await recoverTransactionAddress({ serializedTransaction });
    const hash = keccak256(serializedTransaction);
    return { slot: `${from}/${nonce}`, hash, feeMax: maxFeePerGas, tip: maxPriorityFeePerGas };
  } catch {
    return undefined;
  }
}

async function isWaiting(target: string, hash: string): Promise<boolean> {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash', params: [hash] };
  const { result } = await forward(target, JSON.stringify(call));
  return typeof result === 'object' && result !== null && 'blockHash' in result && result.blockHash === null;
}
