/** The built wallet: its files under their own names, and its one page at every path that is nobody else's. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import { isPagePath, isServerPath } from '@marigold/contract/addresses';
import type { FastifyInstance } from 'fastify';

import type { Gateway } from './gateway.ts';

export type PagesDependencies = {
  /** The folder with index.html and assets/, as the web build left it. */
  readonly dist: string;
  readonly gateway: Pick<Gateway, 'refuse'>;
};

const yearSeconds = 31_536_000;

/**
 * Serves the wallet, in the compressed form that the build laid beside each file where the browser takes one. Names
 * with a hash stay in caches for ever; the page itself, its worker and its manifest are asked for each time. Throws when
 * the web build is missing.
 */
export async function registerPages(
  app: FastifyInstance,
  { dist, gateway }: PagesDependencies,
): Promise<void> {
  const page = join(dist, 'index.html');
  const isBuilt = await stat(page).then(
    () => true,
    () => false,
  );
  if (!isBuilt)
    throw new Error(`The wallet is not built: ${page} is missing. Start with npm start, which builds it.`);
  const assets = join(dist, 'assets/');
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // A folder is no file: its path belongs to the page like any other.
    allowedPath: (path) => !path.endsWith('/'),
    setHeaders(reply, path) {
      const isHashed = path.startsWith(assets);
      reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    // A path that begins like an address of somebody else is no screen.
    if (isReading && isPagePath(path) && !path.startsWith('//')) return await reply.sendFile('index.html');
    const language = request.headers['language'];
    const isUnknown = isReading || isServerPath(path);
    const { status, body } = gateway.refuse(
      isUnknown ? 404 : 405,
      isUnknown ? 'not_found' : 'method_not_allowed',
      typeof language === 'string' ? language : undefined,
    );
    return await reply.code(status).header('cache-control', 'no-store').send(body);
  });
}

/** Whatever stands in a request line: `//[` is the name of no host but a path that nobody has. */
function pathOf(target: string): string {
  return URL.parse(target.startsWith('/') ? `http://local${target}` : target)?.pathname ?? target;
}
