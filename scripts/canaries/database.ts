/** Every column of every table, as text, each in its place. */
import { Client } from 'pg';

import type { Places } from './places.ts';

/** What lies here lies sealed: it is searched like everything else. */
const sealedColumns = new Set([
  'app.kyc_record.page',
  'app.kyc_item.words',
  'app.kyc_item.value',
  'app.identity_key.fields',
  'app.partner_event.sealed',
  'app.screening_hit.sealed',
  'app.house_review.mrz',
  'app.card_application.details',
]);
const wrappedColumn = 'app.identity_key.wrapped';

const placeOfTable: readonly (readonly [RegExp, string])[] = [
  [/^graphile_worker\./, 'jobs'],
  [/^audit\./, 'audit log'],
  [/^ledger\./, 'ledger'],
  [/^app\.outbox$/, 'announcements in their table'],
  [/^app\.request_key/, 'answers for a repeat'],
  [/^app\.partner_call$/, 'wishes to companies'],
  [/^app\.partner_event$/, 'events of companies'],
  [/^app\.(notice|message|demo_inbox|mail)/, 'notices'],
  [/^app\.bill/, 'bills'],
  [/^app\.export/, 'orders of exports'],
  [/^app\.(kyc|identity|house)_/, 'open columns of identities'],
  [/^app\.card(_|$)/, 'open columns of cards'],
  [/^app\.(security_event|attempt)/, 'security events'],
  [/./, 'every other table'],
];

type Table = { readonly table: string; readonly columns: readonly string[] };

/** Answers how many columns were read and how many sealed values there were. */
export async function readTables(
  ownerUrl: string,
  places: Places,
): Promise<{ columns: number; sealedValues: number }> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<Table>(`
      select n.nspname || '.' || c.relname as table, array_agg(a.attname::text) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      group by 1`);
    let sealedValues = 0;
    for (const { table, columns } of tables) {
      const selected = columns.map((column) => `${client.escapeIdentifier(column)}::text`).join(', ');
      const read = { text: `select ${selected} from ${table}`, rowMode: 'array' as const };
      const { rows } = await client.query<(string | null)[]>(read);
      for (const [nth, column] of columns.entries()) {
        const place = placeOfColumn(table, column);
        const texts = rows.flatMap(({ [nth]: text }) => text ?? []);
        places.add(place, ...texts);
        if (place === 'sealed columns') sealedValues += texts.length;
      }
    }
    const running = await client.query<{ query: string }>('select query from pg_stat_activity');
    places.add('statements of the database', ...running.rows.map(({ query }) => query));
    return { columns: tables.flatMap(({ columns }) => columns).length, sealedValues };
  } finally {
    await client.end();
  }
}

function placeOfColumn(table: string, column: string): string {
  const name = `${table}.${column}`;
  if (name === wrappedColumn) return `column ${wrappedColumn}`;
  if (sealedColumns.has(name)) return 'sealed columns';
  return placeOfTable.find(([pattern]) => pattern.test(table))?.[1] ?? 'every other table';
}
