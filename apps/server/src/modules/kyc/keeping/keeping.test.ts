import { createHash } from 'node:crypto';

import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../../testing/api.ts';
import { asOwner } from '../../../../testing/database.ts';
import { type CheckedRecord, kycSteps, kycVerdicts, startKycApi } from '../../../../testing/kyc-steps.ts';
import {
  annaRead,
  foundVerdict,
  type ScriptedCompany,
  testKeeping,
  testVault,
} from '../../../../testing/kyc.ts';
import { untilWaiting } from '../../../../testing/lock-waits.ts';
import { enrolled, operate } from '../../../../testing/operate.ts';
import { openOwner } from '../../../platform/database/database.ts';
import type { AskKey } from '../../operator/keys.ts';
import { findRecord, lockRecord } from '../record/store.ts';
/** What is kept of an identity, for how long, and what is left of it afterwards. */
import { lookNow } from '../review/store.ts';
import { insertHold } from './store.ts';

let api: TestApi;
let company: ScriptedCompany;
let owner: ReturnType<typeof openOwner>;
let ask: AskKey;
beforeAll(async () => {
  ({ api, company } = await startKycApi());
  owner = openOwner(api.ownerUrl);
  ({ ask } = await enrolled(owner.db, ['ann', 'ben']));
});
afterAll(async () => {
  await owner.close();
  await api.close();
});

const { verifiable, signedInAgain, paid, begin, pass, later, detail, statusOf } = kycSteps(() => api);
const { approved, verdictOf } = kycVerdicts(
  () => api,
  () => company,
);
/** Leap days and all. */
const termMs = (testKeeping.years * 365 + 2) * dayMs;

async function night(): Promise<void> {
  await api.server.jobs['kycErase']?.({});
}

async function operator(line: string, persons = ['--by', 'ann', '--second', 'ben']) {
  const options = [...persons, '--reason', 'file 12 of the court'];
  return await operate(line, options, { db: owner.db, ask, now: api.clock.now() });
}

/** By a document that does not run out. */
async function approvedBy(idNumber: string): Promise<CheckedRecord> {
  return await approved(await verifiable(), { ...annaRead, idNumber, expiry: null });
}

/** Approved, and taken back by the company. */
async function ended(idNumber: string): Promise<CheckedRecord> {
  const record = await approvedBy(idNumber);
  await verdictOf(record, { outcome: 'final' });
  return record;
}

type KeyRow = { key: string; wrapped: Buffer | null; fields: Buffer | null; erased: number | null };

async function keyRow(id: string): Promise<KeyRow> {
  const found = await sql<KeyRow>`
    select key_id as key, wrapped, fields, erased_at as erased from app.identity_key where record_id = ${id}`.execute(
    api.databases.main,
  );
  return found.rows[0] ?? { key: '', wrapped: null, fields: null, erased: null };
}

/** Every row of every table of the program that holds one of these, as text, by its table. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const { main } = api.databases;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'app' and table_type = 'BASE TABLE'`.execute(
    main,
  );
  const places = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(`app.${name}`)} t`.execute(main);
    for (const { row } of rows.rows) if (texts.some((text) => row.includes(text))) places.push(`app.${name}`);
  }
  return [...new Set(places)].toSorted();
}

/** Columns of bytes that hold something in the rows of a record. */
async function bytesOf(id: string): Promise<string[]> {
  const { main } = api.databases;
  const columns = await sql<{ table: string; column: string; all: string[] }>`
    select c.table_name as table, c.column_name as column,
      (select array_agg(a.column_name::text) from information_schema.columns a
        where a.table_schema = 'app' and a.table_name = c.table_name) as all
    from information_schema.columns c
    where c.table_schema = 'app' and c.data_type = 'bytea' and c.table_name ~ '^(kyc|identity|screening)_'`.execute(
    main,
  );
  const full = [];
  for (const { table, column, all } of columns.rows) {
    const own = all.includes('record_id') ? 'record_id' : 'id';
    const found = await sql`
      select from ${sql.table(`app.${table}`)} where ${sql.ref(own)} = ${id} and ${sql.ref(column)} is not null`.execute(
      main,
    );
    if (found.rows.length > 0) full.push(`${table}.${column}`);
  }
  return full.toSorted();
}

/** The words of the company, the address of its page and a hit, as a record may still have them when it ends. */
async function plantSealed(id: string): Promise<readonly Buffer[]> {
  const { main } = api.databases;
  const { key, wrapped, fields } = await keyRow(id);
  if (wrapped === null || fields === null) throw new Error('the record has a key and what was read');
  const words = testVault.seal(
    { keyId: key, wrapped },
    { recordId: id, part: 'words:idFront' },
    'Hold still',
  );
  const page = createHash('sha256').update(id).digest();
  await sql`update app.kyc_item set words = ${words} where record_id = ${id} and item = 'idFront'`.execute(
    main,
  );
  await sql`
    update app.kyc_record set page = ${page}, page_expires_at = ${new Date(api.clock.now() + hourMs)}
    where id = ${id}`.execute(main);
  const hit = createHash('sha256').update(words).digest();
  await sql`
    insert into app.screening_hit (id, record_id, list_version, list_id, score, sealed, found_at)
    values (gen_random_uuid(), ${id}, '1', 'demo-001', 0.9, ${hit}, now())`.execute(main);
  return [wrapped, fields, words, page, hit];
}

/** Records of somebody that ended, by the numbers from this one on. */
async function endMany(
  { id }: { readonly id: string },
  { count, first, at }: { readonly count: number; readonly first: number; readonly at: number },
): Promise<void> {
  const time = new Date(at);
  await sql`
    with made as (
      insert into app.kyc_order (id, user_id, purpose, state, sold_as, created_at, expires_at, changed_at)
      select gen_random_uuid(), ${id}, 'card', 'cancelled', 'card', ${time}, ${time}, ${time}
      from generate_series(1, ${count}::int) returning id),
    numbered as (select id, ${first}::int + row_number() over () as n from made),
    records as (
      insert into app.kyc_record (id, auth_no, user_id, order_id, purpose, status, use, review, created_at, changed_at)
      select gen_random_uuid(), 'MK-' || lpad(n::text, 10, '0'), ${id}, id, 'card', 'disabled', 'unusable', 'final',
        ${time}, ${time} from numbered returning id)
    insert into app.identity_key (record_id, key_id, wrapped) select id, 'secret', '\\x01' from records`.execute(
    api.databases.main,
  );
}

async function wishesOf(id: string): Promise<readonly { state: string; answer: unknown }[]> {
  const found = await sql<{ state: string; answer: unknown }>`
    select state, answer from app.partner_call where object_id = ${id} and kind = 'identity.erase' order by id`.execute(
    api.databases.main,
  );
  return found.rows;
}

async function erasedInLog(): Promise<number> {
  const rows = await asOwner(
    api.ownerUrl,
    `select coalesce(sum((detail->>'records')::int), 0)::int as count from audit.event where action = 'kyc.erased'`,
  );
  return (rows as { count: number }[])[0]?.count ?? 0;
}

describe('a record whose term is over', () => {
  it('keeps its number, states and dates, and nothing that anybody could open, here or at its company', async () => {
    const person = await verifiable();
    const record = await approved(person, { ...annaRead, idNumber: 'TERM1', expiry: null });
    await verdictOf(record, { outcome: 'final' });
    const { id, authNo } = record;
    const sealed = await plantSealed(id);
    const hex = sealed.map((bytes) => bytes.toString('hex'));
    const plain = [annaRead.lastName, 'TERM1', 'Hold still', 'https://company.example'];
    const places = ['app.identity_key', 'app.kyc_item', 'app.kyc_record', 'app.screening_hit'];
    expect(await placesOf(hex)).toEqual(places);
    expect(await bytesOf(id)).toEqual([
      'identity_index.hmac',
      'identity_key.fields',
      'identity_key.wrapped',
      'kyc_item.words',
      'kyc_record.page',
      'screening_hit.sealed',
    ]);
    const before = await detail(person, authNo);
    const until = before.keptUntil ?? 0;
    expect(until - (before.timeline.at(-1)?.time ?? 0)).toBeGreaterThanOrEqual(5 * 365 * dayMs);
    api.clock.move(until - api.clock.now() - minuteMs);
    await night();
    expect(await placesOf(hex)).toEqual(places);
    const counted = await erasedInLog();
    api.clock.move(minuteMs);
    await night();
    await night();
    expect(await placesOf([...hex, ...plain])).toEqual([]);
    expect(await bytesOf(id)).toEqual(['identity_index.hmac']);
    expect(await erasedInLog()).toBe(counted + 1);
    expect(await wishesOf(id)).toMatchObject([{ state: 'due' }]);
    await pass();
    expect(company.erased).toEqual([`ref-${id}`]);
    expect(await wishesOf(id)).toEqual([{ state: 'known', answer: { erased: true } }]);
    await night();
    expect(await wishesOf(id)).toHaveLength(1);
    const after = await detail(await signedInAgain(person), authNo);
    const { maskedName: _, document: _document, keptUntil: _until, ...stays } = before;
    expect(after).toEqual({
      ...stays,
      items: before.items.map((item) => ({ ...item, words: null })),
      maskedName: null,
      document: null,
      keptUntil: null,
      erasedAt: expect.any(Number) as number,
    });
    expect(Math.abs((after.erasedAt ?? 0) - until)).toBeLessThan(minuteMs);
  });

  it('is not asked about any more, whatever its company tells of', async () => {
    const { id } = await ended('TERM2');
    api.clock.move(termMs);
    await night();
    for (const { work } of api.server.partners)
      await lookNow(api.databases.main, { id, provider: work.provider, now: api.clock.now() });
    const found = await sql<{
      look: unknown;
    }>`select look_at as look from app.kyc_record where id = ${id}`.execute(api.databases.main);
    expect(found.rows).toEqual([{ look: null }]);
  });

  it('is forgotten by a company that is silent or refuses as soon as it does not', async () => {
    const { id } = await ended('TERM3');
    api.clock.move(termMs);
    company.isSilent = true;
    await night();
    await pass();
    expect(await wishesOf(id)).toMatchObject([{ state: 'unknown' }]);
    await night();
    expect(await wishesOf(id)).toHaveLength(1);
    company.isSilent = false;
    company.isStubborn = true;
    await later(hourMs);
    expect(await wishesOf(id)).toEqual([{ state: 'known', answer: { refused: 'not now' } }]);
    company.isStubborn = false;
    await night();
    await later(minuteMs);
    expect((await wishesOf(id)).map(({ state }) => state)).toEqual(['known', 'known']);
    expect(company.erased).toContain(`ref-${id}`);
  });

  it('is looked for at a company that never answered us, and nobody else is erased in its place', async () => {
    const person = await verifiable();
    const { id: other } = await ended('TERM6');
    company.isSilent = true;
    const { id, authNo } = await paid(person);
    await begin(person, authNo);
    await pass();
    company.isSilent = false;
    expect(await operator(`kyc-refund ${authNo}`)).toMatchObject({ isDone: true });
    api.clock.move(termMs);
    const answer = foundVerdict(other, { outcome: 'passed', decidedAt: 1 });
    company.found.set(id, answer);
    await night();
    await pass();
    expect(await wishesOf(id)).toMatchObject([{ state: 'unknown' }]);
    company.found.set(id, { ...answer, ref: 'ref of its own' });
    await later(hourMs);
    expect(await wishesOf(id)).toMatchObject([{ state: 'known' }]);
    expect(company.erased.at(-1)).toBe('ref of its own');
  });

  it('never holds again, and nobody can keep what is gone', async () => {
    const person = await verifiable();
    const { authNo } = await approved(person, { ...annaRead, idNumber: 'TERM4', expiry: null });
    expect(await operator(`kyc-disable ${authNo}`)).toMatchObject({ isDone: true });
    expect(await statusOf(person)).toMatchObject({ nextStep: 'disabled' });
    api.clock.move(termMs);
    await night();
    expect(await operator(`kyc-enable ${authNo}`)).toEqual({
      isDone: false,
      lines: ['It was erased: its person verifies anew.'],
    });
    expect(await operator(`kyc-hold ${authNo} on`)).toMatchObject({ isDone: false });
    expect(await statusOf(await signedInAgain(person))).toMatchObject({ level: 1, nextStep: 'order' });
    const { lines } = await operator(`kyc-show ${authNo}`, ['--by', 'ann']);
    expect(lines.join('\n')).toMatch(/no name; nothing is known of a document[^]*\nerased \d{4}-/);
  });

  it('is erased in one night with all the others, each counted once', async () => {
    const person = await verifiable();
    const { id } = await approved(person, { ...annaRead, idNumber: 'TERM5', expiry: null });
    // More than a batch of older ones that are to be kept stand before them.
    await endMany(person, { count: 60, first: 1, at: api.clock.now() - dayMs });
    await sql`
      insert into app.identity_hold (id, record_id, reason, since, placed_by, placed_second)
      select gen_random_uuid(), id, 'file 13', now(), 'ann', 'ben' from app.kyc_record
      where user_id = ${person.id} and status = 'disabled'`.execute(owner.db);
    await endMany(person, { count: 120, first: 61, at: api.clock.now() });
    const counted = await erasedInLog();
    api.clock.move(termMs);
    await Promise.all([night(), night()]);
    expect(await erasedInLog()).toBe(counted + 120);
    // One that is in use is kept, however old it is.
    expect(await keyRow(id)).toMatchObject({ erased: null });
    expect(await detail(await signedInAgain(person), await authNoOf(id))).toMatchObject({
      keptUntil: null,
      erasedAt: null,
      termYears: 5,
      document: { idType: 'passport' },
    });
  });
});

async function authNoOf(id: string): Promise<string> {
  return (await findRecord(api.databases.main, id))?.authNo ?? '';
}

describe('kyc-hold', () => {
  it('keeps a record beyond its term until two persons let go of it', async () => {
    const { id, authNo } = await ended('HOLD1');
    expect(await operator(`kyc-hold ${authNo} off`)).toEqual({
      isDone: false,
      lines: ['No order keeps it.'],
    });
    expect(await operator(`kyc-hold ${authNo} on`)).toMatchObject({ isDone: true });
    expect(await operator(`kyc-hold ${authNo} on`)).toMatchObject({ isDone: false });
    api.clock.move(termMs);
    await night();
    expect(await keyRow(id)).toMatchObject({ erased: null });
    const { lines } = await operator(`kyc-show ${authNo}`, ['--by', 'ann']);
    expect(lines.join('\n')).toMatch(
      /to be erased after \d{4}-[^]*kept by order since \d{4}-.*, of ann and ben: file 12 of the court/,
    );
    expect(await operator(`kyc-hold ${authNo} off`)).toMatchObject({ isDone: true });
    await night();
    expect(await keyRow(id)).toMatchObject({ wrapped: null, fields: null });
    expect(
      await asOwner(
        api.ownerUrl,
        `select action, detail->>'second' as second from audit.event
         where subject = 'identity:${authNo}' and action like 'kyc.hold%' order by id`,
      ),
    ).toEqual([
      { action: 'kyc.holdPlaced', second: 'ben' },
      { action: 'kyc.holdLifted', second: 'ben' },
    ]);
  });

  it('counts though it comes at the moment of erasing', async () => {
    const { id } = await ended('HOLD2');
    api.clock.move(termMs);
    const { running } = await owner.db.transaction().execute(async (transaction) => {
      await lockRecord(transaction, id);
      const decision = { recordId: id, by: 'ann', second: 'ben', reason: 'file 14', now: api.clock.now() };
      await insertHold(transaction, decision);
      const erasing = night();
      await untilWaiting(api.databases.main);
      return { running: erasing };
    });
    await running;
    expect(await keyRow(id)).toMatchObject({ erased: null });
  });

  it('is nothing that the program itself can write or lift', async () => {
    for (const statement of [
      `insert into app.identity_hold values (gen_random_uuid(), gen_random_uuid(), 'x', now(), 'a', 'b')`,
      `update app.identity_hold set lifted_at = now()`,
      `delete from app.identity_hold`,
    ])
      await expect(sql.raw(statement).execute(api.databases.main)).rejects.toMatchObject({ code: '42501' });
  });
});
