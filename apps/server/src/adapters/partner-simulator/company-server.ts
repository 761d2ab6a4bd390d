/** The demo company on a port of its own: its interface, its page and its panel. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { drawCallFault, drawMs, isDrawn } from '@marigold/partners/simulator/identity-faults';
import { giveItems } from '@marigold/partners/simulator/identity-world';
import { matchLanguage } from '@marigold/texts/languages';

import { answerCardPanel } from './card-company-panel.ts';
import { checkCardCall, forgottenCards, obeyCardCall } from './card-company-routes.ts';
import type { IssuingCompany } from './card-company.ts';
import { answerPanel } from './company-panel.ts';
import type { CompanyAnswer } from './company-routes.ts';
import { answerCall, isSameSecret } from './company-routes.ts';
import type { Company } from './company.ts';
import { applicantOfPage } from './company.ts';
import { hostedPage, overPage, readHostedForm } from './hosted-page.ts';

const css = readFileSync(join(import.meta.dirname, '../../platform/reference/plain.css'), 'utf8');
const bodyBytesMax = 64 * 1024;
const tickMs = 200;
/** What takes effect late does so within this time. */
const effectMsMax = 5000;

export type CompanyServer = {
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
};

/** The company that verifies identities, and the one that issues cards; undefined: it issues none. */
type Houses = { readonly company: Company; readonly cards: IssuingCompany | undefined };

/** Listens on this machine alone. The port may be taken: then on any other. */
export async function startCompanyServer(
  company: Company,
  port: number,
  cards?: IssuingCompany,
): Promise<CompanyServer> {
  let origin = '';
  const server = createServer((request, response) => {
    // Whatever goes wrong with one request ends that request.
    void answer({ company, cards, origin }, request, response).catch(() => response.destroy());
  });
  const listen = async (wanted: number) => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(wanted, '127.0.0.1', () => resolve());
    });
  };
  await listen(port).catch(async (error: unknown) => {
    if (port === 0) throw error;
    await listen(0);
  });
  const { port: own } = server.address() as AddressInfo;
  // By number: cookies of localhost, which no port divides, do not come along.
  origin = `http://127.0.0.1:${own}`;
  const timer = setInterval(() => {
    void company.tick();
    void cards?.tick();
  }, tickMs);
  return {
    url: origin,
    port: own,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

async function answer(
  { company, cards, origin }: Houses & { readonly origin: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  if (pathname.startsWith('/resources/'))
    return await answerIdentity(company, request, response, { body, origin });
  if (pathname.startsWith('/v1/') && cards !== undefined)
    return await answerCards(company, cards, response, { method: request.method, path: pathname, body });
  if (pathname === '/panel') return sendPanel({ company, cards }, request, response, body);
  if (pathname === '/plain.css')
    return void response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(css);
  const token = /^\/websdk\/p\/([\w-]{1,100})$/.exec(pathname)?.[1];
  if (token === undefined) return void response.writeHead(404).end();
  const language = matchLanguage([searchParams.get('lang') ?? '']);
  const row = applicantOfPage(company, token);
  if (row === undefined)
    return sendPage(response, { status: 410, page: overPage(language), returnUrl: origin });
  const { returnUrl } = row;
  if (request.method !== 'POST')
    return sendPage(response, { status: 200, page: hostedPage(row, language, false), returnUrl });
  const given = readHostedForm(Object.fromEntries(new URLSearchParams(body)), language);
  if (given === undefined)
    return sendPage(response, { status: 422, page: hostedPage(row, language, true), returnUrl });
  company.change(() => giveItems(company.world, row, { ...given, now: company.now() }));
  response.writeHead(303, { location: returnUrl, 'cache-control': 'no-store' }).end();
}

function sendPage(
  response: ServerResponse,
  { status, page, returnUrl }: { status: number; page: string; returnUrl: string },
): void {
  const forms = URL.canParse(returnUrl) ? new URL(returnUrl).origin : '';
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // The way back is a redirect of the form, which this rule is asked about as well.
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${forms}; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(page);
}

function sendPanel(
  { company, cards }: Houses,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  const given = request.headers.authorization ?? '';
  if (request.method !== 'POST' || !isSameSecret(given, `Bearer ${company.settings.keys.panelToken}`))
    return void response.writeHead(401).end();
  const order: unknown = JSON.parse(body);
  const answered = cards === undefined ? undefined : answerCardPanel(cards, order);
  sendJson(response, answered ?? answerPanel(company, order));
}

function sendJson(response: ServerResponse, { status, json }: CompanyAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

type BadCall = {
  /** What the company does with it, and what it answers. */
  readonly obey: () => CompanyAnswer;
  /** Its answer when nothing is known for a while; undefined where nothing is looked for. */
  readonly forgotten: CompanyAnswer | undefined;
};

/** One call of the interface over a line and a house that have their faults. */
async function answerBadly(
  { state, settings }: Company,
  response: ServerResponse,
  { obey, forgotten }: BadCall,
): Promise<void> {
  const fault = drawCallFault(state.faults, settings.chance);
  if (state.answerDelayMs > 0) await wait(state.answerDelayMs, undefined, { ref: false });
  const status = { tooMany: 429, broken: 503 } as const;
  if (fault === 'requestLost') return void response.destroy();
  if (fault === 'tooMany' || fault === 'broken') {
    const code = status[fault];
    return sendJson(response, { status: code, json: { description: 'Try again', code } });
  }
  if (fault === 'html')
    return void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><p>We are back soon.</p>');
  if (fault === 'effectLate') {
    setTimeout(() => void obey(), drawMs(effectMsMax, settings.chance)).unref();
    return void response.destroy();
  }
  if (fault === 'sentTwice') obey();
  if (forgotten !== undefined && isDrawn(state.faults.forgotten, settings.chance))
    return sendJson(response, forgotten);
  const answered = obey();
  if (fault === 'answerLost') return void response.destroy();
  sendJson(response, answered);
}

const notFound = { status: 404, json: { description: 'Applicant not found', code: 404 } } as const;

async function answerIdentity(
  company: Company,
  request: IncomingMessage,
  response: ServerResponse,
  { body, origin }: { readonly body: string; readonly origin: string },
): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request;
  await answerBadly(company, response, {
    obey: () => answerCall(company, { method, target, headers, body }, origin),
    forgotten: method === 'GET' ? notFound : undefined,
  });
}

/** A request is checked once, as its nonce can be used once; what it wishes may take effect twice. */
async function answerCards(
  company: Company,
  cards: IssuingCompany,
  response: ServerResponse,
  { method = 'GET', path, body }: { readonly method?: string | undefined; path: string; body: string },
): Promise<void> {
  const checked = checkCardCall(cards, { method, path, body });
  await answerBadly(company, response, {
    obey: () => ('params' in checked ? obeyCardCall(cards, path, checked.params) : checked),
    forgotten: forgottenCards.get(path),
  });
}

/** @throws when it is longer than anything that is sent here. */
async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > bodyBytesMax) throw new Error('the body is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
