/** SQL of keeping: whose term may be over, what is destroyed then, who was asked to forget, and which keys are old. */
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { dropFile } from '../../file/views.ts';
import type { WrappedKey } from '../record/vault.ts';

const shortYearMs = 365 * dayMs;

/** Records that ended so many years ago or a few days less, the oldest first, without those that are to be kept. */
export async function listEnded(
  db: Database,
  { years, now, most }: { readonly years: number; readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select r.id from app.kyc_record r join app.identity_key k on k.record_id = r.id and k.erased_at is null
    where r.status = 'disabled' and r.changed_at <= ${new Date(now - years * shortYearMs)}
      and not exists (select from app.identity_hold h where h.record_id = r.id and h.lifted_at is null)
    order by r.changed_at, r.id limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/**
 * Destroys what is known of the person of a record, and the key that a backup would need; the caller has locked it. The bytes
 * of its pictures go with the next sweep.
 */
export async function destroySealed(
  db: Database,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  await sql`
    update app.identity_key set wrapped = null, fields = null, erased_at = ${new Date(now)}
    where record_id = ${id} and erased_at is null`.execute(db);
  const pictures = await sql<{ fileId: string }>`
    select file_id as "fileId" from app.kyc_item where record_id = ${id} and file_id is not null`.execute(db);
  await sql`
    update app.kyc_item set words = null, value = null, file_id = null, saved_at = null
    where record_id = ${id}`.execute(db);
  for (const { fileId } of pictures.rows) await dropFile(db, fileId);
  await sql`update app.screening_hit set sealed = null where record_id = ${id}`.execute(db);
  await sql`update app.house_review set mrz = null where record_id = ${id}`.execute(db);
  await sql`
    update app.kyc_record set page = null, page_expires_at = null, drafted_at = null, look_at = null, looks = 0,
      silent_since = null
    where id = ${id}`.execute(db);
}

/** Companies that had something of a record and have not confirmed that they forgot it. */
export async function listHolders(db: Database, recordId: string): Promise<readonly string[]> {
  const found = await sql<{ provider: string }>`
    select distinct provider from app.identity_disclosure
    where record_id = ${recordId} and erased_at is null order by provider`.execute(db);
  return found.rows.map(({ provider }) => provider);
}

/** Erased records of which a company still has something, drawn, so that those it refuses hold up no others. */
export async function listUnforgotten(db: Database, most: number): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select k.record_id as id from app.identity_key k
    where k.erased_at is not null
      and exists (select from app.identity_disclosure d where d.record_id = k.record_id and d.erased_at is null)
    order by random() limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Whether a company's name for somebody is that of another record. */
export async function isRefOfAnother(
  db: Database,
  row: { readonly id: string; readonly provider: string; readonly ref: string },
): Promise<boolean> {
  const found = await sql`
    select from app.kyc_record
    where provider = ${row.provider} and company_ref = ${row.ref} and id <> ${row.id} limit 1`.execute(db);
  return found.rows.length > 0;
}

export async function markForgotten(
  db: Database,
  row: { readonly recordId: string; readonly provider: string; readonly now: number },
): Promise<void> {
  await sql`
    update app.identity_disclosure set erased_at = ${new Date(row.now)}
    where record_id = ${row.recordId} and provider = ${row.provider} and erased_at is null`.execute(db);
}

export type OldKey = WrappedKey & { readonly recordId: string };

/** Keys of records that another key than the current one wrapped, one of those that the settings have. */
export async function listOldKeys(
  db: Database,
  keys: { readonly current: string; readonly names: readonly string[] },
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<readonly OldKey[]> {
  const found = await sql<OldKey>`
    select record_id as "recordId", key_id as "keyId", wrapped from app.identity_key
    where wrapped is not null and key_id <> ${keys.current} and key_id = any(${[...keys.names]}::text[])
      and (${after}::uuid is null or record_id > ${after}::uuid)
    order by record_id limit ${most}`.execute(db);
  return found.rows;
}

/** One that was erased or rewrapped meanwhile stays as it is. */
export async function replaceKey(
  db: Database,
  { recordId, wrapped: before }: OldKey,
  { keyId, wrapped }: WrappedKey,
): Promise<void> {
  await sql`
    update app.identity_key set key_id = ${keyId}, wrapped = ${wrapped}
    where record_id = ${recordId} and wrapped = ${before}`.execute(db);
}

/** Which keys are needed that these are not, and by how many records. */
export async function listMissingKeys(
  db: Database,
  names: readonly string[],
): Promise<readonly { readonly missing: string; readonly records: number }[]> {
  const found = await sql<{ missing: string; records: number }>`
    select key_id as missing, count(*)::int as records from app.identity_key
    where wrapped is not null and key_id <> all(${[...names]}::text[]) group by key_id order by key_id`.execute(
    db,
  );
  return found.rows;
}

/** An order to keep a record beyond its term: why, since when, and which two persons wrote it down. */
export type LegalHold = {
  readonly reason: string;
  readonly since: number;
  readonly by: string;
  readonly second: string;
};

/** The one that stands. */
export async function findHold(db: Database, recordId: string): Promise<LegalHold | undefined> {
  const found = await sql<LegalHold>`
    select reason, since, placed_by as by, placed_second as second from app.identity_hold
    where record_id = ${recordId} and lifted_at is null`.execute(db);
  return found.rows[0];
}

type Deciding = {
  readonly recordId: string;
  readonly by: string;
  readonly second: string;
  readonly reason: string;
  readonly now: number;
};

/** Of a record without one; the caller has locked it. */
export async function insertHold(db: Database, row: Deciding): Promise<void> {
  await sql`
    insert into app.identity_hold (id, record_id, reason, since, placed_by, placed_second)
    values (${newRowId()}, ${row.recordId}, ${row.reason}, ${new Date(row.now)}, ${row.by}, ${row.second})`.execute(
    db,
  );
}

/** The one that stands, of a record that the caller has locked. */
export async function liftHold(db: Database, row: Deciding): Promise<void> {
  await sql`
    update app.identity_hold set lifted_at = ${new Date(row.now)}, lifted_by = ${row.by},
      lifted_second = ${row.second}, lift_reason = ${row.reason}
    where record_id = ${row.recordId} and lifted_at is null`.execute(db);
}
