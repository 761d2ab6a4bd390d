/** The entries that an operator may set: read with their defaults, written only when their schema takes them. */
import { type ConfigEntryOf, type ConfigKey, configSchemas } from '@marigold/contract/calls/config';
import type { Queryable } from '@marigold/ledger/queryable';

import type { Database } from '../../platform/database/database.ts';
import { configDefaults } from './defaults.ts';
import { listSet, upsertEntry } from './store.ts';

export const configKeys = Object.keys(configSchemas) as readonly ConfigKey[];

export function isConfigKey(text: string): text is ConfigKey {
  return Object.hasOwn(configSchemas, text);
}

export type ConfigEntry = { readonly [Key in ConfigKey]: { key: Key } & ConfigEntryOf<Key> }[ConfigKey];

/** Every entry with what an operator set, or with the default; a row that no longer fits its schema counts as none. */
export async function listEntries(db: Database): Promise<ConfigEntry[]> {
  const set = await listSet(db, configKeys);
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
  await upsertEntry(db, { key, json: JSON.stringify(parsed.data), at: new Date(now) });
  return undefined;
}
