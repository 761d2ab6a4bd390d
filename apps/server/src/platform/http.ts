import type { IncomingMessage } from 'node:http';

/** Fastify around the gateway: the API, security headers, health, and later the pages. One origin serves everything. */
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';

import { createAddressOf } from './caller-address.ts';
import { isOutage } from './database.ts';
import type { Answer, Gateway, Incoming } from './gateway.ts';
import type { Metrics } from './metrics.ts';
import type { TransportStatus } from './transport-error.ts';

/** protocol.md "Answers": larger bodies are refused. */
export const bodyBytesMax = 64 * 1024;
const requestTimeoutMs = 30_000;

export type Health = {
  /** The program runs; false never reaches anybody. */
  readonly live: true;
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, 'ok' | 'down' | 'halted'>>;
};

export type HttpDependencies = {
  readonly gateway: Gateway;
  /** False in a process without the role `api`: then only its health is served. */
  readonly servesApi?: boolean;
  readonly addressOf?: (request: IncomingMessage) => string;
  /** Told of every answered call: path as asked, code, seconds. */
  readonly answered?: Metrics['answered'];
  readonly health: () => Promise<Health>;
};

export async function createHttp(dependencies: HttpDependencies): Promise<FastifyInstance> {
  const { gateway, health, servesApi = true, addressOf = createAddressOf([]), answered } = dependencies;
  const app = fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    logger: false,
    routerOptions: { maxParamLength: 200 },
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  if (servesApi) {
    app.all('/api/*', async (request, reply) => {
      const startedAt = performance.now();
      const incoming = incomingOf(request, addressOf(request.raw));
      const answer = await gateway.handle(incoming);
      answered?.(incoming.path, answer.body.data.code, (performance.now() - startedAt) / 1000);
      return await send(reply, answer);
    });
  }
  app.get('/health', async (_request, reply) => {
    const state = await health();
    return await reply.code(state.ready ? 200 : 503).send(state);
  });
  app.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    const language = single(request.headers['language']);
    // What is no call (the demo's pages) meets an outage without the gateway.
    if (isOutage(error))
      return await send(reply, gateway.refuse(503, 'unavailable', language, { seconds: 1 }));
    const refusal = refusals[error.statusCode ?? 500] ?? 'defect';
    const status = refusal === 'defect' ? 500 : (error.statusCode as TransportStatus);
    return await send(reply, gateway.refuse(status, refusal, language));
  });
  return app;
}

/** What Fastify refuses before the gateway is asked. */
const refusals: Readonly<Record<number, string>> = {
  400: 'malformed',
  413: 'too_large',
  415: 'unsupported_type',
};

function incomingOf(request: FastifyRequest, address: string): Incoming {
  const method = request.method === 'GET' || request.method === 'POST' ? request.method : 'other';
  return {
    method,
    path: (request.params as { '*': string })['*'],
    body: typeof request.body === 'string' ? request.body : undefined,
    query: request.query as Record<string, unknown>,
    languageHeader: single(request.headers['language']),
    authorization: single(request.headers.authorization),
    address,
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

async function send(reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
  return await reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
}
