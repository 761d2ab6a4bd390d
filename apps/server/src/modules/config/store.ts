/** The entries that an operator set, as rows of data. */
import type { Queryable } from '@marigold/ledger/queryable';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** Of these keys those that were set, with what they were set to. */
export async function listSet(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const found = await sql<{ key: string; value: unknown }>`
    select key, value from app.config_entry where key = any(${keys}) limit 100`.execute(db);
  return new Map(found.rows.map(({ key, value }) => [key, value]));
}

export async function upsertEntry(
  db: Queryable,
  { key, json, at }: { readonly key: string; readonly json: string; readonly at: Date },
): Promise<void> {
  await db.query(
    `insert into app.config_entry (key, value, changed_at) values ($1, $2::jsonb, $3)
     on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at`,
    [key, json, at],
  );
}
