/**
 * Statements that are always the same but for their values, such as those that write a group of orders: their text is put
 * together once, and a connection reads and plans them once (`NamingClient` in database.ts).
 */
import type { QueryResult } from 'kysely';
import { CompiledQuery } from 'kysely';

import type { Database } from './database.ts';

const texts = new WeakMap<TemplateStringsArray, string>();

function textOf(parts: TemplateStringsArray): string {
  let text = texts.get(parts);
  if (text === undefined)
    texts.set(parts, (text = parts.reduce((before, part, place) => `${before}$${place}${part}`)));
  return text;
}

/**
 * A statement that begins with its name in a comment; what stands in braces are values and nothing else. Values that are
 * lists of rows are columns (columns.ts).
 */
export function prepared<Row>(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | bigint)[]
): { readonly execute: (db: Database) => Promise<QueryResult<Row>> } {
  return {
    execute: async (db) => await db.executeQuery<Row>(CompiledQuery.raw(textOf(parts), [...values])),
  };
}
