import { randomUUID } from 'node:crypto';

import { openAccount } from '@marigold/ledger/account';
import { auditStatus } from '@marigold/ledger/audit';
import { Halted } from '@marigold/ledger/errors';
import { type Journal, post } from '@marigold/ledger/journal';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { operate } from '../../../testing/operate.ts';
import { type Databases, openDatabases, openOwner, queryable } from '../../platform/database/database.ts';
import { createLog } from '../../platform/process/log.ts';
import { listBrokenOrders } from '../trade/views.ts';
import { appendEvent, sealEvents, verifyEvents } from './event.ts';
import { type Auditor, createAuditor } from './service.ts';

let database: TestDatabase;
let databases: Databases;
let owner: pg.Client;
let operators: ReturnType<typeof openOwner>;
let auditor: Auditor;
let source: bigint;
let alice: bigint;
let now = Date.UTC(2026, 10, 21, 12);

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  operators = openOwner(database.ownerUrl);
  await owner.query(
    `insert into ledger.asset (id, code, scale) values (1, 'USDT', 8) on conflict do nothing`,
  );
  const log = createLog('silent');
  auditor = createAuditor({ db: databases.main, log, clock: () => now, lists: [listBrokenOrders] });
  const app = queryable(databases.main);
  source = await openAccount(app, { owner: null, assetId: 1, kind: 'demo' });
  alice = await openAccount(app, { owner: randomUUID(), assetId: 1, kind: 'available' });
  await post(app, moves(1000n));
});
afterAll(async () => {
  await owner.end();
  await operators.close();
  await databases.close();
  await database.drop();
});

function moves(units: bigint): Journal {
  const postings = [{ from: source, to: alice, assetId: 1, units }];
  return { scope: 'test', key: randomUUID(), kind: 'test', reference: null, postings };
}

/** Changes a table as somebody would who has the owner's login and the triggers off. */
async function tamper(table: string, sql: string): Promise<void> {
  await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(sql);
  await owner.query(`alter table ${table} enable trigger user`);
}

/** Runs one operator command as `npm run operator` does, with these keys typed in order. */
async function operator(line: string, options: readonly string[] = [], keys: readonly string[] = []) {
  const typed = [...keys];
  return await operate(line, options, { db: operators.db, ask: async () => typed.shift() ?? '' });
}

async function events(action: string): Promise<unknown[]> {
  const { rows } = await owner.query(
    'select actor, subject, reason, detail from audit.event where action = $1',
    [action],
  );
  return rows;
}

async function unsealed(): Promise<number> {
  return (await owner.query('select 1 from audit.unsealed')).rows.length;
}

/** Audits until nothing new is left to prove: the mark moves once older transactions, other tests' too, have ended. */
async function proveEverything(): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('select max(id)::text as id from ledger.journal');
  const newest = BigInt(rows[0]?.id ?? 0);
  const proven = async () => {
    expect(await auditor.auditOnce(false)).toEqual([]);
    return (await auditStatus(queryable(databases.main))).provenJournalId >= newest;
  };
  await expect.poll(proven, { timeout: 15_000 }).toBe(true);
}

/** The second person is left out where one or none is named. */
const persons = (reason: string, ...names: readonly string[]) => [
  '--reason',
  reason,
  ...names.flatMap((name, place) => [place === 0 ? '--by' : '--second', name]),
];
/** A new person, who is enrolled by these with these keys. */
const enroll = async (name: string, by: readonly string[] = [], keys: readonly string[] = []) =>
  await operator(`operator enroll ${name}`, persons('a new colleague', ...by), keys);
/** Both let money run again. */
const resume = async (reason: string, by: readonly string[], keys: readonly string[]) =>
  await operator('auditor resume', persons(reason, ...by), keys);
const keyOf = (outcome: { lines: readonly string[] }) => outcome.lines[1] ?? '';
let annKey = '';
let benKey = '';

it('enrols the first person alone, the second with the first, everybody later with two', async () => {
  annKey = keyOf(await enroll('ann'));
  expect(annKey).toMatch(/^mgo_[\w-]{43}$/);
  expect(await enroll('ben')).toMatchObject({ isDone: false });
  expect(await enroll('ben', ['ann'], ['a wrong key'])).toMatchObject({ isDone: false });
  benKey = keyOf(await enroll('ben', ['ann'], [annKey]));
  expect(await enroll('cleo', ['ann'], [annKey])).toMatchObject({ isDone: false });
  expect(await enroll('cleo', ['ann', 'ann'], [annKey, annKey])).toMatchObject({ isDone: false });
  const cleo = await enroll('cleo', ['ann', 'ben'], [annKey, benKey]);
  expect(cleo.isDone).toBe(true);
  const { rows } = await owner.query<{ key_hash: Buffer }>('select key_hash from audit.operator');
  expect(rows.map(({ key_hash }) => key_hash.toString())).not.toContain(annKey);
  expect(await events('operator.enrolled')).toHaveLength(3);
});

it('finds whole books whole, again and again', async () => {
  expect(await auditor.auditOnce()).toEqual([]);
  await proveEverything();
  expect(await auditor.auditOnce(true)).toEqual([]);
});

it('stops money at a balance changed by hand and lets two persons resume it after the repair', async () => {
  const before = moves(1n);
  await post(queryable(databases.main), before);
  await tamper('ledger.account', `update ledger.account set balance = balance + 5 where id = ${alice}`);
  const broken = await auditor.auditOnce(false);
  expect(broken.map(({ what }) => what)).toContain('balance is not the sum of its postings');
  expect(await events('money.halted')).toHaveLength(1);
  await auditor.auditOnce(false);
  expect(await events('money.halted')).toHaveLength(1);

  await expect(post(queryable(databases.main), moves(1n))).rejects.toThrow(Halted);
  expect((await post(queryable(databases.main), before)).outcome).toBe('replayed');

  const both = async (...keys: readonly string[]) => await resume('balance restored', ['ann', 'ben'], keys);
  expect(await both(annKey, benKey)).toMatchObject({ isDone: false });
  await tamper('ledger.account', `update ledger.account set balance = balance - 5 where id = ${alice}`);
  await expect(resume('balance restored', ['ann', 'ann'], [annKey, annKey])).rejects.toThrow('no command');
  expect(await both(annKey, 'guessed')).toMatchObject({ isDone: false });
  await expect(post(queryable(databases.main), moves(1n))).rejects.toThrow(Halted);

  expect(await both(annKey, benKey)).toMatchObject({ isDone: true });
  expect((await post(queryable(databases.main), moves(1n))).outcome).toBe('applied');
  expect(await events('money.resumed')).toMatchObject([
    { actor: 'operator:ann', reason: 'balance restored', detail: { second: 'ben' } },
  ]);
  expect(await both(annKey, benKey)).toMatchObject({
    isDone: false,
    lines: ['Money is not halted.'],
  });
});

it('finds an old posting changed by hand in the nightly full audit, not before', async () => {
  await proveEverything();
  const change = (units: number) => `update ledger.posting set units = units + ${units} where journal_id = 1`;
  await tamper('ledger.posting', change(1));
  await owner.query(`update ledger.audit_mark set full_at = '2026-11-21 03:00Z'`);
  expect(await auditor.auditOnce()).toEqual([]);
  now = Date.UTC(2026, 10, 22, 3, 1);
  expect((await auditor.auditOnce()).map(({ what }) => what)).toContain(
    'balance is not the sum of its postings',
  );
  expect(await operator('auditor run', ['--full'])).toMatchObject({ isDone: false });
  await tamper('ledger.posting', change(-1));
  expect(await operator('auditor run', ['--full'])).toMatchObject({ isDone: true });
  expect(await resume('posting restored', ['ben', 'ann'], [benKey, annKey])).toMatchObject({ isDone: true });
});

it('finds a leg that was added behind the back of the triggers', async () => {
  await post(queryable(databases.main), moves(1n));
  await tamper(
    'ledger.posting',
    `insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units, from_move, to_move)
     select max(id), 9, ${source}, ${alice}, 1, 5, 999, 999 from ledger.journal`,
  );
  expect(await auditor.auditOnce(false)).not.toEqual([]);
  await tamper('ledger.posting', 'delete from ledger.posting where line = 9');
  expect(await resume('posting removed', ['ben', 'ann'], [benKey, annKey])).toMatchObject({ isDone: true });
});

it('seals the audit log so that a changed or removed event is found', async () => {
  const app = queryable(databases.main);
  for (const subject of ['one', 'two', 'three']) {
    await appendEvent(app, { actor: 'test', action: 'test.done', subject, reason: '', detail: { subject } });
  }
  // An event is sealed once every older transaction of the whole server has ended, those of other tests too.
  await expect.poll(async () => (await sealEvents(app), await unsealed()), { timeout: 15_000 }).toBe(0);
  expect(await verifyEvents(app)).toEqual([]);
  await expect(owner.query('delete from audit.event')).rejects.toMatchObject({ code: 'MG021' });
  await expect(owner.query('update audit.seal set hash = prev')).rejects.toMatchObject({ code: 'MG021' });
  await tamper('audit.event', `update audit.event set reason = 'forged' where subject = 'two'`);
  expect(await verifyEvents(app)).toEqual([expect.stringContaining('event altered')]);
  await tamper('audit.event', `update audit.event set reason = '' where subject = 'two'`);
  await tamper('audit.seal', `delete from audit.seal where seal_no = 2`);
  expect((await verifyEvents(app)).length).toBeGreaterThan(0);
});

it("keeps operators' keys and the log's past out of the program's reach", async () => {
  const app = queryable(databases.main);
  for (const sql of [
    'select * from audit.operator',
    `insert into audit.operator (name, key_hash) values ('eve', sha256('a'))`,
    'delete from audit.event',
    `insert into audit.event (actor, action, subject, reason, detail) values ('a', 'a.b', 'a', '', '{}')`,
    'delete from audit.unsealed',
  ]) {
    await expect(app.query(sql, [])).rejects.toMatchObject({ code: '42501' });
  }
});
