/** Serves the contract to people and machines: /openapi.json and /docs/api (protocol.md "What is served where"). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { openApiDocument, readContract } from './openapi.ts';
import { referencePage } from './reference-page.ts';

/** The stylesheet of the pages that the server writes itself. */
export const plainCss = readFileSync(join(import.meta.dirname, 'plain.css'), 'utf8');

/** The two pages never change while the program runs, so each is made once, when it is first asked for. */
export function registerReference(app: FastifyInstance, { version }: { readonly version: string }): void {
  const cache = 'public, max-age=300';
  const read = once(readContract);
  const document = once(() => JSON.stringify(openApiDocument(read(), version)));
  const page = once(() => referencePage(read(), version));
  app.get('/openapi.json', async (_request, reply) => {
    return await reply
      .type('application/json; charset=utf-8')
      .header('cache-control', cache)
      .send(document());
  });
  app.get('/docs/api', async (_request, reply) => {
    return await reply.type('text/html; charset=utf-8').header('cache-control', cache).send(page());
  });
  app.get('/docs/plain.css', async (_request, reply) => {
    return await reply.type('text/css; charset=utf-8').header('cache-control', cache).send(plainCss);
  });
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
