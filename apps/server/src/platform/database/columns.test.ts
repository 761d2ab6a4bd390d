import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { column, columnOf, textColumn, textColumnOf } from './columns.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What the database understood. */
async function read(literal: string, type: string): Promise<unknown> {
  const found = await client.query<{ list: unknown }>(`select to_json($1::${type}[]) as list`, [literal]);
  return found.rows[0]?.list;
}

it.each([
  { name: 'one number', values: [7], type: 'int', read: [7] },
  { name: 'numbers and nothing', values: [null, 1, null, -2], type: 'int', read: [null, 1, null, -2] },
  { name: 'big numbers', values: [2n ** 62n, 0n], type: 'text', read: [String(2n ** 62n), '0'] },
  { name: 'words', values: ['wait', 'done'], type: 'text', read: ['wait', 'done'] },
  { name: 'nothing but nulls', values: [null, null], type: 'text', read: [] },
  { name: 'no values', values: [], type: 'text', read: [] },
])('writes $name as PostgreSQL reads it', async ({ values, type, read: expected }) => {
  expect(await read(column(values), type)).toEqual(expected);
  expect(
    await read(
      columnOf(
        values.map((value) => ({ value })),
        (row) => row.value,
      ),
      type,
    ),
  ).toEqual(expected);
});

it('keeps every letter of a text, whatever a list is written with', async () => {
  const texts = [
    '',
    'null',
    'NULL',
    '{}',
    '},{',
    'a,b',
    ' a ',
    '"',
    '\\',
    '\\"',
    '\n\t',
    '日本 🌼',
    null,
    "'); drop",
  ];
  expect(await read(textColumn(texts), 'text')).toEqual(texts);
  const rows = texts.map((text) => ({ text }));
  expect(
    await read(
      textColumnOf(rows, ({ text }) => text),
      'text',
    ),
  ).toEqual(texts);
});
