import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { itemsOfLevel2 } from '@marigold/partners/kyc-states';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createSumsubProvider } from '../../adapters/identity-provider/sumsub.ts';
import type { PartnerSimulator } from '../../adapters/partner-simulator/start.ts';
import { startPartnerSimulator } from '../../adapters/partner-simulator/start.ts';
import type { Databases } from '../../platform/database/database.ts';
import { openDatabases } from '../../platform/database/database.ts';
import type { Gateway } from '../../platform/http/gateway.ts';
import { createHttp } from '../../platform/http/http.ts';
import { registerDemo } from './routes.ts';

const gateway: Pick<Gateway, 'handle' | 'refuse'> = {
  handle: async () => ({ status: 404, body: { data: { code: 404, msg: '', data: null } } }),
  refuse: (status, refusal) => ({ status, body: { data: { code: status, msg: refusal, data: null } } }),
};

let database: TestDatabase;
let databases: Databases;
let app: FastifyInstance;
let company: PartnerSimulator;
const folder = mkdtempSync(join(tmpdir(), 'marigold-company-'));

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
  company = await startPartnerSimulator({
    mode: 'demo',
    folder,
    checkMs: 3_600_000,
    onNotice: () => undefined,
  });
  app = await createHttp({ gateway, health: async () => ({ live: true, ready: true, parts: {} }) });
  const partner = company.panel;
  const own = { mode: 'demo', db: databases.main, clock: Date.now } as const;
  await registerDemo(app, { ...own, chain: undefined, partner, cards: undefined });
});
afterAll(async () => {
  await app.close();
  await company.stop();
  rmSync(folder, { recursive: true });
  await databases.close();
  await database.drop();
});

const provider = () =>
  createSumsubProvider({ ...company, clock: Date.now, levelName: (level) => `demo-level-${level}` });

async function begin(applicant: string): Promise<void> {
  const wish = { requestId: 'q', applicant, level: 2, items: itemsOfLevel2, language: 'en' } as const;
  expect(await provider().start({ ...wish, returnUrl: 'http://localhost/' })).toMatchObject({ is: 'done' });
  await company.panel.submit(applicant);
}

async function order(fields: Record<string, string>, origin = 'http://localhost:8787') {
  return await app.inject({
    method: 'POST',
    url: '/dev/partners',
    headers: { host: 'localhost:8787', origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}

async function page(language = 'en') {
  return await app.inject({
    url: '/dev/partners',
    headers: { host: 'localhost:8787', 'accept-language': language },
  });
}

describe('the page of the demo company', () => {
  it('says that nobody was there, in the language of its reader, and leads to itself', async () => {
    expect((await page()).body).toContain('Nobody has begun a check yet.');
    expect((await page('ru')).body).toContain('Проверку ещё никто не начал.');
    const people = await app.inject({ url: '/dev', headers: { host: 'localhost:8787' } });
    expect(people.body).toContain('<a href="/dev/partners">Demo companies</a>');
  });

  it('decides whatever the company could decide', async () => {
    await begin('person-1');
    const outcomes: [Record<string, string>, unknown][] = [
      [{ order: 'held' }, { phase: 'held' }],
      [
        { order: 'again', item: 'liveness', label: 'faceHidden', words: 'Take <it> again' },
        { outcome: 'again' },
      ],
      [{ order: 'final', label: 'other', words: '' }, { outcome: 'final' }],
      [{ order: 'passed' }, { outcome: 'passed' }],
    ];
    for (const [fields, value] of outcomes) {
      const answer = await order({ ...fields, applicant: 'person-1' });
      expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/dev/partners']);
      expect(await provider().find({ applicant: 'person-1' })).toMatchObject({ is: 'done', value });
    }
    expect((await page()).body).toContain('<h3>approved</h3>');
  });

  it('breaks the line of the company and mends it', async () => {
    await begin('person-2');
    await order({ order: 'faults', down: 'on', eventsForged: 'on' });
    expect((await page()).body).toContain('<input type="checkbox" name="down" checked />');
    expect(await provider().find({ applicant: 'person-2' })).toEqual({ is: 'unknown' });
    await order({ order: 'faults' });
    expect(await provider().find({ applicant: 'person-2' })).toMatchObject({ is: 'done' });
  });

  it('obeys no other site and nothing that is no order', async () => {
    await begin('person-3');
    const passed = { order: 'passed', applicant: 'person-3' };
    expect((await order(passed, 'http://evil.example')).statusCode).toBe(403);
    for (const wrong of [
      { order: 'sold' },
      { ...passed, more: '1' },
      { order: 'final', applicant: 'person-3' },
    ])
      expect((await order(wrong)).statusCode).toBe(400);
    expect(await provider().find({ applicant: 'person-3' })).toMatchObject({ value: { phase: 'checking' } });
  });

  it('is there for this machine alone', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { host: 'localhost:8787', 'x-forwarded-for': '1.2.3.4' },
    ])
      expect((await app.inject({ url: '/dev/partners', headers })).statusCode).toBe(404);
  });

  it('says that the company is away', async () => {
    const away = await createHttp({ gateway, health: async () => ({ live: true, ready: true, parts: {} }) });
    const no = async () => await Promise.reject(new Error('away'));
    const partner = { state: no, decide: no, setFaults: no };
    await registerDemo(away, {
      mode: 'demo',
      db: databases.main,
      clock: Date.now,
      chain: undefined,
      partner,
      cards: undefined,
    });
    const answer = await away.inject({ url: '/dev/partners', headers: { host: 'localhost:8787' } });
    expect([answer.statusCode, answer.body.includes('role="alert"')]).toEqual([503, true]);
    await away.close();
  });
});
