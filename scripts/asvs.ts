/**
 * Holds docs/security/asvs.md against the list of ids, the code and the tests that it names, and the sentences that count
 * its rows. `npm run check -- asvs` runs it; `node scripts/asvs.ts --write` writes those sentences anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type AsvsChapters, asvsFaults } from './asvs/faults.ts';
import { type AsvsRow, type AsvsStatus, readAsvsRows } from './asvs/rows.ts';

const root = join(import.meta.dirname, '..');
export const asvsPage = 'docs/security/asvs.md';

/** The documents that say how many rows are what. */
const counting = ['README.md', 'SECURITY.md'];
const counted = /\[docs\/security\/asvs\.md\]\([^)]*\) answers [^.]* OWASP ASVS \d+\.\d+\.\d+, [^.]*\./;

export interface AsvsList {
  /** Of the standard. */
  readonly version: string;
  readonly chapters: AsvsChapters;
}

export function readAsvsList(): AsvsList {
  return JSON.parse(readFileSync(join(root, 'docs/security/asvs-ids.json'), 'utf8')) as AsvsList;
}

export function readOfRoot(path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** How many rows there are, and of each status. */
export function countAsvs(rows: readonly AsvsRow[]) {
  const count = (status: AsvsStatus) => rows.filter((row) => row.status === status).length;
  return {
    rows: rows.length,
    met: count('met'),
    notMet: count('not met'),
    notOurs: count('not ours'),
    pending: count('pending'),
  };
}

/** The sentence that a document has of the page. */
export function asvsSentence({ version, chapters }: AsvsList, rows: readonly AsvsRow[]): string {
  const { rows: all, met, notMet, notOurs, pending } = countAsvs(rows);
  const names = Object.keys(chapters)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');
  const open = pending === 0 ? '' : `, ${pending} wait for what is being built`;
  return (
    `[${asvsPage}](${asvsPage}) answers all ${all} requirements of levels 1 and 2 in chapters ${names} of ` +
    `OWASP ASVS ${version}, by code and tests: ${met} met, ${notMet} not met and why, ${notOurs} not ours${open}.`
  );
}

if (import.meta.main) {
  const list = readAsvsList();
  const rows = readAsvsRows(readOfRoot(asvsPage) ?? '');
  const sentence = asvsSentence(list, rows);
  if (process.argv.includes('--write'))
    for (const document of counting)
      writeFileSync(join(root, document), (readOfRoot(document) ?? '').replace(counted, sentence));
  const faults = [
    ...asvsFaults(rows, list.chapters, readOfRoot),
    ...counting
      .filter((document) => readOfRoot(document)?.includes(sentence) !== true)
      .map((document) => `${document} counts otherwise; node scripts/asvs.ts --write corrects it.`),
  ];
  for (const fault of faults) console.error(fault);
  console.log(
    JSON.stringify({ name: 'asvs', figures: { ...countAsvs(rows), faults: faults.length }, ratios: {} }),
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
