/** Which files there are, whose they are and how long they are kept. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

export type FileKind = 'avatar' | 'export' | 'attachment' | 'evidence' | 'identity' | 'signature';

/** What a record of an identity keeps of these lies sealed under the record's own key. */
const sealedKinds = sql`('identity', 'signature')`;

export type FileRow = {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly now: number;
  /** Null: kept as long as something uses it. */
  readonly expires: number | null;
};

export async function insertFile(db: Database, file: FileRow): Promise<void> {
  const { id, size, sha256 } = file;
  await sql`
      insert into app.file (id, owner_id, kind, name, media_type, size, sha256, created_at, expires_at)
      values (${id}, ${file.ownerId}, ${file.kind}, ${file.name}, ${file.mediaType}, ${size}, ${sha256},
        ${new Date(file.now)}, ${file.expires === null ? null : new Date(file.expires)})`.execute(db);
}

/** Uploads of a person follow each other from here to the end of the transaction. */
export async function lockUploads(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file:${userId}`}, 0))`.execute(db);
}

/** Pictures of a person that lie here for no case of risk and no record of their identity. */
export async function countPictures(db: Database, userId: string, now: number): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from app.file
    where owner_id = ${userId} and kind <> 'export'
      and (expires_at > ${new Date(now)} or (expires_at is null and kind <> 'evidence' and kind not in ${sealedKinds}))`.execute(
    db,
  );
  return found.rows[0]?.count ?? 0;
}

export type FoundFile = {
  readonly name: string;
  readonly media_type: string;
  readonly size: bigint;
  readonly sha256: Buffer;
};

/** One that has not expired; of what a record of an identity keeps there is nothing that a link could show. */
export async function findFile(db: Database, id: string, now: number): Promise<FoundFile | undefined> {
  const found = await sql<FoundFile>`
    select name, media_type, size, sha256 from app.file
    where id = ${id} and (expires_at > ${new Date(now)}
      or (expires_at is null and kind not in ${sealedKinds}))`.execute(db);
  return found.rows[0];
}

/** Removes some that expired; answers which. */
export async function removeExpiredFiles(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  // Asked once more of the row itself: somebody may have kept it for good while we waited for it.
  const removed = await sql<{ id: string }>`
      delete from app.file where id in (
        select id from app.file where expires_at <= ${new Date(now)} order by expires_at limit ${most})
        and expires_at <= ${new Date(now)}
      returning id`.execute(db);
  return removed.rows.map(({ id }) => id);
}

/** Those of some ids that there is a row for. */
export async function listKnownFiles(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const known = await sql<{ id: string }>`select id from app.file where id = any(${ids}::uuid[])`.execute(db);
  return known.rows.map(({ id }) => id);
}

/** Keeps pictures that nobody used yet for good; answers how many they were. */
export async function keepEvidenceFiles(
  db: Database,
  { ownerId, ids, now }: { readonly ownerId: string; readonly ids: readonly string[]; readonly now: number },
): Promise<bigint> {
  const stored = await sql`
    update app.file set expires_at = null
    where id = any(${ids}::uuid[]) and owner_id = ${ownerId} and kind = 'evidence' and expires_at > ${new Date(now)}`.execute(
    db,
  );
  return stored.numAffectedRows ?? 0n;
}

/** One of these kinds that somebody brought, that nobody used yet and that has not expired; locks it. */
export async function lockWaiting<Kind extends FileKind>(
  db: Database,
  query: {
    readonly ownerId: string;
    readonly id: string;
    readonly kinds: readonly Kind[];
    readonly now: number;
  },
): Promise<{ readonly kind: Kind; readonly mediaType: string } | undefined> {
  const found = await sql<{ kind: Kind; mediaType: string }>`
    select kind, media_type as "mediaType" from app.file
    where id = ${query.id} and owner_id = ${query.ownerId} and kind = any(${[...query.kinds]}::text[])
      and expires_at > ${new Date(query.now)}
    for update`.execute(db);
  return found.rows[0];
}

/** One that a record of an identity keeps. */
export async function findSealed(
  db: Database,
  id: string,
): Promise<{ readonly mediaType: string } | undefined> {
  const found = await sql<{ mediaType: string }>`
    select media_type as "mediaType" from app.file
    where id = ${id} and kind in ${sealedKinds} and expires_at is null`.execute(db);
  return found.rows[0];
}
