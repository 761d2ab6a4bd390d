import {
  isLoginPassword,
  isPaymentPassword,
  isWeakPaymentPassword,
} from '@marigold/contract/rules/credentials';
import { audit } from '@marigold/ledger/audit';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { testHalves } from '../../../testing/session-cookies.ts';
import { unlimited } from '../../../testing/unlimited.ts';
import { type Databases, openDatabases, queryable } from '../../platform/database/database.ts';
import type { Gateway } from '../../platform/http/gateway.ts';
import { createHttp } from '../../platform/http/http.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { createLog } from '../../platform/process/log.ts';
import { isCommonPassword } from '../identity/cores/cores.ts';
import { createIdentity } from '../identity/service.ts';
import { createSecurity } from '../security/service.ts';
import { hasPaymentPasswordSql } from '../security/views.ts';
import { transferSubjects } from '../transfer/service.ts';
import { demoPeople } from './people.ts';
import { registerDemo } from './routes.ts';
import { seedDemo } from './seed.ts';

let database: TestDatabase;
let databases: Databases;
let owner: pg.Pool;
let app: FastifyInstance;

const secretKey = 'a secret key for tests, 32 bytes or more';
const send = { send: async () => undefined };
const gateway: Pick<Gateway, 'handle' | 'refuse'> = {
  handle: async () => ({ status: 404, body: { data: { code: 404, msg: '', data: null } } }),
  refuse: (status, refusal) => ({ status, body: { data: { code: status, msg: refusal, data: null } } }),
};

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  app = await createHttp({ gateway, health: async () => ({ live: true, ready: true, parts: {} }) });
  await registerDemo(app, {
    mode: 'demo',
    db: databases.main,
    clock: Date.now,
    chain: undefined,
    partner: undefined,
    cards: undefined,
  });
});
afterAll(async () => {
  await app.close();
  await databases.close();
  await owner.end();
  await database.drop();
});

function seed(mode: 'demo' | 'production' = 'demo'): Promise<string[]> {
  const identity = createIdentity({
    publicAddress: () => 'http://localhost',
    appOrigins: [],
    links: { wrapperOrigin: undefined },
    db: databases.main,
    mode: 'demo',
    halves: testHalves,
    secretKey,
    limits: unlimited,
    log: createLog('silent'),
    smsDailyMax: 0,
    refuseFlood: async () => undefined,
    voidChallenges: async () => undefined,
    mailer: send,
    smsSender: send,
    userFacts: { hasPayPassword: hasPaymentPasswordSql },
  });
  const security = createSecurity({
    secretKey,
    limits: unlimited,
    smsBudget: identity.smsBudget,
    payments: transferSubjects,
    publicAddress: () => 'http://localhost',
    appOrigins: [],
    links: { wrapperOrigin: undefined },
  });
  return seedDemo({ mode, db: databases.main, identity, security, now: Date.now() });
}

/** As a browser on this machine asks. */
async function ask(url: string, more: InjectOptions = {}) {
  return await app.inject({ url, ...more, headers: { host: 'localhost:8787', ...more.headers } });
}

async function faucet(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return await ask('/dev/faucet', {
    method: 'POST',
    headers: { origin: 'http://localhost:8787', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ requestId: newRowId(), ...fields }),
  });
}

/** What somebody has, as the ledger and as the bills say it, by asset. */
async function holdings(username: string): Promise<Record<string, readonly [ledger: string, bills: string]>> {
  const found = await sql<{ code: string; balance: string; billed: string }>`
    select a.code, c.balance,
      (select sum(b.units) from app.bill b where b.user_id = p.id and b.asset = a.code and b.type = 'COLLECTION'
         and b.status = 'success' and b.journal_id is not null) as billed
    from app.person p join ledger.account c on c.owner_id = p.id and c.kind = 'available'
    join app.asset a on a.ledger_id = c.asset_id where p.username = ${username}`.execute(databases.main);
  return Object.fromEntries(found.rows.map(({ code, balance, billed }) => [code, [balance, billed]]));
}

describe('demo people', () => {
  it('have names and passwords that the rules allow', () => {
    for (const { username, password, payPassword, opening } of demoPeople) {
      expect(username).toMatch(/^[A-Za-z0-9]{4,20}$/);
      expect([username, isLoginPassword(password), isCommonPassword(password, [username])]).toEqual([
        username,
        true,
        false,
      ]);
      expect([username, isPaymentPassword(payPassword), isWeakPaymentPassword(payPassword)]).toEqual([
        username,
        true,
        false,
      ]);
      expect(Object.keys(opening).length).toBeGreaterThan(0);
    }
  });

  it('are made once, also by two starts at once, with bills that agree with their balances', async () => {
    const made = await Promise.all([seed(), seed()]);
    expect(made.flat().toSorted()).toEqual(demoPeople.map(({ username }) => username).toSorted());
    expect(await seed()).toEqual([]);
    expect(await holdings('anna')).toEqual({
      USDT: ['250000000000', '250000000000'],
      BTC: ['5000000', '5000000'],
      ETH: ['120000000', '120000000'],
      EUR: ['30000', '30000'],
    });
    const kinds = await sql`select distinct scope, kind from ledger.journal`.execute(databases.main);
    expect(kinds.rows).toEqual([{ scope: 'demo', kind: 'demo' }]);
    expect(await audit(queryable(databases.main), { full: true })).toEqual([]);
  });

  it('are not made in production', async () => {
    await expect(seed('production')).rejects.toThrow('production has no demo people');
  });

  it('are listed with what they log in with', async () => {
    const page = await ask('/dev');
    for (const { username, password, payPassword } of demoPeople) {
      for (const text of [username, password, payPassword])
        expect(page.body).toContain(`<code>${text}</code>`);
    }
  });
});

describe('the faucet', () => {
  it('credits a user by a journal, with its bill and its news', async () => {
    const before = await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from app.outbox`.execute(
      databases.main,
    );
    const answer = await faucet({ username: 'Boris', asset: 'USDT', amount: '12.34' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        kind: 'done',
        user: 'boris',
        currency: 'USDT',
        amount: '12.34',
        text: expect.stringMatching(/^Credited 12\.34\sUSDT to boris\.$/),
      },
    ]);
    expect((await holdings('boris'))['USDT']).toEqual(['13284000000', '13284000000']);
    const news = await sql<{ event: string }>`
      select event from app.outbox where id > ${before.rows[0]?.id ?? 0n} order by id`.execute(
      databases.main,
    );
    expect(news.rows.map(({ event }) => event)).toEqual(['bill', 'balance', 'message']);
  });

  it('credits once however often one form is sent, and not at all when its content changed', async () => {
    const form = { username: 'carol', asset: 'USDC', amount: '1', requestId: newRowId() };
    const twice = await Promise.all([faucet(form), faucet(form)]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await holdings('carol'))['USDC']).toEqual(['80100000000', '80100000000']);
    const changed = await faucet({ ...form, amount: '2' });
    expect([changed.statusCode, changed.json()]).toMatchObject([422, { kind: 'conflict' }]);
    expect((await holdings('carol'))['USDC']).toEqual(['80100000000', '80100000000']);
  });

  it('refuses unknown users and currencies, and amounts outside its bound', async () => {
    const good = { username: 'boris', asset: 'USDT', amount: '1' };
    const refused = [
      [{ username: 'nobody' }, 'userUnknown'],
      [{ asset: 'DOGE' }, 'assetUnknown'],
      ...['0', '0.00', '-1', '1e3', '1,5', '', 'ten', '0.000000001', '10000.01'].map(
        (amount) => [{ amount }, 'amount'] as const,
      ),
      [{ asset: 'BTC', amount: '1.00000001' }, 'amount'],
    ] as const;
    for (const [change, kind] of refused) {
      const answer = await faucet({ ...good, ...change });
      expect([change, answer.statusCode, answer.json()]).toMatchObject([change, 422, { kind }]);
    }
    expect((await faucet({ ...good, amount: '10000' })).statusCode).toBe(200);
    expect((await faucet({ ...good, more: '1' })).statusCode).toBe(400);
    expect((await faucet({ ...good, requestId: 'mine' })).statusCode).toBe(400);
    for (const field of ['username', 'asset', 'amount'])
      expect([field, (await faucet({ ...good, [field]: 'a\0b' })).statusCode]).toEqual([field, 400]);
  });

  it('takes its form, keeps what was typed after a refusal and starts over after a credit', async () => {
    const fill = async (fields: Record<string, string>) =>
      await ask('/dev/faucet', {
        method: 'POST',
        headers: { origin: 'http://localhost:8787', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      });
    const requestId = newRowId();
    const refused = await fill({ username: '"><b>', asset: 'ETH', amount: '0.5', requestId });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('There is no user with this name.');
    expect(refused.body).toContain('value="&#34;&#62;&#60;b&#62;"');
    expect(refused.body).toContain(`value="${requestId}"`);
    expect(refused.body).toContain('<option selected>ETH</option>');
    const done = await fill({ username: 'anna', asset: 'ETH', amount: '0.5', requestId });
    expect(done.body).toMatch(/Credited 0\.5\sETH to anna\./);
    expect(done.body).not.toContain(requestId);
    expect((await holdings('anna'))['ETH']?.[0]).toBe('170000000');
  });

  it('credits nothing for the page of another site', async () => {
    const form = { username: 'boris', asset: 'USDT', amount: '1' };
    const before = (await holdings('boris'))['USDT'];
    for (const origin of [
      'http://localhost:9999',
      'https://localhost:8787',
      'http://evil.example',
      'null',
      '',
    ]) {
      expect((await faucet(form, { origin })).statusCode).toBe(403);
    }
    expect((await holdings('boris'))['USDT']).toEqual(before);
  });

  it('credits nothing while money is stopped', async () => {
    await sql`select ledger.stop_money('a test of the stop')`.execute(databases.main);
    const before = (await holdings('boris'))['USDT'];
    const answer = await faucet({ username: 'boris', asset: 'USDT', amount: '1' });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { kind: 'stopped' }]);
    expect((await holdings('boris'))['USDT']).toEqual(before);
    await owner.query(`select ledger.resume_money('anna', 'boris', 'the test is over')`);
  });
});

describe('the inbox', () => {
  const keep = async (channel: string, recipient: string, subject: string, body: string) =>
    await sql`insert into app.demo_inbox (channel, recipient, subject, body)
      values (${channel}, ${recipient}, ${subject}, ${body})`.execute(databases.main);

  it('shows mail and SMS newest first, escaped, and filters by recipient', async () => {
    expect((await ask('/dev/inbox')).body).toContain('No mail or SMS yet.');
    await keep('email', 'anna@marigold.example', 'Your <code>', 'It is 123456.\n\nBye & <b>thanks</b>');
    await keep('sms', '+12025550143', '', 'Code 654321');
    const page = await ask('/dev/inbox');
    expect(page.body).toContain(
      '<p class="body">It is 123456.\n\nBye &#38; &#60;b&#62;thanks&#60;/b&#62;</p>',
    );
    expect(page.body.indexOf('654321')).toBeLessThan(page.body.indexOf('123456'));
    expect(page.body).toContain('href="/dev/inbox?to=%2B12025550143"');
    const filtered = await ask('/dev/inbox?to=%2B12025550143');
    expect([filtered.body.includes('654321'), filtered.body.includes('123456')]).toEqual([true, false]);
  });

  it('of a recipient that nobody can be is malformed', async () => {
    for (const url of ['/dev/inbox?to=%00', '/dev/inbox.json?to=a%00b', '/dev/inbox?%00=a'])
      expect([url, (await ask(url)).statusCode]).toEqual([url, 400]);
  });

  it('is told as JSON for tests', async () => {
    const { list } = (await ask('/dev/inbox.json?to=Anna@marigold.example')).json<{
      list: { body: string; time: number }[];
    }>();
    expect(list).toMatchObject([
      { channel: 'email', recipient: 'anna@marigold.example', subject: 'Your <code>' },
    ]);
    expect(Math.abs((list[0]?.time ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('speaks the language of its reader and runs only our own script', async () => {
    const page = await ask('/dev/inbox', { headers: { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' } });
    expect(page.body).toContain('<html lang="ru">');
    expect(page.body.match(/<script[^>]*>/g)).toEqual(['<script src="/dev/inbox-refresh.js" defer>']);
    expect(page.body).not.toMatch(/<style|\sstyle=|\son\w+=/);
    expect((await ask('/dev/inbox-refresh.js')).headers['content-type']).toBe(
      'text/javascript; charset=utf-8',
    );
    expect((await ask('/dev/plain.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });
});

describe('the pages under /dev', () => {
  it('are there for this machine only: not for another address, name or proxy', async () => {
    const urls = ['/dev', '/dev/inbox', '/dev/inbox.json', '/dev/faucet'];
    const strangers: InjectOptions[] = [
      { remoteAddress: '192.168.1.7' },
      { remoteAddress: '::ffff:10.0.0.1' },
      { headers: { host: 'evil.example:8787' } },
      { headers: { host: '127.0.0.1.evil.example' } },
      { headers: { 'x-forwarded-for': '1.2.3.4' } },
    ];
    for (const url of urls) {
      for (const stranger of strangers)
        expect([url, stranger, (await ask(url, stranger)).statusCode]).toEqual([url, stranger, 404]);
      for (const host of ['localhost', '127.0.0.1:8787', '[::1]:8787']) {
        expect([url, host, (await ask(url, { headers: { host } })).statusCode]).toEqual([url, host, 200]);
      }
      expect((await ask(url, { remoteAddress: '::1' })).statusCode).toBe(200);
    }
  });

  it('let a form say where it comes from', async () => {
    expect((await ask('/dev/faucet')).headers['referrer-policy']).toBe('same-origin');
  });

  it('are refused in production', async () => {
    const other = await createHttp({ gateway, health: async () => ({ live: true, ready: true, parts: {} }) });
    await expect(
      registerDemo(other, {
        mode: 'production',
        db: databases.main,
        clock: Date.now,
        chain: undefined,
        partner: undefined,
        cards: undefined,
      }),
    ).rejects.toThrow('production');
    await other.close();
  });
});
