/** Promises about the code itself. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

import { atMost } from './budgets.ts';

const root = join(import.meta.dirname, '..');
const fileLinesMax = atMost('fileLines');
const functionLinesMax = atMost('functionLines');

const generated = /(^|\/)(node_modules|dist|generated|\.[a-z-]+|test-results)(\/|$)/;
const files = globSync('{*,{.ci,apps,bench,chaos,docs,e2e,mutants,packages,scripts,sim}/**/*}', { cwd: root })
  .filter((file) => /\.(ts|tsx|mjs|js|css|html|sql|md|json|po)$/.test(file) && !generated.test(file))
  .toSorted();
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const code = [...sources].filter(([file]) => /\.(ts|tsx|mjs)$/.test(file));

/** Every place where a pattern stands, as `file:line`. */
function placesOf(pattern: RegExp, among: Iterable<readonly [string, string]>): string[] {
  return [...among].flatMap(([file, source]) =>
    source.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  );
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/**
 * Functions that are too long to read at once. The functions inside one are counted for themselves and not again for
 * the one around them: a service is a list of short functions however many it has.
 */
function longFunctions(file: string, source: string): string[] {
  const lineOf = (position: number): number => source.slice(0, position).split('\n').length;
  const found: string[] = [];
  /** Answers how many lines the functions below a value take. */
  const visit = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const inside = Object.values(value).reduce<number>((sum, child) => sum + visit(child), 0);
    if (!isNode(value) || !/^(Function|ArrowFunction)/.test(value.type)) return inside;
    const lines = lineOf(value.end) - lineOf(value.start) + 1;
    if (lines - inside > functionLinesMax)
      found.push(`${file}:${lineOf(value.start)} has ${lines - inside} lines of its own`);
    // The line on which an inner function starts still belongs to the outer one.
    return lines - 1;
  };
  visit(parseSync(file, source).program);
  return found;
}

describe('the code', () => {
  it('stays in files that fit a head', () => {
    const long = code.filter(([, source]) => source.split('\n').length - 1 > fileLinesMax);
    expect(long.map(([file]) => file)).toEqual([]);
  });

  it('stays in functions that fit a screen', () => {
    const subjects = code.filter(([file]) => !/\.(test|e2e|ct)\.tsx?$/.test(file));
    expect(subjects.flatMap(([file, source]) => longFunctions(file, source))).toEqual([]);
  });

  it('leaves nothing for later', () => {
    const programs = [...sources].filter(([file]) => !file.endsWith('.md'));
    expect(placesOf(/\b(TO[D]O|FIX[M]E|X[X]X|HAC[K])\b/, programs)).toEqual([]);
  });

  it('silences no tool, but for promises that something does not compile', () => {
    const subjects = code.filter(([file]) => file !== 'scripts/tidy.test.ts');
    expect(placesOf(/@ts-(ignore|nocheck)|(eslint|oxlint)-disable/, subjects)).toEqual([]);
    const programs = subjects.filter(([file]) => !file.endsWith('.test-d.ts') && !file.endsWith('.test.ts'));
    expect(placesOf(/@ts-expect-error/, programs)).toEqual([]);
  });

  it('names no place of one machine', () => {
    expect(placesOf(/(^|[\s"'`(=:])\/(work|root|Users)\/\w/, sources)).toEqual([]);
  });

  it('names no place that packages come from: that is a setting of each machine', () => {
    const lockfiles = [...sources].filter(([file]) => file.endsWith('package-lock.json'));
    expect(placesOf(/"resolved": "https?:/, lockfiles)).toEqual([]);
  });

  it('imports zod whole, because its `z` alone costs the browser four times as much', () => {
    expect(placesOf(/import \{[^}]*\bz\b[^}]*\} from 'zod/, code)).toEqual([]);
  });

  it('gives a text no number of its own: the contract has durations and limits (durations.ts, limits.ts)', () => {
    const screens = code.filter(
      ([file]) => /^apps\/\w+\/src\//.test(file) && !/\.(test|ct)\.tsx?$/.test(file),
    );
    expect(
      placesOf(/\b(hours|megabytes): \d|\bt\('[\w.]+', \{.*\b(max|days|months|count): \d/, screens),
    ).toEqual([]);
  });

  it('is named in kebab-case', () => {
    const odd = code.filter(
      ([file]) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mjs)$/.test(basename(file)),
    );
    expect(odd.map(([file]) => file)).toEqual([]);
  });

  it('has no barrel', () => {
    expect(code.map(([file]) => file).filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
  });

  it('promises instead of "should" in the names of tests', () => {
    const tests = code.filter(([file]) => /\.(test|e2e|ct)\.tsx?$/.test(file));
    expect(placesOf(/\b(it|test|describe)(\.\w+)*\(\s*['"`][^'"`]*\bshould\b/, tests)).toEqual([]);
  });

  it('explains every server module in its README', () => {
    const modules = join(root, 'apps/server/src/modules');
    const silent = readdirSync(modules).filter((name) => !existsSync(join(modules, name, 'README.md')));
    expect(silent).toEqual([]);
  });
});
