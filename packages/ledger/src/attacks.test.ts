import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Books, btc, openBooks, usdt } from '../testing/books.ts';
import { type Attack, post, type LedgerSetup } from '../testing/calls.ts';
import { functionAttacks } from '../testing/function-attacks.ts';
import { reverseJournal } from '../testing/reverse.ts';
import { ownerAttacks, statementAttacks } from '../testing/statement-attacks.ts';
import { openAccount } from './account.ts';
import { captureHold, placeHold, releaseHold } from './hold.ts';
import { post as postJournal } from './journal.ts';
import { takeLease } from './lease.ts';

let books: Books;
let setup: LedgerSetup;
let before: unknown;

const keyed = () => ({ scope: 'scene', key: randomUUID(), kind: 'scene', reference: null });

beforeAll(async () => {
  books = await openBooks();
  setup = await setSetup();
  before = await everything();
});
afterEach(async () => {
  // Whatever was tried: the books are whole and nothing at all has changed.
  await Promise.all([cleanSession(books.app), cleanSession(books.owner)]);
  assert.deepEqual(await books.broken(), []);
  assert.deepEqual(await everything(), before);
});
afterAll(async () => {
  await books.close();
});

async function setSetup(): Promise<LedgerSetup> {
  const [alice, bob] = [await books.person(2000n), await books.person(500n)];
  const hold = async (units: bigint) => {
    const holdId = randomUUID();
    const place = { ...keyed(), holdId, owner: alice.id, assetId: usdt, units, expiresAt: null };
    return { holdId, ...(await placeHold(books.app, place)) };
  };
  const [open, captured, released] = [await hold(60n), await hold(10n), await hold(10n)];
  const payments = [{ to: bob.account, units: 10n }];
  await captureHold(books.app, { ...keyed(), holdId: captured.holdId, owner: alice.id, payments });
  await releaseHold(books.app, { ...keyed(), holdId: released.holdId, owner: alice.id });
  const five = [{ from: alice.account, to: bob.account, assetId: usdt, units: 5n }];
  await postJournal(books.app, { ...keyed(), scope: 'attack', key: 'used-key-1', postings: five });
  const journal = await books.move(five);
  const reversed = await books.move(five);
  const reversal = await reverseJournal(books.app, { ...keyed(), journalId: reversed.journalId });
  await takeLease(books.app, { name: 'market', holder: 'the engine', ttlMs: 600_000 });
  const open_ = async (owner: string | null, assetId: number, kind: 'available' | 'held' | 'debt' | 'fee') =>
    await openAccount(books.app, { owner, assetId, kind });
  const spent = (await balance(alice.account)) - 1000n;
  await books.move([{ from: alice.account, to: bob.account, assetId: usdt, units: spent }]);
  return {
    source: books.source,
    alice: alice.account,
    aliceId: alice.id,
    aliceHeld: await open_(alice.id, usdt, 'held'),
    aliceBtc: await open_(alice.id, btc, 'available'),
    bob: bob.account,
    bobId: bob.id,
    debt: await open_(bob.id, usdt, 'debt'),
    openHold: open.holdId,
    capturedHold: captured.holdId,
    releasedHold: released.holdId,
    holdJournal: open.journalId,
    journal: journal.journalId,
    reversed: reversed.journalId,
    reversal: reversal.journalId,
  };
}

async function cleanSession(client: pg.Client): Promise<void> {
  await client.query('rollback');
  await client.query('discard all');
}

async function balance(account: bigint): Promise<bigint> {
  return await books.units(account);
}

/** The whole content of every table, so that a refused attack cannot have left a trace. */
async function everything(): Promise<unknown> {
  const { rows } = await books.owner.query(`
    select (select json_agg(a order by id) from ledger.account a) as accounts,
      (select json_agg(j order by id) from ledger.journal j) as journals,
      (select json_agg(p order by journal_id, line) from ledger.posting p) as postings,
      (select json_agg(h order by id) from ledger.hold h) as holds,
      (select json_agg(l) from ledger.lease l) as leases, (select json_agg(h) from ledger.halt h) as halts,
      (select json_agg(a order by id) from ledger.asset a) as assets,
      (select json_agg(c order by kind, is_owned) from ledger.chart c) as chart,
      (select json_agg(m) from ledger.audit_mark m) as mark, (select json_agg(a) from ledger.audited a) as audited`);
  return rows;
}

/** The SQLSTATE an attack is answered with; undefined when it was accepted. */
async function answerTo(client: pg.Client, sql: string): Promise<string | undefined> {
  try {
    await client.query(`begin; ${sql}; set constraints all immediate`);
    return undefined;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code;
    throw error;
  }
}

const named = (attacks: readonly Attack[]) =>
  attacks.map((attack): [string, Attack] => [attack.name, attack]);

describe("refuses the program's own login", () => {
  it.each(named([...functionAttacks, ...statementAttacks]))('%s', async (_name, { sql, code }) => {
    expect(await answerTo(books.app, sql(setup))).toBe(code);
  });
});

describe('refuses even the owner of the tables', () => {
  it.each(named(ownerAttacks))('%s', async (_name, { sql, code }) => {
    expect(await answerTo(books.owner, sql(setup))).toBe(code);
  });
});

describe('is not fooled by', () => {
  const tooMuch = () => post(setup, { units: 'array[1001]' });

  it.each([
    ['a temporary account table', 'create temp table account as select * from ledger.account'],
    ['a temporary posting table', 'create temp table posting (like ledger.posting)'],
    ['a temporary halt table', 'create temp table halt (resumed_at int)'],
    ['a temporary lease table', `create temp table lease as select 'market' as name, 0 as epoch`],
    ['a temporary domain of units', 'create domain pg_temp.units as numeric'],
    [
      'a temporary function named like a built-in one',
      'create function pg_temp.scale(numeric) returns int language sql as $$ select 0 $$',
    ],
    ['a search path of its own', 'set search_path = pg_temp, ledger, public'],
    ['row security switched off', 'set row_security = off'],
    ['deferred constraints', 'set constraints all deferred'],
    ['a savepoint', 'savepoint before_the_crime'],
    ['the mark of a batch', `set ledger.in_batch = 'on'`],
    ['planner settings', 'set enable_nestloop = off; set enable_indexscan = off'],
    ['a repeatable snapshot', 'set transaction isolation level repeatable read'],
  ])('%s', async (_name, preparation) => {
    expect(await answerTo(books.app, `${preparation}; ${tooMuch()}`)).toBe('23514');
    await cleanSession(books.app);
    const bad = post(setup, { units: `array['NaN'::numeric]` });
    expect(await answerTo(books.app, `${preparation}; ${bad}`)).toBe('23514');
  });

  it('somebody else asking for a lease that is held', async () => {
    const taken = await books.app.query(`select ledger.take_lease('market', 'thief', '1 minute') as epoch`);
    expect(taken.rows).toEqual([{ epoch: null }]);
    const dropped = await books.app.query(`select ledger.release_lease('market', 'thief', 1) as released`);
    expect(dropped.rows).toEqual([{ released: false }]);
  });
});

it('has at least 60 attacks in its list', () => {
  expect(functionAttacks.length + statementAttacks.length + ownerAttacks.length).toBeGreaterThanOrEqual(60);
});

it('pins the search path of every function and lets nobody but the owner and the grants execute one', async () => {
  const { rows } = await books.owner.query(`
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'ledger' and (
      not exists (select 1 from unnest(p.proconfig) setting where setting = 'search_path=ledger, pg_temp')
      or exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0))`);
  expect(rows).toEqual([]);
});
