import { createHash } from 'node:crypto';

/**
 * What the ledger needs from a database: one statement at a time, inside whatever transaction the caller has open.
 * A pg client satisfies it, and so does the adapter over Kysely in the server's platform folder.
 */
export interface Queryable {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** The one row a statement must answer with. Throws when there is none: that is a defect, never the user's mistake. */
export async function one<Row extends object>(db: Queryable, text: string, values: unknown[]): Promise<Row> {
  const { rows } = await db.query<Row>(text, values);
  const row = rows[0];
  if (row === undefined) throw new Error('Broken: a ledger function answered without a row');
  return row;
}

/** The part of a pg client that takes a named statement. */
export interface PreparingClient {
  query<Row extends object>(statement: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: Row[] }>;
}

/** A client whose statements are parsed once per connection: for writers that say the same few sentences all day. */
export function preparing(client: PreparingClient): Queryable {
  return {
    async query<Row extends object>(text: string, values: unknown[]) {
      return await client.query<Row>({ name: statementName(text), text, values });
    },
  };
}

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  const name = `ledger_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  statementNames.set(text, name);
  return name;
}
