/** SQL of companies: what was given to whom, and whether they answer. Orders, records and reviews have stores of their own. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';

export async function insertDisclosure(
  db: Database,
  row: {
    readonly recordId: string;
    readonly provider: string;
    readonly contentId: string;
    readonly version: number;
    readonly items: readonly string[];
    readonly now: number;
  },
): Promise<void> {
  await sql`
    insert into app.identity_disclosure (id, record_id, provider, content_id, content_version, items, at)
    values (${newRowId()}, ${row.recordId}, ${row.provider}, ${row.contentId}, ${row.version}, ${[...row.items]}::text[],
      ${new Date(row.now)})`.execute(db);
}

/** Whether this version of an agreement was accepted for a record. */
export async function hasDisclosure(
  db: Database,
  row: {
    readonly recordId: string;
    readonly provider: string;
    readonly contentId: string;
    readonly version: number;
  },
): Promise<boolean> {
  const found = await sql`
    select from app.identity_disclosure where record_id = ${row.recordId} and provider = ${row.provider}
      and content_id = ${row.contentId} and content_version = ${row.version} limit 1`.execute(db);
  return found.rows.length > 0;
}

export type DisclosureRow = {
  readonly provider: string;
  readonly contentId: string;
  readonly version: number;
  readonly items: readonly string[];
  readonly at: number;
  /** When the company confirmed that it forgot. */
  readonly erasedAt: number | null;
};

/** The last ones of a record, oldest first. */
export async function listDisclosures(
  db: Database,
  recordId: string,
  most: number,
): Promise<readonly DisclosureRow[]> {
  const found = await sql<DisclosureRow>`
    select provider, content_id as "contentId", content_version as version, items, at, erased_at as "erasedAt"
    from app.identity_disclosure
    where record_id = ${recordId} order by at desc, id desc limit ${most}`.execute(db);
  return found.rows.toReversed();
}

/** Since when the company does not answer somebody, of all that is open there; null: it answers. */
export async function findSilence(db: Database, provider: string): Promise<number | null> {
  const found = await sql<{ since: number | null }>`
    select min(silent_since) as since from app.kyc_record where provider = ${provider} and silent_since is not null`.execute(
    db,
  );
  return found.rows[0]?.since ?? null;
}
