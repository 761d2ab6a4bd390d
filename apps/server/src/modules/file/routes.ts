/** POST /api/file/upload and GET /files/{token} (protocol.md "What is served where"). */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

import multipart from '@fastify/multipart';
import { uploadFile } from '@marigold/contract/calls/file';
import { uploadBytesMax } from '@marigold/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Database } from '../../platform/database/database.ts';
import type { Handler } from '../../platform/http/call.ts';
import type { BesideCall, Gateway } from '../../platform/http/gateway.ts';
import { sendAnswer, single } from '../../platform/http/http.ts';
import type { Metrics } from '../../platform/http/metrics.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Upload } from './upload.ts';
import { readUpload } from './upload.ts';

/** A file as its link shows it. */
export type LinkedFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly shows: boolean;
  readonly expires: number;
  readonly content: AsyncIterable<Uint8Array>;
};

/** What people reach over HTTP. */
export type ServedFiles = {
  /** What a link shows; undefined for anything wrong. */
  find(db: Database, token: string, now: number): Promise<LinkedFile | undefined>;
  /** Makes a picture of what was brought and keeps it for a day; how many one person has is bounded. */
  upload(upload: Upload, call: BesideCall): ReturnType<Handler<typeof uploadFile>>;
};

export type FileRoutesDependencies = {
  readonly files: ServedFiles;
  readonly gateway: Pick<Gateway, 'beside' | 'refuse'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly answered?: Metrics['answered'];
};

/** Registers both; multipart bodies are read at the one address only. */
export async function registerFiles(
  app: FastifyInstance,
  dependencies: FileRoutesDependencies,
): Promise<void> {
  const { files, gateway, db, clock } = dependencies;
  await app.register(async (scope) => {
    await scope.register(multipart);
    scope.post('/api/file/upload', async (request, reply) => await upload(request, reply, dependencies));
    scope.route({
      method: ['GET', 'PUT', 'DELETE', 'PATCH'],
      url: '/api/file/upload',
      handler: async (request, reply) => {
        return await sendAnswer(
          reply,
          gateway.refuse(405, 'method_not_allowed', single(request.headers['language'])),
        );
      },
    });
    scope.get('/files/:token', async (request, reply) => {
      const { token } = request.params as { token: string };
      const file = await files.find(db, token, clock());
      if (file !== undefined) return await show(request, reply, file, clock());
      return await sendAnswer(reply, gateway.refuse(404, 'not_found', single(request.headers['language'])));
    });
  });
}

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, gateway, addressOf, answered }: FileRoutesDependencies,
): Promise<FastifyReply> {
  const startedAt = performance.now();
  const incoming = {
    path: uploadFile.path,
    languageHeader: single(request.headers['language']),
    authorization: single(request.headers.authorization),
    cookie: request.headers.cookie,
    origin: request.headers.origin,
    address: addressOf(request.raw),
  };
  const answer = await gateway.beside(uploadFile, incoming, async (call) => {
    const brought = await readUpload(request, call.userId);
    try {
      return await files.upload(brought, call);
    } finally {
      brought.free();
    }
  });
  leaveRest(request.raw);
  answered?.(uploadFile.path, answer.body.data.code, (performance.now() - startedAt) / 1000);
  return await sendAnswer(reply, answer);
}

/**
 * What still comes of a body that is answered already is thrown away, so that an honest client gets to read its answer;
 * whoever goes on and on is cut off.
 */
function leaveRest(request: IncomingMessage): void {
  if (request.readableEnded) return;
  let left = uploadBytesMax;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, mediaType, size, sha256, shows, expires, content }: LinkedFile,
  now: number,
): Promise<FastifyReply> {
  const tag = `"${sha256.toString('base64url')}"`;
  const seconds = Math.max(0, Math.floor((expires - now) / 1000));
  // A file of bills is saved where its owner wants it, and stays nowhere else when they log out.
  const keeping = shows ? `private, max-age=${seconds}, immutable` : 'no-store';
  reply
    .header('etag', tag)
    .header('cache-control', keeping)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `${shows ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(name)}`);
  if (request.headers['if-none-match'] === tag) return await reply.code(304).send();
  return await reply
    .header('content-type', mediaType)
    .header('content-length', size)
    .send(Readable.from(content, { objectMode: false }));
}

/** RFC 8187: what encodeURIComponent leaves as it is and this form may not have. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
