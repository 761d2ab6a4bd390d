/** Promises about the code itself. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

import { atMost } from './budgets.ts';

const root = join(import.meta.dirname, '..');
const fileLinesMax = atMost('fileLines');
const functionLinesMax = atMost('functionLines');
const wholeFunctionLinesMax = atMost('wholeFunctionLines');
const pageLinesMax = atMost('pageLines');

const generated = /(^|\/)(node_modules|dist|generated|\.[a-z-]+|test-results)(\/|$)/;
const files = globSync('{*,{.ci,apps,bench,chaos,docs,e2e,mutants,packages,schema,scripts,sim}/**/*}', {
  cwd: root,
})
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

interface Measured {
  readonly file: string;
  /** Of the function, or of what it is given to; empty where it has none. */
  readonly name: string;
  readonly line: number;
  /** From its first line to its last. */
  readonly lines: number;
  /** Without the functions inside it; the line on which one starts still belongs to the outer one. */
  readonly ownLines: number;
}

function nameOf(node: Node): string {
  const [named] = ['id', 'key', 'left'].flatMap((part) => {
    const value = (node as unknown as Record<string, unknown>)[part];
    return isNode(value) && 'name' in value ? [String(value.name)] : [];
  });
  return named ?? '';
}

/** Every function of a file with its length. */
function functionsIn(file: string, source: string): Measured[] {
  const lineOf = (position: number): number => source.slice(0, position).split('\n').length;
  const found: Measured[] = [];
  /** Answers how many lines the functions below a value take. */
  const visit = (value: unknown, above: string): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const name = (isNode(value) ? nameOf(value) : '') || above;
    const inside = Object.values(value).reduce<number>((sum, child) => sum + visit(child, name), 0);
    if (!isNode(value) || !/^(Function|ArrowFunction)/.test(value.type)) return inside;
    const line = lineOf(value.start);
    const lines = lineOf(value.end) - line + 1;
    found.push({ file, name, line, lines, ownLines: lines - inside });
    return lines - 1;
  };
  visit(parseSync(file, source).program, '');
  return found;
}

const functions = code
  .filter(([file]) => !/\.(test|e2e|ct)\.tsx?$/.test(file))
  .flatMap(([file, source]) => functionsIn(file, source));

describe('the code', () => {
  it('stays in files that fit a head', () => {
    const long = code.filter(([, source]) => source.split('\n').length - 1 > fileLinesMax);
    expect(long.map(([file]) => file)).toEqual([]);
  });

  it('stays in functions that fit a screen', () => {
    const long = functions.filter(({ ownLines }) => ownLines > functionLinesMax);
    expect(long.map((one) => `${one.file}:${one.line} has ${one.ownLines} lines of its own`)).toEqual([]);
  });

  it('stays in functions that are no classes: with all inside them, a hundred lines', () => {
    const long = functions.filter(({ lines }) => lines > wholeFunctionLinesMax);
    expect(long.map(({ file, name, line, lines }) => `${file}:${line} ${name} has ${lines} lines`)).toEqual([]);
  });

  it('stays in pages that only put together what stands beside them', () => {
    const pages = code.filter(([file]) => /^apps\/wallet\/src\/features\/.*[.-]page\.tsx$/.test(file));
    expect(pages.length).toBeGreaterThan(0);
    const long = pages.map(([file, source]) => ({ file, lines: source.split('\n').length - 1 }));
    expect(long.filter(({ lines }) => lines > pageLinesMax)).toEqual([]);
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

  it('writes down what operators did in one place, which runs every operation', () => {
    const product = code.filter(([file]) => /^apps\/server\/src\//.test(file) && !file.endsWith('.test.ts'));
    const [place = '', ...more] = placesOf(/\bactor: `operator:/, product);
    expect(place).toMatch(/^apps\/server\/src\/modules\/operator\/runner\.ts:/);
    expect(more).toEqual([]);
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
