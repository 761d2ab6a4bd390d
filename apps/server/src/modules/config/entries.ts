/** The entries that an operator may set: read with their defaults, written only when their schema takes them. */
import { type ConfigEntryOf, type ConfigKey, configSchemas } from '@marigold/contract/config';
import type { Queryable } from '@marigold/ledger/queryable';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { configDefaults } from './defaults.ts';

export const configKeys = Object.keys(configSchemas) as readonly ConfigKey[];

export function isConfigKey(text: string): text is ConfigKey {
  return Object.hasOwn(configSchemas, text);
}

export type ConfigEntry = { readonly [Key in ConfigKey]: { key: Key } & ConfigEntryOf<Key> }[ConfigKey];

/** Every entry with what an operator set, or with the default; a row that no longer fits its schema counts as none. */
export async function listEntries(db: Database): Promise<ConfigEntry[]> {
  const found = await sql<{ key: string; value: unknown }>`
    select key, value from app.config_entry where key = any(${configKeys}) limit 100`.execute(db);
  const set = new Map(found.rows.map(({ key, value }) => [key, value]));
  return configKeys.map((key) => {
    const parsed = configSchemas[key].safeParse(set.get(key));
    return { key, ...(parsed.success ? parsed.data : configDefaults[key]) } as ConfigEntry;
  });
}

/** Sets an entry and answers undefined, or answers what is wrong with the value in words for the operator. */
export async function setEntry(
  db: Queryable,
  { key, json, now }: { readonly key: ConfigKey; readonly json: string; readonly now: number },
): Promise<readonly string[] | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return ['it is not JSON'];
  }
  const parsed = configSchemas[key].safeParse(value);
  if (!parsed.success) {
    return parsed.error.issues
      .slice(0, 10)
      .map(({ path, message }) => `${path.join('.') || key}: ${message}`);
  }
  await db.query(
    `insert into app.config_entry (key, value, changed_at) values ($1, $2::jsonb, $3)
     on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at`,
    [key, JSON.stringify(parsed.data), new Date(now)],
  );
  return undefined;
}
