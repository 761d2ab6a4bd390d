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

/** A line of code, and the files in which alone it may stand. */
type Homes = readonly [what: RegExp, homes: readonly string[]];

/**
 * What makes a text for people out of a number, and the only places where it may stand: everything else calls the functions
 * there, so that an amount, a price or a percent reads the same wherever it is met.
 */
const writers: readonly Homes[] = [
  // Units of an asset, and the steps of a market: exact, with as few zeros as may be.
  [
    /\bformatUnitsTrimmed\b/,
    [
      'packages/money/src/amount.ts',
      'packages/money/src/fee.ts',
      'apps/server/src/modules/asset/asset.ts',
      'apps/server/src/modules/rate/worth.ts',
      'apps/server/src/modules/market/steps.ts',
    ],
  ],
  // A decimal point that is put in by hand.
  [/padStart\([^)]*\+ 1, '0'\)/, ['packages/money/src/amount.ts']],
  // The signs of a language.
  [
    /\bIntl\.NumberFormat\b|\bnumberParts\b|\b(coin|fiat|percent)Parts\b/,
    ['packages/money/src/display.ts', 'apps/wallet/src/lib/text/format.ts'],
  ],
  [/\btoLocaleString\(|\btoPrecision\(/, []],
  [/\bjoinParts\(\s*(show\w+\(|\{)/, ['apps/wallet/src/lib/text/format.ts']],
  // Floating-point numbers: what is drawn, and nothing else.
  [
    /\.toFixed\(/,
    [
      'packages/money/src/division.ts',
      'apps/wallet/src/ui-market/drawn-decimal.ts',
      'apps/wallet/src/ui-market/depth-shape.ts',
      'apps/wallet/src/ui/base/sparkline.tsx',
    ],
  ],
  // The name of a market.
  [
    /\.(replace|replaceAll|split)\('_'(, '\/')?\)|base\}\/\$\{(\w+\.)?quote/,
    ['packages/contract/src/rules/pair.ts'],
  ],
];

/** Rules that were once written wherever they were needed; the signer stands alone and has its own. */
const rules: readonly Homes[] = [
  [
    /\bconst (minute|hour|day)(Ms)? = \d|\b(3_600_000|86_400_000)\b|\b60 \* 60 \* 1_?000\b/,
    ['packages/money/src/spans.ts', 'packages/signer/src/journal.ts'],
  ],
  [/\[0-9a-f\]\{8\}/, ['apps/server/src/platform/process/ids.ts']],
  [
    /\bz\.uuid\(\)/,
    [
      'packages/contract/src/fields.ts',
      'packages/signer/src/wire.ts',
      'apps/server/src/platform/http/incoming.ts',
      'apps/server/src/platform/http/output-check.ts',
    ],
  ],
];

const product = code.filter(
  ([file]) => /^(apps|packages)\/\w+\/src\//.test(file) && !/\.(test|ct)\.tsx?$/.test(file),
);

/** Where one of these lines stands that may not, and homes in which it does not stand any more. */
function straysOf(table: readonly Homes[]): string[] {
  return table.flatMap(([what, homes]) => [
    ...placesOf(
      what,
      product.filter(([file]) => !homes.includes(file)),
    ),
    ...homes.filter((home) => placesOf(what, [[home, sources.get(home) ?? '']]).length === 0),
  ]);
}

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
    expect(long.map(({ file, name, line, lines }) => `${file}:${line} ${name} has ${lines} lines`)).toEqual(
      [],
    );
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
    const product = code.filter(
      ([file]) => file.startsWith('apps/server/src/') && !file.endsWith('.test.ts'),
    );
    const [place = '', ...more] = placesOf(/\bactor: `operator:/, product);
    expect(place).toMatch(/^apps\/server\/src\/modules\/operator\/runner\.ts:/);
    expect(more).toEqual([]);
  });

  it('writes a number for people in one place for each kind', () => {
    expect(straysOf(writers)).toEqual([]);
  });

  it('says how long an hour is, and how an id is written, in one place', () => {
    expect(straysOf(rules)).toEqual([]);
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
