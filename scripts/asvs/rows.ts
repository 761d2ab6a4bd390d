/** docs/security/asvs.md as data: a table for each chapter, a row for each requirement. */

/** What a requirement is to us; `pending` is one whose code is being built. */
export const asvsStatuses = ['met', 'not met', 'not ours', 'pending'] as const;
export type AsvsStatus = (typeof asvsStatuses)[number];

export interface AsvsRow {
  readonly chapter: string;
  readonly id: string;
  readonly level: string;
  /** As it is written, whether there is such a status or not. */
  readonly status: string;
  /** Our own words, with links. */
  readonly words: string;
  /** `file#symbol` */
  readonly places: readonly string[];
  /** `file > name` */
  readonly tests: readonly string[];
}

const columns = 6;

/** Every row of the tables below headings like `## V2 Validation`. Throws where a row has not its six cells. */
export function readAsvsRows(page: string): AsvsRow[] {
  const [, ...chapters] = page.split(/^## (?=V\d+ )/m);
  return chapters.flatMap((text) => {
    const chapter = text.slice(0, text.indexOf(' '));
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    return lines.slice(2).map((line) => readRow(chapter, line));
  });
}

function readRow(chapter: string, line: string): AsvsRow {
  const cells = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  if (cells.length !== columns) throw new Error(`${chapter}: not six cells: ${line}`);
  const [id = '', level = '', status = '', words = '', places = '', tests = ''] = cells;
  return { chapter, id, level, status, words, places: quotedIn(places), tests: quotedIn(tests) };
}

function quotedIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);
}
