import type { IncomingMessage } from 'node:http';

/** Fastify around the gateway: the API, security headers, health, and later the pages. One origin serves everything. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';

import { isOutage } from '../database/database.ts';
import { createAddressOf } from '../process/caller-address.ts';
import type { LinkRules } from '../process/config.ts';
import type { Log } from '../process/log.ts';
import type { GatewayAnswer } from './answer.ts';
import type { Gateway } from './gateway.ts';
import type { Incoming } from './incoming.ts';
import type { Metrics } from './metrics.ts';
import { answerPlainCalls } from './plain-calls.ts';
import { findBrokenText } from './strict-json.ts';
import type { TransportStatus } from './transport-error.ts';
import { malformed, TransportError } from './transport-error.ts';

/** protocol.md "Answers": larger bodies are refused. */
export const bodyBytesMax = 64 * 1024;
/** Spec 9: the network time-out in the app's configuration. A body that takes longer is not waited for. */
const requestTimeoutMs = 60_000;

export type Health = {
  /** The program runs; false never reaches anybody. */
  readonly live: true;
  readonly ready: boolean;
  /** `open`: it runs, and something of it waits for operators. */
  readonly parts: Readonly<Record<string, 'ok' | 'down' | 'halted' | 'open'>>;
};

export type HttpDependencies = {
  readonly gateway: Pick<Gateway, 'handle' | 'refuse'>;
  /** False in a process without the role `api`: then only its health is served. */
  readonly servesApi?: boolean;
  readonly addressOf?: (request: IncomingMessage) => string;
  /** Who may be shown in a frame and who may frame us; nobody without it. */
  readonly links?: Pick<LinkRules, 'frameHosts' | 'wrapperOrigin'>;
  /** Told of every answered call: path as asked, code, seconds. */
  readonly answered?: Metrics['answered'];
  /** Told of defects beside the calls; the gateway tells of those within. */
  readonly log?: Pick<Log, 'error'>;
  readonly health: () => Promise<Health>;
};

export async function createHttp(dependencies: HttpDependencies): Promise<FastifyInstance> {
  const { gateway, health, servesApi = true, addressOf = createAddressOf([]), answered } = dependencies;
  const app = fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    logger: false,
    routerOptions: { maxParamLength: 200 },
    // A request line of which no path can be made; nothing of what is registered below has seen it.
    frameworkErrors(error, request, reply) {
      reply.headers(answerHeaders);
      write(reply, answerTo(error, request));
    },
  });
  function answerTo(error: Failure, request: FastifyRequest): GatewayAnswer {
    const language = single(request.headers['language']);
    // What is no call (the demo's pages) meets an outage without the gateway.
    if (isOutage(error)) return gateway.refuse(503, 'unavailable', language, { seconds: 1 });
    const [status, refusal] = refusalOf(error);
    if (status === 500)
      dependencies.log?.error({ path: request.url.split('?')[0], err: error }, 'a defect beside the calls');
    return gateway.refuse(status, refusal, language);
  }

  const headers = securityHeaders(dependencies.links ?? { frameHosts: [], wrapperOrigin: undefined });
  app.addHook('onRequest', (request, reply, done) => {
    const isCall = request.url.startsWith('/api/');
    reply.headers(isCall ? answerHeaders : headers);
    // Of a call the gateway says it, and names the field.
    const isBroken = !isCall && findBrokenText([request.params, request.query]) !== undefined;
    done(isBroken ? malformed('query') : undefined);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  if (servesApi) {
    let isClosing = false;
    app.addHook('preClose', async () => void (isClosing = true));
    answerPlainCalls(app.server, {
      handle: gateway.handle,
      isOpen: () => !isClosing,
      addressOf,
      headers: Object.entries(answerHeaders).flat(),
      bodyBytesMax,
      answered,
    });
    // Without async: Fastify would watch the whole answer leave on behalf of a promise that nobody waits for.
    app.all('/api/*', (request, reply) => {
      const startedAt = performance.now();
      const incoming = incomingOf(request, addressOf(request.raw));
      gateway.handle(incoming).then(
        (answer) => {
          answered?.(incoming.path, answer.body.data.code, (performance.now() - startedAt) / 1000);
          write(reply, answer);
        },
        (error: unknown) => void reply.send(error),
      );
    });
  }
  app.get('/health', async (_request, reply) => {
    const state = await health();
    return await reply.code(state.ready ? 200 : 503).send(state);
  });
  app.setErrorHandler(
    async (error: Failure, request, reply) => await sendAnswer(reply, answerTo(error, request)),
  );
  return app;
}

/** An answer in JSON runs nothing and shows nothing, wherever it is opened: what pages may do is not said with it. */
const answerHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** What keeps a browser strict, put together once: it goes with every page. */
function securityHeaders({ frameHosts, wrapperOrigin }: Pick<LinkRules, 'frameHosts' | 'wrapperOrigin'>) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${frameHosts.length === 0 ? "'none'" : frameHosts.map((host) => `https://${host}`).join(' ')}`,
    `frame-ancestors ${wrapperOrigin ?? "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // One policy may make addresses of scripts: the wallet's, for its own workers alone.
    'trusted-types marigold',
  ];
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // Codes are scanned and documents photographed by pages of ours alone; nothing else of a device is used.
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), display-capture=()',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    // The older header knows no single foreign origin; browsers that know frame-ancestors follow that one.
    ...(wrapperOrigin === undefined ? { 'x-frame-options': 'DENY' } : {}),
  };
}

/** Thrown by Fastify, by its plugins or by a page of ours. */
type Failure = { readonly statusCode?: number };

/** What Fastify and its plugins refuse before the gateway is asked, by their number. */
const refusals: ReadonlyMap<number, readonly [TransportStatus, string]> = new Map([
  // A path out of the folder of files: there is nothing.
  [403, [404, 'not_found']],
  [404, [404, 'not_found']],
  [413, [413, 'too_large']],
  [415, [415, 'unsupported_type']],
]);

function refusalOf(error: Failure): readonly [TransportStatus, string] {
  if (error instanceof TransportError) return [error.status, error.refusal];
  const { statusCode = 500 } = error;
  if (statusCode < 400 || statusCode > 499) return [500, 'defect'];
  return refusals.get(statusCode) ?? [400, 'malformed'];
}

function incomingOf(request: FastifyRequest, address: string): Incoming {
  const method = request.method === 'GET' || request.method === 'POST' ? request.method : 'other';
  return {
    method,
    path: (request.params as { '*': string })['*'],
    body: typeof request.body === 'string' ? request.body : undefined,
    query: request.query as Record<string, unknown>,
    languageHeader: single(request.headers['language']),
    authorization: single(request.headers.authorization),
    cookie: request.headers.cookie,
    origin: request.headers.origin,
    address,
  };
}

/** The first of a header's values. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Sends what the gateway answered. */
export async function sendAnswer(reply: FastifyReply, answer: GatewayAnswer): Promise<FastifyReply> {
  write(reply, answer);
  return await reply;
}

function write(reply: FastifyReply, answer: GatewayAnswer): void {
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
  if (answer.cookies !== undefined) reply.header('set-cookie', [...answer.cookies]);
  void reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}
