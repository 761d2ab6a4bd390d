/** What is wrong with the rows of docs/security/asvs.md, as whole sentences. */
import { posix } from 'node:path';

import { type AsvsRow, asvsStatuses } from './rows.ts';
import { symbolsIn } from './symbols-in.ts';
import { type NamedTest, testsIn } from './tests-in.ts';

/** The ids of a chapter with their levels, in their order. */
export type AsvsChapters = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The text of a file by its path from the root; undefined: there is none. */
export type ReadFile = (path: string) => string | undefined;

/** Where the page lies; its links start from there. */
const pageFolder = 'docs/security';
/** A file of tests, or what stands beside them and registers tests for several. */
const testFile = /\.(test|ct|e2e)\.tsx?$|\/tests\/[\w-]+\.ts$/;
/** A reason of fewer words says nothing. */
const reasonWordsMin = 4;

export function asvsFaults(rows: readonly AsvsRow[], chapters: AsvsChapters, read: ReadFile): string[] {
  const testsOf = cached((file: string) => {
    const source = read(file);
    return source === undefined || !testFile.test(file) ? undefined : testsIn(file, source);
  });
  return [
    ...Object.entries(chapters).flatMap(([chapter, levels]) => idFaults(chapter, levels, rows)),
    ...rows
      .filter(({ chapter }) => chapters[chapter] === undefined)
      .map(({ id }) => `${id}: no chapter of ours.`),
    ...rows.flatMap((row) =>
      [
        ...statusFaults(row, read),
        ...row.places.flatMap((place) => placeFaults(place, read)),
        ...row.tests.flatMap((test) => testFaults(test, testsOf)),
      ].map((fault) => `${row.id}: ${fault}`),
    ),
  ];
}

/** Every id of a chapter once, in order, with its level. */
function idFaults(
  chapter: string,
  levels: Readonly<Record<string, number>>,
  rows: readonly AsvsRow[],
): string[] {
  const own = rows.filter((row) => row.chapter === chapter);
  const ids = own.map(({ id }) => id);
  const wanted = Object.keys(levels);
  const faults = [
    ...wanted.filter((id) => !ids.includes(id)).map((id) => `${id}: missing.`),
    ...ids.filter((id) => !wanted.includes(id)).map((id) => `${id}: no id of ${chapter}.`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id}: there twice.`),
    ...own
      .filter(({ id, level }) => levels[id] !== undefined && String(levels[id]) !== level)
      .map(({ id, level }) => `${id}: is of level ${levels[id]}, not ${level}.`),
  ];
  return faults.length > 0 || ids.join() === wanted.join() ? faults : [`${chapter}: not in order.`];
}

/** What a status needs beside it. */
function statusFaults({ status, words, places, tests }: AsvsRow, read: ReadFile): string[] {
  if (!asvsStatuses.some((one) => one === status)) return [`"${status}" is no status.`];
  if (status === 'met')
    return [
      ...(places.length === 0 ? ['met, but nowhere.'] : []),
      ...(tests.length === 0 ? ['met, but no test shows it.'] : []),
    ];
  const links = [...words.matchAll(/\[[^\]]*\]\(([^)#\s]+)[^)]*\)/g)].map(([, to = '']) =>
    posix.join(pageFolder, to),
  );
  const reason = words
    .replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')
    .split(/\s+/)
    .filter((word) => /\w/.test(word));
  const faults = reason.length < reasonWordsMin ? [`${status}, without a reason.`] : [];
  if (status !== 'not met') return faults;
  const hasDecision = links.some((to) => to.startsWith('docs/decisions/') && read(to) !== undefined);
  return hasDecision ? faults : [...faults, 'not met, without a decision that is there.'];
}

function placeFaults(place: string, read: ReadFile): string[] {
  const [file = '', symbol = ''] = place.split(/#(.*)/s);
  const source = read(file);
  if (source === undefined) return [`there is no ${file}.`];
  return symbolsIn(file, source)?.has(symbol) === true
    ? []
    : [`${file} has no ${symbol || 'symbol named here'}.`];
}

function testFaults(test: string, testsOf: (file: string) => readonly NamedTest[] | undefined): string[] {
  const [file = '', ...names] = test.split(' > ');
  const tests = testsOf(file);
  if (tests === undefined) return [`there is no file of tests ${file}.`];
  const name = names.join(' > ');
  const found = tests.filter(({ path }) => ` > ${path.join(' > ')}`.endsWith(` > ${name}`));
  const [only] = found;
  if (only === undefined) return [`${file} has no test "${name}".`];
  if (found.length > 1) return [`${file} has ${found.length} tests "${name}".`];
  return only.isSkipped ? [`the test "${name}" of ${file} is skipped.`] : [];
}

function cached<Result>(work: (key: string) => Result): (key: string) => Result {
  const results = new Map<string, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = work(key);
    results.set(key, result);
    return result;
  };
}
