import { randomBytes } from 'node:crypto';

import { hourMs } from '@marigold/money/spans';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { pruneSteps } from '../../prune.ts';
import { newRowId } from '../process/ids.ts';
import { type Databases, openDatabases } from './database.ts';
import { pruneOnce } from './prune.ts';

let database: TestDatabase;
let databases: Databases;
let owner: pg.Pool;
const now = Date.UTC(2026, 10, 21, 12);
const hoursAgo = (hours: number) => new Date(now - hours * hourMs);

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl, 2);
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
});
afterAll(async () => {
  await databases.close();
  await owner.end();
  await database.drop();
});

async function column(query: string): Promise<unknown[]> {
  const found = await owner.query<{ value: unknown }>(query);
  return found.rows.map(({ value }) => value);
}

it('empties answers after 24 hours and keeps every key', async () => {
  const insert = `insert into app.request_key (scope, request_id, path, digest, answer, object_id, created_at)
    select $1, gen_random_uuid(), 'transfer/internal', $2, '{"billId": 1}', 'the-object', $3 from generate_series(1, $4)`;
  await owner.query(insert, ['user:old', randomBytes(32), hoursAgo(24.1), 2500]);
  await owner.query(insert, ['user:new', randomBytes(32), hoursAgo(23.9), 3]);
  await pruneOnce(databases.main, pruneSteps, now);
  expect(
    await column("select distinct answer as value from app.request_key where scope = 'user:old'"),
  ).toEqual([null]);
  expect(await column('select distinct object_id as value from app.request_key')).toEqual(['the-object']);
  expect(await column('select count(*)::int as value from app.request_key where answer is not null')).toEqual(
    [3],
  );
});

it('drops expired buckets and announcements older than three days', async () => {
  await owner.query('insert into app.rate_limit (key, points, expire) values ($1, 1, $2), ($3, 1, $4)', [
    'expired',
    now - 1,
    'running',
    now + 1,
  ]);
  await owner.query(
    `insert into app.outbox (user_id, event, data, created_at) values ($1, 'bill', '{"n": 1}', $2), ($1, 'bill', '{"n": 2}', $3)`,
    [newRowId(), hoursAgo(73), hoursAgo(71)],
  );
  await pruneOnce(databases.main, pruneSteps, now);
  expect(await column('select key as value from app.rate_limit')).toEqual(['running']);
  expect(await column(`select data->>'n' as value from app.outbox`)).toEqual(['2']);
});

it('drops codes and unused challenges a day after they expired, never a used challenge', async () => {
  const userId = newRowId();
  await owner.query(
    `insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
     values ($1, 'anna', 'Anna', '100000001', 'anna@example.org', 'x', 'ABCDEF', 'en', now())`,
    [userId],
  );
  const code = `insert into app.contact_code (scene, target, code_hash, tries_left, sent_at, expires_at)
    values ('register', $1, $2, 5, $3, $3)`;
  await owner.query(code, ['old@example.org', randomBytes(32), hoursAgo(25)]);
  await owner.query(code, ['new@example.org', randomBytes(32), hoursAgo(23)]);
  const challenge = `insert into app.challenge (id, user_id, kind, digest, method, code_hash, tries_left, created_at, expires_at, state)
    values ($1, $2, 'transfer/internal', $3, 'email', $3, 5, $4, $4, $5)`;
  for (const [hours, state] of [
    [25, 'open'],
    [25, 'void'],
    [25, 'used'],
    [23, 'open'],
  ] as const) {
    await owner.query(challenge, [newRowId(), userId, randomBytes(32), hoursAgo(hours), state]);
  }
  await pruneOnce(databases.main, pruneSteps, now);
  expect(await column('select target as value from app.contact_code')).toEqual(['new@example.org']);
  expect(await column('select state as value from app.challenge order by expires_at, state')).toEqual([
    'used',
    'open',
  ]);
});

it('keeps the log of an account for a year, and tries at nobody for a day', async () => {
  const insert = `insert into app.security_event (id, user_id, event, at)
    select $1, (select id from app.person where $2), 'loginFailed', $3`;
  for (const [isSomebody, hours] of [
    [true, 24 * 401],
    [true, 24 * 399],
    [false, 25],
    [false, 23],
  ] as const) {
    await owner.query(insert, [newRowId(), isSomebody, hoursAgo(hours)]);
  }
  await pruneOnce(databases.main, pruneSteps, now);
  expect(await column('select (user_id is null)::text as value from app.security_event order by at')).toEqual(
    ['false', 'true'],
  );
});

it('forgets terms of transfers after a day, unless they were used', async () => {
  const insert = `insert into app.payout_quote (id, user_id, chain, asset, account, units, fee_units, created_at, expires_at, used_at)
    select $1, (select id from app.person limit 1), 'eth', 'USDT', $2, 2, 1, $3, $3, $4`;
  for (const [hours, isUsed] of [
    [25, false],
    [25, true],
    [23, false],
  ] as const) {
    const at = hoursAgo(hours);
    await owner.query(insert, [newRowId(), randomBytes(20), at, isUsed ? at : null]);
  }
  await pruneOnce(databases.main, pruneSteps, now);
  expect(
    await column('select (used_at is null)::text as value from app.payout_quote order by expires_at'),
  ).toEqual(['false', 'true']);
});

it('forgets blocks far below what may still change, unless their chain is halted', async () => {
  const stored = async () => {
    await pruneOnce(databases.main, pruneSteps, now);
    return await column('select height::int as value from app.chain_block order by height');
  };
  const cursor = async (set: string) => await owner.query(`update app.chain_cursor set ${set}`);
  await owner.query(
    `insert into app.chain_block (chain, height, hash, parent, mined_at, is_canonical)
     select 'eth', height, 'block ' || height, '', $1, height <> 9999 from unnest($2::bigint[]) as made (height)`,
    [hoursAgo(1), [9_999, 10_000, 49_935, 49_936, 100_000]],
  );
  await owner.query(
    `insert into app.chain_cursor (chain, network_id, genesis, height, hash, finalized_height, read_at)
     values ('eth', 1, '', 100000, 'block 100000', 60000, $1)`,
    [hoursAgo(1)],
  );
  expect(await stored()).toEqual([10_000, 49_935, 49_936, 100_000]);
  // Final up to nearly the head: what no reorganisation may reach counts instead.
  await cursor("finalized_height = 99990, halted_at = now(), halted_reason = 'a test'");
  expect(await stored()).toEqual([10_000, 49_935, 49_936, 100_000]);
  await cursor('halted_at = null, halted_reason = null');
  expect(await stored()).toEqual([49_936, 100_000]);
});

it('drops ways back to an account, wrong tries, prices and mails of the demo when they have served', async () => {
  const asset = `(select min(code) from app.asset)`;
  for (const [hours, statement] of [
    [
      24,
      `insert into app.recovery (id, ticket_hash, name_key, email_masked, created_at, expires_at)
       select gen_random_uuid(), sha256($1::text::bytea), sha256($1::text::bytea), $1, $2, $2`,
    ],
    [
      48,
      `insert into app.attempt (kind, subject, failures, window_at, locked_until, last_at)
       values ('login', $1, 1, $2, $2, $2)`,
    ],
    [72, `insert into app.rate_history (asset, at, usd) select ${asset}, $2, length($1)`],
    [
      72,
      `insert into app.rate_source (source, asset, usd, seen_at, verdict) select $1, ${asset}, 1, $2, 'taken'`,
    ],
    [
      7 * 24,
      `insert into app.demo_inbox (channel, recipient, subject, body, created_at) values ('sms', '', $1, '', $2)`,
    ],
  ] as const) {
    await owner.query(statement, ['old', hoursAgo(hours + 1)]);
    await owner.query(statement, ['young', hoursAgo(hours - 1)]);
  }
  await pruneOnce(databases.main, pruneSteps, now);
  expect(await column('select email_masked as value from app.recovery')).toEqual(['young']);
  expect(await column('select subject as value from app.attempt')).toEqual(['young']);
  expect(await column('select usd::int as value from app.rate_history')).toEqual(['young'.length]);
  expect(await column('select source as value from app.rate_source')).toEqual(['young']);
  expect(await column('select subject as value from app.demo_inbox')).toEqual(['young']);
});

it('empties exports whose file is gone, and failed ones after a day', async () => {
  const [userId] = await column('select id as value from app.person limit 1');
  const insert = `insert into app.export (id, user_id, format, filter, status, total, name, emails, created_at, finished_at, expires_at)
    values ($1, $2, 'csv', '{"from": 1}', $3, 1, $4, '{}', $5, $5, $6)`;
  const hour = (hours: number) => new Date(now + hours * hourMs);
  for (const [name, status, made, expires] of [
    ['gone', 'ready', -25, -1],
    ['there', 'ready', -23, 1],
    ['failed', 'failed', -25, null],
    ['failed now', 'failed', -23, null],
  ] as const) {
    await owner.query(insert, [
      newRowId(),
      userId,
      status,
      name,
      hour(made),
      expires === null ? null : hour(expires),
    ]);
  }
  await pruneOnce(databases.main, pruneSteps, now);
  expect(await column(`select name as value from app.export where filter = '{}' order by name`)).toEqual([
    'failed',
    'gone',
  ]);
  expect(await column(`select status as value from app.export where name = 'gone'`)).toEqual(['expired']);
});

it('changes nothing the second time', async () => {
  expect(await pruneOnce(databases.main, pruneSteps, now)).toBe(0);
});
