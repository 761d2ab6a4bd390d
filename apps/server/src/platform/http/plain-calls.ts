/**
 * The usual call as the wallet makes it, taken from node:http and answered to it: an order costs less than the framework's
 * way to it. Whatever is unusual in a request, the framework answers as it always did.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { contract } from '@marigold/contract/contract';

import type { GatewayAnswer } from './answer.ts';
import type { Incoming } from './incoming.ts';
import type { Metrics } from './metrics.ts';

export type PlainCalls = {
  readonly handle: (incoming: Incoming) => Promise<GatewayAnswer>;
  /** False: every request is the framework's, as while it closes. */
  readonly isOpen: () => boolean;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Names and values by turns; they go with every answer. */
  readonly headers: readonly string[];
  readonly bodyBytesMax: number;
  readonly answered: Metrics['answered'] | undefined;
};

const prefix = '/api/';

/** Stands in front of whoever listens to the requests of a server: answers plain calls and passes on everything else. */
export function answerPlainCalls(server: Server, calls: PlainCalls): void {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const path = calls.isOpen() ? plainPath(request, calls.bodyBytesMax) : undefined;
    if (path !== undefined) take(calls, path, request, response);
    else for (const other of others) other.call(server, request, response);
  });
}

/** The path of a call of the contract with a JSON body of a known and allowed length; undefined for anything else. */
function plainPath({ method, url = '', headers }: IncomingMessage, bytesMax: number): string | undefined {
  if (method !== 'POST' || headers['content-type'] !== 'application/json') return undefined;
  if (headers['transfer-encoding'] !== undefined || !url.startsWith(prefix)) return undefined;
  const bytes = Number(headers['content-length']);
  const path = url.slice(prefix.length);
  return bytes > 0 && bytes <= bytesMax && Object.hasOwn(contract, path) ? path : undefined;
}

function take(calls: PlainCalls, path: string, request: IncomingMessage, response: ServerResponse): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (more ??= [first]).push(chunk);
  });
  // Whoever goes away in the middle of a body has asked nothing.
  request.on('error', () => undefined);
  request.on('end', () => {
    const body = more === undefined ? first : Buffer.concat(more);
    const startedAt = performance.now();
    const { language, authorization, cookie, origin } = request.headers;
    const incoming: Incoming = {
      method: 'POST',
      path,
      body: body?.toString('utf8') ?? '',
      query: {},
      languageHeader: Array.isArray(language) ? language[0] : language,
      authorization,
      cookie,
      origin,
      address: calls.addressOf(request),
    };
    void calls.handle(incoming).then((given) => {
      calls.answered?.(path, given.body.data.code, (performance.now() - startedAt) / 1000);
      write(response, given, calls.headers);
    });
  });
}

function write(response: ServerResponse, given: GatewayAnswer, headers: readonly string[]): void {
  const text = JSON.stringify(given.body);
  const bytes = Buffer.byteLength(text);
  const again = given.retryAfterSeconds;
  response.writeHead(given.status, [
    ...headers,
    'cache-control',
    'no-store',
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(bytes),
    ...(again === undefined ? [] : ['retry-after', String(again)]),
    ...(given.cookies ?? []).flatMap((cookie) => ['set-cookie', cookie]),
  ]);
  // As many bytes as characters: the same in both, and quicker to write.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}
