import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CardIssuer, HolderRequest, OpeningRequest } from '@marigold/partners/card-port';
import { holderFields } from '@marigold/partners/card-states';
import { languageIds } from '@marigold/texts/languages';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createMusepayIssuer } from '../../adapters/card-issuer/musepay.ts';
import { ensureIssuingKeys } from '../../adapters/partner-simulator/card-company-file.ts';
import type { PartnerSimulator } from '../../adapters/partner-simulator/start.ts';
import { startPartnerSimulator } from '../../adapters/partner-simulator/start.ts';
import type { Databases } from '../../platform/database/database.ts';
import { openDatabases } from '../../platform/database/database.ts';
import { createHttp } from '../../platform/http/http.ts';
import type { DemoRoutesDependencies } from './routes.ts';
import { registerDemo } from './routes.ts';

let database: TestDatabase;
let databases: Databases;
let company: PartnerSimulator;
let issuer: CardIssuer;
let app: FastifyInstance;
const folder = mkdtempSync(join(tmpdir(), 'marigold-card-company-'));

/** Pages with these companies, in a server of their own. */
async function pagesOf(companies: Partial<DemoRoutesDependencies>): Promise<FastifyInstance> {
  const no = { status: 404, body: { data: { code: 404, msg: '', data: null } } };
  const server = await createHttp({
    gateway: { handle: async () => no, refuse: () => no },
    health: async () => ({ live: true, ready: true, parts: {} }),
  });
  const none = { chain: undefined, partner: undefined, cards: undefined };
  await registerDemo(server, {
    mode: 'demo',
    db: databases.main,
    clock: Date.now,
    ...none,
    ...companies,
  });
  return server;
}

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
  // Nothing happens there by itself while this runs.
  const settings = { mode: 'demo', folder, checkMs: 3_600_000, onNotice: () => undefined } as const;
  company = await startPartnerSimulator(settings);
  const { partnerId, ours, theirs } = ensureIssuingKeys(folder);
  issuer = createMusepayIssuer({
    url: company.url,
    partnerId,
    privateKey: createPrivateKey(ours.privateKey),
    platformKey: createPublicKey(theirs.publicKey),
    mailDomain: 'holders.example',
    clock: Date.now,
  });
  app = await pagesOf({ partner: company.panel, cards: company.panel.cards });
});
afterAll(async () => {
  await app.close();
  await company.stop();
  rmSync(folder, { recursive: true });
  await databases.close();
  await database.drop();
});

const sent: HolderRequest['holder'] = {
  firstName: 'ANNA',
  lastName: 'MUSTER',
  birthday: '1990-05-17',
  nationality: 'NL',
  idType: 'passport',
  idNumber: 'XD1234567',
  issuingRegion: 'NL',
  expiry: null,
  phone: '+31612345678',
  occupation: 'Builds bridges',
  income: 'to50k',
  purpose: 'savings',
  residence: { country: 'NL', city: 'Delft', postal: '2611 GX', line: 'Markt 1' },
};

let count = 0;
let applicant: string;
let requestId: string;
beforeEach(() => {
  count += 1;
  [applicant, requestId] = [`person-${count}`, `wish-${count}`];
});

async function give(): Promise<void> {
  const given = await issuer.holder({ requestId: `give-${applicant}`, applicant, holder: sent });
  expect(given).toMatchObject({ is: 'done', value: { phase: 'checking' } });
}

/** Sends in somebody who passes, and asks for a card. Answers how the opening is found again. */
async function wish(): Promise<Pick<OpeningRequest, 'requestId' | 'holderRef'>> {
  await give();
  await order({ order: 'holder', applicant, to: 'passed' });
  const holder = await issuer.findHolder({ applicant });
  const name = { requestId, holderRef: holder.is === 'done' ? holder.value.ref : '' };
  const mailTo = { country: 'NL', city: 'Delft', postal: '2611 GX', line: 'Markt 1', recipient: 'Anna' };
  await issuer.open({ ...name, product: 'muse', phone: '+31612345678', latinName: 'ANNA MUSTER', mailTo });
  return name;
}

async function send(fields: Record<string, string>, origin = 'http://localhost:8787', server = app) {
  return await server.inject({
    method: 'POST',
    url: '/dev/partners/cards',
    headers: { host: 'localhost:8787', origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}

/** An order that is one, whether or not it can follow on what is there. */
async function order(fields: Record<string, string>): Promise<void> {
  const answer = await send(fields);
  expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/dev/partners#cards']);
}

async function page(language = 'en', server = app) {
  const headers = { host: 'localhost:8787', 'accept-language': language };
  return await server.inject({ url: '/dev/partners', headers });
}

/** Of the page, the part about what has this heading or id. */
async function partAbout(text: string): Promise<string> {
  const parts = (await page()).body.split('<article>').filter((part) => part.includes(text));
  expect(parts).toHaveLength(1);
  return parts[0]?.split('</article>')[0] ?? '';
}

const buttonsIn = (part: string) => [...part.matchAll(/name="to" value="(\w+)"/g)].map(([, to]) => to);
const stateOf = async () => await company.panel.cards.state();

describe('the page of the demo company that issues cards', () => {
  it('stands beside the other one, says that nobody was there, and speaks five languages', async () => {
    const { statusCode, body } = await page();
    expect(statusCode).toBe(200);
    for (const text of ['<section id="identity">', '<section id="cards">', 'There is no card yet.'])
      expect(body).toContain(text);
    expect(body).not.toContain('<script');
    const pages = await Promise.all(languageIds.map(async (language) => (await page(language)).body));
    expect(new Set(pages.map((text) => /<section id="cards">\s*<h2>([^<]+)/.exec(text)?.[1])).size).toBe(5);
  });

  it('lets a holder pass, rejects one with the fields that are ticked, or with all of them', async () => {
    await give();
    await order({ order: 'rejectHolder', applicant, income: 'on', residence: 'on' });
    const found = async () => await issuer.findHolder({ applicant });
    expect(await found()).toMatchObject({ value: { phase: 'rejected', fields: ['income', 'residence'] } });
    expect(await partAbout(applicant)).toContain('Annual income · Home address');
    const again = { requestId: 'second', applicant, holder: sent };
    expect(await issuer.holder(again)).toMatchObject({ value: { phase: 'checking' } });
    await order({ order: 'rejectHolder', applicant });
    expect(await found()).toMatchObject({ value: { phase: 'rejected', fields: holderFields } });
    await issuer.holder({ ...again, requestId: 'third' });
    expect(buttonsIn(await partAbout(applicant))).toEqual(['passed', 'silent']);
    await order({ order: 'holder', applicant, to: 'silent' });
    expect(await stateOf()).toMatchObject({ holders: [{ applicant, phase: 'checking', dueAt: null }] });
    await order({ order: 'holder', applicant, to: 'passed' });
    expect(await found()).toMatchObject({ value: { phase: 'passed' } });
    expect(await partAbout(applicant)).not.toContain('<form');
  });

  it('opens a card step by step and moves its parcel, and offers only what can follow', async () => {
    const name = await wish();
    const steps: [Record<string, string>, string[], string][] = [
      [{ order: 'opening', to: 'silent' }, ['opening', 'opened', 'silent'], 'waits for approval'],
      [{ order: 'opening', to: 'opening' }, ['opened', 'silent'], 'being opened'],
      [{ order: 'opening', to: 'opened' }, ['shipped'], 'opened · parcel being prepared'],
      [{ order: 'parcel', to: 'shipped' }, ['delivered', 'returned', 'lost'], 'opened · parcel on its way'],
      [{ order: 'parcel', to: 'returned' }, ['preparing'], 'opened · parcel came back'],
      [{ order: 'parcel', to: 'preparing' }, ['shipped'], 'opened · parcel being prepared'],
      [{ order: 'parcel', to: 'shipped' }, ['delivered', 'returned', 'lost'], 'opened · parcel on its way'],
      [{ order: 'parcel', to: 'delivered' }, [], 'opened · parcel delivered'],
    ];
    for (const [fields, next, text] of steps) {
      await order({ ...fields, requestId });
      const part = await partAbout(requestId);
      expect([buttonsIn(part), part.includes(`<h4>${text}</h4>`)]).toEqual([next, true]);
    }
    expect(await issuer.findOpening(name)).toMatchObject({
      value: { phase: 'opened', parcel: { state: 'delivered' } },
    });
    // What cannot follow changes nothing, and the page says how it is.
    await order({ order: 'parcel', requestId, to: 'lost' });
    expect(await partAbout(requestId)).toContain('parcel delivered');
  });

  it('refuses a card in its own words', async () => {
    const name = await wish();
    await order({ order: 'refuseOpening', requestId, reason: ' country: closed ' });
    expect(await issuer.findOpening(name)).toMatchObject({
      value: { phase: 'refused', reason: 'country: closed' },
    });
    const part = await partAbout(requestId);
    expect([part.includes('country: closed'), part.includes('<form')]).toEqual([true, false]);
  });

  it('suspends a card and gives it back, and has its last four digits alone', async () => {
    const { holderRef } = await wish();
    await order({ order: 'opening', requestId, to: 'opened' });
    const { cards } = await stateOf();
    const [card] = cards;
    expect(card?.holderRef).toBe(holderRef);
    const cardRef = card?.ref ?? '';
    const states: [string, string, string][] = [
      ['suspended', 'suspended by the company', 'restored'],
      ['restored', 'not activated', 'suspended'],
    ];
    for (const [to, text, next] of states) {
      await order({ order: 'card', cardRef, to });
      const part = await partAbout(`value="${cardRef}"`);
      expect(part).toContain(`<h4>•••• ${card?.last4} · ${text}</h4>`);
      expect(buttonsIn(part)).toEqual([next]);
    }
    await company.panel.cards.decideCard(cardRef, 'closed');
    expect((await page()).body).not.toContain(`value="${cardRef}"`);
    const { body } = await page();
    expect(body).not.toMatch(/MUSTER|Anna|Delft|XD1234567|612345678|Demo Post/);
    expect(body).not.toMatch(/\d{12,19}/);
    expect(body).not.toContain(card?.expiry);
  });

  it('plans what becomes of those that come, and has the plans in its form', async () => {
    const plans = { order: 'plans', holder: 'rejected', purpose: 'on', tries: '2' };
    await order({ ...plans, opening: 'refused', reason: 'policy', parcel: 'gets-lost' });
    expect((await stateOf()).plans).toEqual({
      holder: { kind: 'rejected', fields: ['purpose'], tries: 2 },
      opening: { kind: 'refused', reason: 'policy', parcel: 'gets-lost' },
    });
    const part = await partAbout('name="tries"');
    for (const text of [
      '<option value="rejected" selected>',
      '<option value="refused" selected>',
      '<option value="gets-lost" selected>',
      '<input type="checkbox" name="purpose" checked />',
      '<input type="checkbox" name="income" />',
    ])
      expect(part).toContain(text);
    expect(part).toMatch(/name="tries"[^>]* value="2"/);
    await order({ ...plans, holder: 'passes', opening: 'opens', reason: 'policy', parcel: 'arrives' });
  });

  it('breaks its line by what is set for both', async () => {
    await give();
    await company.panel.setFaults({ broken: 1 });
    expect(await issuer.findHolder({ applicant })).toEqual({ is: 'unknown' });
    expect(await partAbout('name="down"')).toContain('name="down" checked');
    await company.panel.setFaults({});
    expect(await issuer.findHolder({ applicant })).toMatchObject({ is: 'done' });
  });
});

describe('the orders of the page', () => {
  it('come from the page itself and are none that the company does not know', async () => {
    await give();
    const passed = { order: 'holder', applicant, to: 'passed' };
    expect((await send(passed, 'http://evil.example')).statusCode).toBe(403);
    for (const wrong of [
      { order: 'holder', applicant, to: 'sold' },
      { ...passed, more: '1' },
      { order: 'card', cardRef: 'x', to: 'closed' },
      { order: 'refuseOpening', requestId, reason: ' ' },
      { order: 'refuseOpening', requestId, reason: '<b>' },
      { order: 'rejectHolder', applicant, birthday: 'on' },
      { order: 'plans', holder: 'passes', tries: '0', opening: 'opens', reason: 'x', parcel: 'waits' },
    ])
      expect((await send(wrong)).statusCode).toBe(400);
    expect(await issuer.findHolder({ applicant })).toMatchObject({ value: { phase: 'checking' } });
  });

  it('are there for this machine alone, and only where there is such a company', async () => {
    const headers = { host: 'localhost:8787', 'x-forwarded-for': '1.2.3.4' };
    const away = await app.inject({ method: 'POST', url: '/dev/partners/cards', headers });
    expect(away.statusCode).toBe(404);
    const without = await pagesOf({ partner: company.panel });
    expect((await send({ order: 'holder' }, undefined, without)).statusCode).toBe(404);
    expect((await page('en', without)).body).not.toContain('id="cards"');
    await without.close();
    const alone = await pagesOf({ cards: company.panel.cards });
    expect((await page('en', alone)).body).toContain('id="cards"');
    expect((await page('en', alone)).body).not.toContain('id="identity"');
    await alone.close();
  });

  it('find a company that is away, and the page has what the other one says', async () => {
    const no = async () => await Promise.reject(new Error('away'));
    const cards = { ...company.panel.cards, state: no, decideHolder: no };
    const half = await pagesOf({ partner: company.panel, cards });
    const answer = await page('en', half);
    expect([answer.statusCode, answer.body.split('role="alert"').length]).toEqual([503, 2]);
    expect(answer.body).toContain('name="down"');
    expect((await send({ order: 'holder', applicant, to: 'passed' }, undefined, half)).statusCode).toBe(303);
    await half.close();
  });
});
