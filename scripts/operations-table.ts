/** `node scripts/operations-table.ts`: writes into docs/operating.md who may do what, from the rows of packages/operations. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { commands } from '../packages/operations/src/operations.ts';

const file = join(import.meta.dirname, '../docs/operating.md');

/** Where the table begins and ends. */
const place = /(?<=^## Who may do what\n\n[^|]*\n\n)\|.*?\n(?=\n)/ms;

const header = ['Command', 'Does', 'Asks', 'Agrees', 'Audit log'];

const rows = commands.map((row) => {
  const asks = row.asks.join(', ');
  if (row.persons === 0) return [`\`${row.cli}\``, row.does, asks, '', ''];
  const words = typeof row.says === 'string' ? [row.says] : Object.values(row.says.words);
  const answer = words.map((word) => `\`${word}\``).join(', ');
  return [`\`${row.cli}\``, row.does, asks, row.agrees.join(', '), answer];
});

/** The table as the formatter leaves it: every column as wide as its widest cell. */
export function operationsTable(): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[line(header), rule, ...rows.map(line)].join('\n')}\n`;
}

/** The table that docs/operating.md has; undefined: it has none. */
export function writtenTable(): string | undefined {
  return place.exec(readFileSync(file, 'utf8'))?.[0];
}

if (import.meta.main) writeFileSync(file, readFileSync(file, 'utf8').replace(place, operationsTable()));
