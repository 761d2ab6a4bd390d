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
