/** A client whose statements are parsed once per connection, as the product's are: for benches that measure what follows. */
import { createHash } from 'node:crypto';

import type { Queryable } from '../src/queryable.ts';

/** The part of a pg client that takes a named statement. */
interface PreparingClient {
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
