/** docs/states.md out of the tables. */
import { isFinal, type StateTable, statesOf } from '@marigold/money/states';

import { type Tabled, tabled } from './tables.ts';

/** A diagram knows no hyphens in names. */
const idOf = (state: string): string => state.replaceAll('-', '_');

function diagramOf(table: StateTable<string>): string {
  const states = statesOf(table);
  const lines = [
    ...states.filter((state) => idOf(state) !== state).map((state) => `state "${state}" as ${idOf(state)}`),
    ...table.firsts.map((state) => `[*] --> ${idOf(state)}`),
    ...states.flatMap((from) => table.next[from]?.map((to) => `${idOf(from)} --> ${idOf(to)}`) ?? []),
    ...states.filter((state) => isFinal(table, state)).map((state) => `${idOf(state)} --> [*]`),
  ];
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

function chapterOf([column, { table, name, file }]: readonly [string, Tabled]): string {
  const title = table.thing.replace(/^an? /, '');
  return `## ${title}\n\n\`${column}\`, by [\`${name}\`](../${file}).\n\n${diagramOf(table)}\n`;
}

/** The page as it is to be. */
export function statesText(): string {
  const head = `# States

What may follow what, one table for each column of states. The program asserts by these tables, SQL takes from them where a
row may come from, and [a test](../scripts/states.test.ts) holds them to the constraints of [the schema](../schema/app.sql).
This page is made of them by \`node scripts/states.ts\`.
`;
  return [head, ...Object.entries(tabled).map(chapterOf)].join('\n');
}
