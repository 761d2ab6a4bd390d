/** SQL of phones that take the photos of a record for whoever fills in its form elsewhere. */
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

export type PhoneRow = {
  readonly recordId: string;
  /** In which the link was made. */
  readonly sessionId: string;
  readonly isOpened: boolean;
  readonly expiresAt: number;
};

const columns = sql`record_id as "recordId", session_id as "sessionId", key_hash is not null as "isOpened",
  expires_at as "expiresAt"`;

type NewLink = {
  readonly recordId: string;
  readonly sessionId: string;
  readonly linkHash: Buffer;
  readonly expiresAt: number;
};

/** From here on this link alone leads to the record; whatever phone there was brings nothing more. */
export async function storeLink(
  db: Database,
  { recordId, sessionId, linkHash, expiresAt }: NewLink,
): Promise<void> {
  await sql`
    insert into app.kyc_phone (record_id, session_id, link_hash, key_hash, expires_at)
    values (${recordId}, ${sessionId}, ${linkHash}, null, ${new Date(expiresAt)})
    on conflict (record_id) do update set session_id = excluded.session_id, link_hash = excluded.link_hash,
      key_hash = null, expires_at = excluded.expires_at`.execute(db);
}

/**
 * Binds a link to the key of whoever opens it first, and answers what it leads to. The same key opens it again: its answer
 * may have been lost. Undefined: it is over, another phone's, or was never made, or the key holds another record. Whoever
 * shows one key for two links is answered one after the other, to the end of the transaction.
 */
export async function bindLink(
  db: Database,
  {
    linkHash,
    keyHash,
    now,
    until,
  }: { readonly linkHash: Buffer; readonly keyHash: Buffer; readonly now: number; readonly until: number },
): Promise<PhoneRow | undefined> {
  const keyName = `phone:${keyHash.toString('base64url')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${keyName}, 0))`.execute(db);
  const found = await sql<PhoneRow>`
    update app.kyc_phone set key_hash = ${keyHash},
      expires_at = case when key_hash is null then ${new Date(until)}::timestamptz else expires_at end
    where link_hash = ${linkHash} and expires_at > ${new Date(now)}
      and (key_hash is null or key_hash = ${keyHash})
      and not exists (select from app.kyc_phone o where o.key_hash = ${keyHash} and o.link_hash <> ${linkHash})
    returning ${columns}`.execute(db);
  return found.rows[0];
}

/** The one that holds this key now. */
export async function findPhone(db: Database, keyHash: Buffer, now: number): Promise<PhoneRow | undefined> {
  const found = await sql<PhoneRow>`
    select ${columns} from app.kyc_phone
    where key_hash = ${keyHash} and expires_at > ${new Date(now)}`.execute(db);
  return found.rows[0];
}

/** The one of a record, opened or waited for. */
export async function findPhoneOf(
  db: Database,
  recordId: string,
  now: number,
): Promise<PhoneRow | undefined> {
  const found = await sql<PhoneRow>`
    select ${columns} from app.kyc_phone
    where record_id = ${recordId} and expires_at > ${new Date(now)}`.execute(db);
  return found.rows[0];
}

/** Answers the record that it belonged to. */
export async function endPhone(db: Database, keyHash: Buffer): Promise<string | undefined> {
  const ended = await sql<{ recordId: string }>`
    delete from app.kyc_phone where key_hash = ${keyHash} returning record_id as "recordId"`.execute(db);
  return ended.rows[0]?.recordId;
}

/** Whatever phone there is of a record brings nothing more. */
export async function endPhoneOf(db: Database, recordId: string): Promise<void> {
  await sql`delete from app.kyc_phone where record_id = ${recordId}`.execute(db);
}

/** Those whose time is over say nothing more. */
export async function dropOldPhones(db: Database, now: number): Promise<void> {
  await sql`delete from app.kyc_phone where expires_at <= ${new Date(now)}`.execute(db);
}
