/** Promises about states: their tables, the constraints of the database and every UPDATE say the same. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { mayFollow, statesOf } from '@marigold/money/states';
import { reachable } from '@marigold/money/testing/reachable';
import { describe, expect, it } from 'vitest';

import { stateColumnsOf, stateUpdatesOf } from './states/columns.ts';
import { statesText } from './states/states-text.ts';
import { steps, tabled } from './states/tables.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const columns = new Map(
  globSync('schema/*.sql', { cwd: root }).flatMap((file) => [...stateColumnsOf(read(file))]),
);

describe('the columns of states', () => {
  it('have a table each, and each table its column', () => {
    const known = [...Object.keys(tabled), ...steps].toSorted();
    expect([...columns.keys()].toSorted()).toEqual(known);
  });

  it('are read with their constraint and what they begin with', () => {
    const schema = `create table app.one (
  id uuid primary key,
  state text not null default 'a' check (state in ('a',
    'b-c')),
  other text,
  status text not null
) with (fillfactor=80);
`;
    expect([...stateColumnsOf(schema)]).toEqual([
      ['app.one.state', { states: ['a', 'b-c'], first: 'a' }],
      ['app.one.status', { states: undefined, first: undefined }],
    ]);
  });
});

describe.each(Object.entries(tabled))('the table of %s', (column, { table, name, file }) => {
  it('knows the states of the constraint and no other', () => {
    expect(columns.get(column)?.states?.toSorted()).toEqual(statesOf(table).toSorted());
  });

  it('begins as the column does, and reaches every state from there', () => {
    const first = columns.get(column)?.first;
    expect(table.firsts).toEqual(first === undefined ? table.firsts : [first]);
    expect([...reachable(table)].toSorted()).toEqual(statesOf(table).toSorted());
  });

  it('has no way out of what is final, and one out of everything else', () => {
    const stuck = statesOf(table).filter((state) => table.next[state]?.length === 0);
    expect(table.finals.toSorted()).toEqual(stuck.toSorted());
  });

  it('is called so where it is written', () => {
    expect(read(file)).toMatch(new RegExp(`\\bconst ${name} = defineStates\\b`));
  });
});

describe('every UPDATE of a state', () => {
  const names = new Set(Object.keys(tabled));
  const sources = globSync(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const updates = sources.flatMap((file) =>
    stateUpdatesOf(read(file), names).map((update) => ({ file, ...update })),
  );
  /** What the files of a module say, those of its rooms too. */
  const textOf = (folder: string): string =>
    sources.flatMap((file) => (file.startsWith(`${folder}/`) ? [read(file)] : [])).join('\n');

  it('is found for every column but that of holds, which a trigger keeps', () => {
    const found = new Set([...updates.map(({ column }) => column), 'ledger.hold.state']);
    expect([...found].toSorted()).toEqual([...names].toSorted());
    expect(read('schema/ledger.sql')).toContain(`when (old.state <> 'open' or new.state = 'open'`);
  });

  it.each(updates)(
    'of $column in $file names from where, by the table',
    ({ file, column, to, from, text }) => {
      const { table, name } = tabled[column] ?? { table: undefined, name: '' };
      if (table === undefined) throw new Error(`no table of ${column}`);
      const module = /^apps\/server\/src\/modules\/[\w-]+/.exec(file)?.[0] ?? dirname(file);
      const next = to === undefined ? statesOf(table).filter((state) => !from.includes(state)) : [to];
      const isLiteral =
        from.length > 0 && from.every((one) => next.every((two) => mayFollow(table, one, two)));
      // What has no state yet is given its first one.
      const isBegun = table.firsts.some((first) => first === to) && / (state|status) is null\b/.test(text);
      const isAsserted = new RegExp(`\\bassert(MayFollow|Path)\\(${name}, `).test(textOf(module));
      expect(isLiteral || isBegun || text.includes(`before(${name}, `) || isAsserted, text).toBe(true);
    },
  );

  it('is read with what it writes and what its condition names', () => {
    const update = (rest: string): unknown =>
      stateUpdatesOf(`await sql\`update app.slot s set ${rest}\`.execute(db);`, names);
    expect(update(`state = 'live' where s.id = 1`)).toMatchObject([{ to: 'live', from: [] }]);
    expect(update(`gas = 1, state = row.state from row where s.state in ('reserved', 'live')`)).toMatchObject(
      [{ column: 'app.slot.state', to: undefined, from: ['reserved', 'live'] }],
    );
    expect(update(`mined_line = 1 where state = 'live'`)).toEqual([]);
  });
});

it('docs/states.md draws the tables; `node scripts/states.ts` draws them anew', () => {
  expect(read('docs/states.md')).toBe(statesText());
});
