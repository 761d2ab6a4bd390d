/** /dev of a demonstration: for whoever sits at this machine and for nobody else (protocol.md "What is served where"). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { matchLanguage } from '@marigold/texts/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { plainCss } from '../../platform/reference.ts';
import { FaucetRequest, runFaucet } from './faucet.ts';
import { listInbox } from './inbox.ts';
import { answerText, faucetPage, inboxPage, peoplePage } from './pages.ts';

export type DemoRoutesDependencies = {
  readonly mode: 'demo' | 'production';
  readonly db: Database;
  readonly clock: Clock;
};

const inboxScript = readFileSync(join(import.meta.dirname, 'inbox-refresh.js'), 'utf8');

/** Registers /dev, /dev/inbox, /dev/inbox.json and /dev/faucet. Throws in production. */
export async function registerDemo(
  app: FastifyInstance,
  { mode, db, clock }: DemoRoutesDependencies,
): Promise<void> {
  if (mode === 'production') throw new Error('Broken: production has no pages under /dev');
  await app.register(async (dev) => {
    dev.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(String(body))));
      },
    );
    dev.addHook('onRequest', async (request, reply) => {
      if (!isLocal(request)) return reply.callNotFound();
      // A form sends its origin only where the referrer may be known to us.
      reply.header('referrer-policy', 'same-origin').header('cache-control', 'no-store');
    });
    dev.get('/dev', async (request, reply) => await sendPage(reply, peoplePage(languageOf(request))));
    dev.get(
      '/dev/plain.css',
      async (_request, reply) => await reply.type('text/css; charset=utf-8').send(plainCss),
    );
    dev.get('/dev/inbox-refresh.js', async (_request, reply) => {
      return await reply.type('text/javascript; charset=utf-8').send(inboxScript);
    });
    dev.get('/dev/inbox', async (request, reply) => {
      const messages = await listInbox(db, recipientOf(request));
      return await sendPage(reply, inboxPage(languageOf(request), messages));
    });
    dev.get('/dev/inbox.json', async (request) => ({ list: await listInbox(db, recipientOf(request)) }));
    dev.get('/dev/faucet', async (request, reply) => {
      const form = { username: '', asset: 'USDT', amount: '100', requestId: newId() };
      return await sendPage(reply, faucetPage(languageOf(request), form, await assetCodes(db)));
    });
    dev.post('/dev/faucet', async (request, reply) => await postFaucet(request, reply, { db, clock }));
  });
}

async function postFaucet(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): Promise<FastifyReply> {
  if (!isOwnOrigin(request)) return await reply.code(403).send({ refusal: 'forbidden' });
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  const parsed = FaucetRequest.safeParse(isJson ? readJson(request.body) : request.body);
  if (!parsed.success) return await reply.code(400).send({ refusal: 'malformed' });
  const language = languageOf(request);
  const answer = await runFaucet(db, parsed.data, clock());
  const isDone = answer.kind === 'done';
  reply.code(isDone ? 200 : 422);
  if (isJson) return await reply.send({ ...answer, text: answerText(language, answer) });
  // A done form starts over; a refused one may be corrected under the same id, because nothing was credited.
  const form = isDone ? { ...parsed.data, requestId: newId() } : parsed.data;
  return await sendPage(reply, faucetPage(language, form, await assetCodes(db), answer));
}

function readJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

async function sendPage(reply: FastifyReply, page: string): Promise<FastifyReply> {
  return await reply.type('text/html; charset=utf-8').send(page);
}

const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const localAddress = /^(?:::ffff:)?127\.|^::1$/;

/**
 * This machine, called by a name of this machine: a page elsewhere whose name was bent to 127.0.0.1 does not pass, nor
 * does whatever a proxy hands on.
 */
function isLocal({ ip, headers, hostname }: FastifyRequest): boolean {
  const isProxied = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return localAddress.test(ip) && localNames.has(hostname) && !isProxied;
}

/** Another site's page can send our form but cannot say that it is us. */
function isOwnOrigin({ headers, protocol, host }: FastifyRequest): boolean {
  return headers.origin === `${protocol}://${host}`;
}

function recipientOf({ query }: FastifyRequest): string | undefined {
  const { to } = query as { to?: unknown };
  return typeof to === 'string' && to !== '' ? to : undefined;
}

function languageOf({ headers }: FastifyRequest) {
  const accepted = headers['accept-language'] ?? '';
  return matchLanguage(accepted.split(',').map((part) => part.split(';')[0]?.trim() ?? ''));
}

async function assetCodes(db: Database): Promise<string[]> {
  const found = await sql<{
    code: string;
  }>`select code from app.asset where is_open order by position`.execute(db);
  return found.rows.map(({ code }) => code);
}
