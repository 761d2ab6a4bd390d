/** What somebody gave to the house itself, words and pictures, and that nothing is left of it once it is erased. */
import { dayMs, hourMs } from '@marigold/money/spans';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../../testing/api.ts';
import { bringPicture } from '../../../../testing/bring-picture.ts';
import { plainPicture } from '../../../../testing/hostile-pictures.ts';
import { kycSteps, kycVerdicts, startKycApi } from '../../../../testing/kyc-steps.ts';
import { annaRead, type ScriptedCompany, testKeeping, testVault } from '../../../../testing/kyc.ts';
import { keyOfRecord } from '../record/fields.ts';
import { attachPicture } from '../record/picture.ts';
import { findRecord, type KycRecordRow } from '../record/store.ts';
import { destroySealed } from './store.ts';

let api: TestApi;
let company: ScriptedCompany;
beforeAll(async () => {
  ({ api, company } = await startKycApi());
});
afterAll(async () => await api.close());

const { verifiable, paid } = kycSteps(() => api);
const { approved, verdictOf } = kycVerdicts(
  () => api,
  () => company,
);

const main = () => api.databases.main;

async function recordOf(id: string): Promise<KycRecordRow> {
  const record = await findRecord(main(), id);
  if (record === undefined) throw new Error('there is no such record');
  return record;
}

async function setItem(recordId: string, item: string, what: RawBuilder<unknown>): Promise<void> {
  const at = new Date(api.clock.now());
  await sql`
    insert into app.kyc_item (record_id, item, state, changed_at) values (${recordId}, ${item}, 'missing', ${at})
    on conflict (record_id, item) do nothing`.execute(main());
  await sql`
    update app.kyc_item set ${what}, saved_at = ${at} where record_id = ${recordId} and item = ${item}`.execute(
    main(),
  );
}

/** Something typed, two pictures, and what the house read of them; answers the files of the pictures. */
async function give(person: TestPerson, id: string): Promise<readonly string[]> {
  const record = await recordOf(id);
  const key = keyOfRecord(record);
  if (key === undefined) throw new Error('the record has a key');
  const value = testVault.seal(key, { recordId: id, part: 'value:names' }, '{"firstName":"Anna"}');
  await setItem(id, 'names', sql`value = ${value}`);
  const files: string[] = [];
  for (const item of ['idFront', 'idBack'] as const) {
    const bytes = await plainPicture(60, 40);
    const { fileId } = (await bringPicture(api, person, { bytes, kind: 'identity' })).data;
    const parts = { db: main(), files: api.server.files, vault: testVault };
    const own = await attachPicture(parts, record, { item, fileId, now: api.clock.now() });
    if (own === undefined) throw new Error('the picture waits');
    await setItem(id, item, sql`file_id = ${own.fileId}`);
    files.push(own.fileId);
  }
  const mrz = testVault.seal(key, { recordId: id, part: 'mrz' }, 'P<UTO');
  await sql`
    insert into app.house_review (record_id, phase, round, request_id, received_at, mrz)
    values (${id}, 'checking', 1, ${id}, now(), ${mrz})`.execute(main());
  return files;
}

/** Which of these have bytes in the store, whether a row names them or not. */
async function lying(ids: readonly string[], owner: TestPerson): Promise<readonly string[]> {
  const found = [];
  for (const id of ids) {
    const inserted = await sql`
      insert into app.file (id, owner_id, kind, name, media_type, size, sha256, created_at)
      values (${id}, ${owner.id}, 'identity', 'x', 'image/jpeg', 1, ${Buffer.alloc(32)}, now())
      on conflict (id) do nothing`.execute(main());
    if ((await api.server.files.openSealed(main(), id)) !== undefined) found.push(id);
    if (inserted.numAffectedRows === 1n) await sql`delete from app.file where id = ${id}`.execute(main());
  }
  return found;
}

type Left = { given: number; files: number; drafted: number; lines: number };

/** How many items of a record have something, how many of these files have a row, whether it is a draft, and has lines. */
async function leftOf(id: string, files: readonly string[]): Promise<Left | undefined> {
  const found = await sql<Left>`
    select
      (select count(*)::int from app.kyc_item
        where record_id = ${id} and num_nonnulls(value, file_id, saved_at) > 0) as given,
      (select count(*)::int from app.file where id = any(${[...files]}::uuid[])) as files,
      (select count(drafted_at)::int from app.kyc_record where id = ${id}) as drafted,
      (select count(mrz)::int from app.house_review where record_id = ${id}) as lines`.execute(main());
  return found.rows[0];
}

describe('what was given to the house', () => {
  it('is gone with the record whose term is over: words, pictures, and their bytes with the sweep', async () => {
    const person = await verifiable();
    const record = await approved(person, { ...annaRead, idNumber: 'GIVEN1', expiry: null });
    const { id } = record;
    const files = await give(person, id);
    await verdictOf(record, { outcome: 'final' });
    expect(await leftOf(id, files)).toEqual({ given: 3, files: 2, drafted: 0, lines: 1 });
    expect(await lying(files, person)).toEqual(files);
    api.clock.move((testKeeping.years * 365 + 2) * dayMs);
    await api.server.jobs['kycErase']?.({});
    expect(await leftOf(id, files)).toEqual({ given: 0, files: 0, drafted: 0, lines: 0 });
    await api.server.jobs['files']?.({});
    expect(await lying(files, person)).toEqual([]);
  });

  it('is gone with a draft, and what others gave stays', async () => {
    const person = await verifiable();
    const other = await verifiable();
    const [{ id }, { id: otherId }] = [await paid(person), await paid(other)];
    const [files, others] = [await give(person, id), await give(other, otherId)];
    const at = new Date(api.clock.now());
    await sql`update app.kyc_record set drafted_at = ${at} where id = any(${[id, otherId]}::uuid[])`.execute(
      main(),
    );
    await main()
      .transaction()
      .execute(async (db) => await destroySealed(db, { id, now: api.clock.now() }));
    expect(await leftOf(id, files)).toEqual({ given: 0, files: 0, drafted: 0, lines: 0 });
    expect(await leftOf(otherId, others)).toEqual({ given: 3, files: 2, drafted: 1, lines: 1 });
    api.clock.move(2 * hourMs);
    await api.server.jobs['files']?.({});
    expect(await lying([...files, ...others], person)).toEqual(others);
  });
});
