/** Names of devices in the database: those that were written before they had to be clean, and what may be written now. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import type { TestDatabase } from '../../../testing/database.ts';
import { testDatabase } from '../../../testing/database.ts';
import { deviceNamesOf } from '../../platform/http/device-name.ts';
import { migrateDatabase, migrationsDirectory } from '../../platform/postgres/migrate.ts';

it('names from before are cleaned wherever they are shown, and those of strangers forgotten', async () => {
  const database = await testDatabase({ isEmpty: true });
  const directory = mkdtempSync(join(tmpdir(), 'old-'));
  cpSync(migrationsDirectory, directory, { recursive: true });
  const newer = readdirSync(directory).filter((name) => /^\d{4}-.*\.sql$/.test(name) && name >= '0023');
  // What the grants name is there in today's database only.
  for (const name of [...newer, 'functions', 'views', 'grants'])
    rmSync(join(directory, name), { recursive: true });
  mkdirSync(join(directory, 'grants'));
  const { username: appRole } = new URL(database.appUrl);
  const migrating = { ownerUrl: database.ownerUrl, appRole, mode: 'demo' as const };
  await migrateDatabase({ ...migrating, directory });
  rmSync(directory, { recursive: true });
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const person = randomUUID();
  await client.query(
    `insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
     values ($1, 'annaold', 'Anna', '123456789', 'a@example.com', 'x', 'ABC234', 'en', '2026-01-01')`,
    [person],
  );
  const written: readonly (readonly [event: string, before: string | null, after: string | null])[] = [
    ['login', 'Chrome · Linux', 'Chrome · Linux'],
    ['login', null, null],
    ['newDevice', '  Safe\u202e by “Marigold”.\r\n\u200bTrust it  ', 'Safe by Marigold. Trust it'],
    ['logout', '\u200b\u0007', null],
    ['logout', 'телефон 金盏花 🌼', 'телефон 金盏花 🌼'],
    ['login', '🌼'.repeat(60), '🌼'.repeat(40)],
    ['loginFailed', 'iPhone · iOS', 'iPhone · iOS'],
    ['loginFailed', 'Send your coins to evil.example', null],
    ['loginFailed', 'SM-G991B · Android', 'Android'],
    ['payPasswordLocked', 'Call +995 · Nobody', null],
  ];
  for (const [at, [event, before]] of written.entries()) {
    const name = before ?? '';
    await client.query(
      `insert into app.security_event (id, user_id, event, device, at) values ($1, $2, $3, $4, '2026-01-01')`,
      [randomUUID(), person, event, before],
    );
    await client.query(
      `insert into app.device (user_id, id, name, first_seen, last_seen) values ($1, $2, $3, '2026-01-01', '2026-01-01')`,
      [person, `old-device-${at}`, name],
    );
    await client.query(
      `insert into app.notice (id, user_id, topic, kind, facts, created_at)
       values ($1, $2, 'security', 'newDevice', $3, '2026-01-01')`,
      [randomUUID(), person, { device: name === '' ? 'none' : name, network: 'none', at: 1 }],
    );
  }

  await migrateDatabase(migrating);

  const texts = async (query: string) =>
    (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
  const events = await client.query<{ event: string; text: string | null }>(
    'select event, device as text from app.security_event',
  );
  const line = (event: string, text: string | null) => `${event} ${text ?? 'unknown'}`;
  expect(events.rows.map(({ event, text }) => line(event, text)).toSorted()).toEqual(
    written.map(([event, , after]) => line(event, after)).toSorted(),
  );
  const names = await texts('select name as text from app.device');
  expect(names).toContain('Safe by Marigold. Trust it');
  const deviceTexts = await texts(`select facts ->> 'device' as text from app.notice`);
  expect(deviceTexts.toSorted()).toEqual(names.map((name) => (name === '' ? 'none' : name)).toSorted());
});

describe('the database', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    database = await testDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  it('takes every name that the program makes, of whatever text', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 })
        .map((units) => String.fromCharCode(...units)),
    );
    const names = fc
      .sample(anyText, 2000)
      .flatMap((deviceModel) => Object.values(deviceNamesOf({ deviceModel, osName: 'android' })));
    const taken = await owner.query('select $1::text[]::app.device_name[] is not null as taken', [names]);
    expect(taken.rows).toEqual([{ taken: true }]);
  });

  it.each([
    'x'.repeat(41),
    'a\nb',
    'a\u0085b',
    'a\u202eb',
    'a\u200bb',
    'a\u2066b',
    'a\ufeffb',
    'a\u{e0041}b',
    'a”b',
    '»',
  ])('refuses %j', async (name) => {
    await expect(owner.query('select $1::app.device_name', [name])).rejects.toThrow(
      /device_name_(short|clean)/,
    );
  });
});
