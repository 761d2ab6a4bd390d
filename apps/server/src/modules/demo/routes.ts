/** The pages under /dev of a demonstration: for requests of this machine alone (protocol.md "What is served where"). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { matchLanguage } from '@marigold/texts/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';

import { listInbox } from '../../adapters/demo-inbox.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { plainCss } from '../../platform/reference/reference.ts';
import { CardPartnerOrder, obeyCardPartnerOrder } from './card-partner-panel.ts';
import { chainPage } from './chain-page.ts';
import { ChainPanelOrder, obeyChainOrder } from './chain-panel.ts';
import type { Faucet } from './faucet.ts';
import { createFaucet, FaucetRequest } from './faucet.ts';
import type { PageReader } from './pages.ts';
import { faucetText, faucetPage, inboxPage, peoplePage } from './pages.ts';
import { partnerPage } from './partner-page.ts';
import { obeyPartnerOrder, PartnerPanelOrder } from './partner-panel.ts';
import type { DemoCardCompany, DemoChain, DemoPartner } from './port.ts';
import { listAssetCodes } from './store.ts';

export type DemoRoutesDependencies = {
  readonly mode: 'demo' | 'production';
  readonly db: Database;
  readonly clock: Clock;
  /** The local chain, where there is one. */
  readonly chain: DemoChain | undefined;
  /** The demo company that verifies identities, where there is one. */
  readonly partner: DemoPartner | undefined;
  /** The one that issues cards, in the same way. */
  readonly cards: DemoCardCompany | undefined;
};

const inboxScript = readFileSync(join(import.meta.dirname, 'inbox-refresh.js'), 'utf8');

/**
 * Registers /dev, /dev/inbox, /dev/inbox.json, /dev/faucet and, where there are a local chain and demo companies,
 * /dev/chain and /dev/partners. Throws in production.
 */
export async function registerDemo(
  app: FastifyInstance,
  { mode, db, clock, chain, partner, cards }: DemoRoutesDependencies,
): Promise<void> {
  if (mode === 'production') throw new Error('Broken: production has no pages under /dev');
  const faucet = createFaucet(db, chain);
  const readerOf = (request: FastifyRequest) => ({
    language: languageOf(request),
    hasChain: chain !== undefined,
    hasPartner: partner !== undefined || cards !== undefined,
  });
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
    dev.get('/dev', async (request, reply) => await sendPage(reply, peoplePage(readerOf(request))));
    dev.get(
      '/dev/plain.css',
      async (_request, reply) => await reply.type('text/css; charset=utf-8').send(plainCss),
    );
    dev.get('/dev/inbox-refresh.js', async (_request, reply) => {
      return await reply.type('text/javascript; charset=utf-8').send(inboxScript);
    });
    dev.get('/dev/inbox', async (request, reply) => {
      const messages = await listInbox(db, recipientOf(request));
      return await sendPage(reply, inboxPage(readerOf(request), messages));
    });
    dev.get('/dev/inbox.json', async (request) => ({ list: await listInbox(db, recipientOf(request)) }));
    dev.get('/dev/faucet', async (request, reply) => {
      const form = { username: '', asset: 'USDT', amount: '100', requestId: newRowId() };
      return await sendPage(reply, faucetPage(readerOf(request), form, await listAssetCodes(db)));
    });
    dev.post('/dev/faucet', async (request, reply) => {
      return await postFaucet(request, reply, { db, clock, faucet, reader: readerOf(request) });
    });
    if (chain !== undefined) {
      dev.get('/dev/chain', async (request, reply) => {
        return await sendPage(reply, chainPage(readerOf(request), await chain.status()));
      });
      dev.post('/dev/chain', async (request, reply) => await postChain(request, reply, chain));
    }
    registerPartners(dev, { partner, cards }, readerOf);
  });
}

function registerPartners(
  dev: FastifyInstance,
  { partner, cards }: Pick<DemoRoutesDependencies, 'partner' | 'cards'>,
  readerOf: (request: FastifyRequest) => PageReader,
): void {
  if (partner === undefined && cards === undefined) return;
  dev.get('/dev/partners', async (request, reply) => {
    const [identity, issuing] = await Promise.all([stateOfCompany(partner), stateOfCompany(cards)]);
    reply.code(identity === 'away' || issuing === 'away' ? 503 : 200);
    return await sendPage(reply, partnerPage(readerOf(request), { identity, cards: issuing }));
  });
  if (partner !== undefined)
    dev.post('/dev/partners', async (request, reply) => {
      const obey = async (order: PartnerPanelOrder) => await obeyPartnerOrder(partner, order);
      return await postPartner(request, reply, { orders: PartnerPanelOrder, obey, next: '/dev/partners' });
    });
  if (cards !== undefined)
    dev.post('/dev/partners/cards', async (request, reply) => {
      const obey = async (order: CardPartnerOrder) => await obeyCardPartnerOrder(cards, order);
      return await postPartner(request, reply, {
        orders: CardPartnerOrder,
        obey,
        next: '/dev/partners#cards',
      });
    });
}

/** Undefined where there is no such company. */
async function stateOfCompany<State>(
  company: { readonly state: () => Promise<State> } | undefined,
): Promise<State | 'away' | undefined> {
  try {
    return await company?.state();
  } catch {
    return 'away';
  }
}

type PartnerOrders<Order> = {
  readonly orders: z.ZodType<Order>;
  readonly obey: (order: Order) => Promise<void>;
  /** The page that follows. */
  readonly next: string;
};

async function postPartner<Order>(
  request: FastifyRequest,
  reply: FastifyReply,
  { orders, obey, next }: PartnerOrders<Order>,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request)) return await reply.code(403).send({ refusal: 'forbidden' });
  const parsed = orders.safeParse(request.body);
  if (!parsed.success) return await reply.code(400).send({ refusal: 'malformed' });
  // What could not be done is seen on the page that follows: the company is away, or somebody else was faster.
  await obey(parsed.data).catch(() => undefined);
  return await reply.redirect(next, 303);
}

type FaucetParts = {
  readonly db: Database;
  readonly clock: Clock;
  readonly faucet: Faucet;
  readonly reader: PageReader;
};

async function postFaucet(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock, faucet, reader }: FaucetParts,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request)) return await reply.code(403).send({ refusal: 'forbidden' });
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  const parsed = FaucetRequest.safeParse(isJson ? readJson(request.body) : request.body);
  if (!parsed.success) return await reply.code(400).send({ refusal: 'malformed' });
  const answer = await faucet(parsed.data, clock());
  const isDone = answer.kind === 'done' || answer.kind === 'sent';
  reply.code(isDone ? 200 : 422);
  if (isJson) return await reply.send({ ...answer, text: faucetText(reader.language, answer) });
  // A done form starts over; a refused one may be corrected under the same id, because nothing was credited.
  const form = isDone ? { ...parsed.data, requestId: newRowId() } : parsed.data;
  return await sendPage(reply, faucetPage(reader, form, await listAssetCodes(db), answer));
}

async function postChain(
  request: FastifyRequest,
  reply: FastifyReply,
  chain: DemoChain,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request)) return await reply.code(403).send({ refusal: 'forbidden' });
  const parsed = ChainPanelOrder.safeParse(request.body);
  if (!parsed.success) return await reply.code(400).send({ refusal: 'malformed' });
  await obeyChainOrder(chain, parsed.data);
  return await reply.redirect('/dev/chain', 303);
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
