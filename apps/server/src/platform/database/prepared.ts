/**
 * Statements that are always the same but for their values, such as those that write a group of orders: their text is put
 * together once, and a connection reads and plans them once (`NamingClient` in database.ts).
 */
import type { QueryResult } from 'kysely';
import { CompiledQuery } from 'kysely';

import type { Database } from './database.ts';

/** A condition or a column that another room brings to a statement: the same words at every call, without values. */
export class SqlWords {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | bigint;
type Statement = { readonly text: string; readonly hasWords: boolean };

const statements = new WeakMap<TemplateStringsArray, Statement>();

function statementOf(parts: TemplateStringsArray, given: readonly (Value | SqlWords)[]): Statement {
  let statement = statements.get(parts);
  if (statement === undefined) statements.set(parts, (statement = put(parts, given)));
  return statement;
}

function put(parts: TemplateStringsArray, given: readonly (Value | SqlWords)[]): Statement {
  let text = parts[0] ?? '';
  let count = 0;
  for (const [place, one] of given.entries())
    text += `${one instanceof SqlWords ? one.text : `$${(count += 1)}`}${parts[place + 1] ?? ''}`;
  return { text, hasWords: count < given.length };
}

/**
 * A statement that begins with its name in a comment; what stands in braces are values, and words that never change. Values
 * that are lists of rows are columns (columns.ts).
 */
export function prepared<Row>(
  parts: TemplateStringsArray,
  ...given: readonly (Value | SqlWords)[]
): { readonly execute: (db: Database) => Promise<QueryResult<Row>> } {
  const { text, hasWords } = statementOf(parts, given);
  const values = hasWords ? given.filter((one) => !(one instanceof SqlWords)) : [...given];
  return {
    execute: async (db) => await db.executeQuery<Row>(CompiledQuery.raw(text, values)),
  };
}
