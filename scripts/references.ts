/**
 * References of the documents into the code: a file, the number of a line, and words that stand on that line and on no
 * other one of the file. `node scripts/references.ts` writes the numbers anew after lines moved; a test of the documents
 * (docs.test.ts) finds those that are not true any more.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** [`layers.ts:12`](../../layers.ts#L12) `the words`; between the two may be nothing but one space. */
const reference = /\[`([\w./-]+):(\d+)`\]\(([\w./-]+)#L(\d+)\) `([^`\n]+)`/g;

/** The line, from 1, on which the words stand; a sentence where that is none or more than one. */
function lineOf(source: string, words: string): number | string {
  const lines = source.split('\n').flatMap((line, index) => (line.includes(words) ? [index + 1] : []));
  const [first, ...others] = lines;
  if (first === undefined) return 'stands nowhere in it';
  return others.length === 0 ? first : `stands in it ${lines.length} times`;
}

/** A document with the numbers of its references as they are, and what is wrong with those that lead nowhere. */
export function withLines(
  text: string,
  read: (file: string) => string | undefined,
): { readonly text: string; readonly count: number; readonly problems: readonly string[] } {
  const problems: string[] = [];
  let count = 0;
  const written = text.replaceAll(
    reference,
    (whole, file: string, _line, path: string, _hash, words: string) => {
      count += 1;
      const source = read(file);
      const line = source === undefined ? 'is in no file of that name' : lineOf(source, words);
      if (typeof line === 'number') return `[\`${file}:${line}\`](${path}#L${line}) \`${words}\``;
      problems.push(`${file}: \`${words}\` ${line}`);
      return whole;
    },
  );
  return { text: written, count, problems };
}

/** The text of a file of ours; undefined where there is none. */
export function sourceOf(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  for (const file of globSync('{*,docs/**/*}.md', { cwd: root }).toSorted()) {
    const before = sourceOf(file) ?? '';
    const { text, problems } = withLines(before, sourceOf);
    for (const problem of problems) console.error(`${file}: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
    if (text === before) continue;
    writeFileSync(join(root, file), text);
    console.log(`${file}: its lines are written anew`);
  }
}
