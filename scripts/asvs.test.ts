/** The check of docs/security/asvs.md finds what may go wrong in it, each fault by itself. */
import { describe, expect, it } from 'vitest';

import { asvsPage, asvsSentence, countAsvs, readAsvsList, readOfRoot } from './asvs.ts';
import { asvsFaults } from './asvs/faults.ts';
import { readAsvsRows } from './asvs/rows.ts';
import { testsIn } from './asvs/tests-in.ts';

const chapters = { V1: { '1.1.1': 1, '1.1.2': 2, '1.1.3': 2 } };
const page = `# A page

## V1 A chapter

| Id    | Level | Is       | What holds here                                          | Where           | Tests                        |
| ----- | ----- | -------- | -------------------------------------------------------- | --------------- | ---------------------------- |
| 1.1.1 | 1     | met      | By code.                                                 | \`a.ts#work\` | \`a.test.ts > does > work\` |
| 1.1.2 | 2     | not met  | It would cost too much. [Decision](../decisions/0001.md) |                 |                              |
| 1.1.3 | 2     | not ours | We have nothing of that.                                 |                 |                              |
`;
const files: Readonly<Record<string, string>> = {
  'a.ts': 'export function work() {}\nconst table = { field: 1 };\n',
  'a.test.ts': "describe('does', () => { it('work', () => {}); it('rest', () => {}); });",
  'docs/decisions/0001.md': '# 1. A decision\n',
};

function faultsOf(text: string, changed: Readonly<Record<string, string>> = {}): string[] {
  const all: Readonly<Record<string, string | undefined>> = { ...files, ...changed };
  return asvsFaults(readAsvsRows(text), chapters, (path) => all[path]);
}

const lineOf = (id: string) => page.split('\n').find((line) => line.startsWith(`| ${id} `)) ?? '';
const without = (id: string) => page.replace(`${lineOf(id)}\n`, '');
const skipped = (source: string) => ({ 'a.test.ts': source });

describe('the check of the page', () => {
  it('finds nothing in a page that is right', () => {
    expect(faultsOf(page)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['an id is missing', without('1.1.2'), '1.1.2: missing.'],
    ['an id is there twice', `${page}${lineOf('1.1.3')}\n`, '1.1.3: there twice.'],
    ['an id is made up', page.replace('| 1.1.3 |', '| 1.1.9 |'), '1.1.9: no id of V1.'],
    ['ids are out of order', `${without('1.1.1')}${lineOf('1.1.1')}\n`, 'V1: not in order.'],
    ['a level is another one', page.replace('| 1.1.2 | 2 ', '| 1.1.2 | 1 '), '1.1.2: is of level 2, not 1.'],
    ['a chapter is none', page.replace('## V1', '## V3'), '1.1.1: no chapter of ours.'],
    ['a status is none', page.replace('| not ours |', '| perhaps |'), '1.1.3: "perhaps" is no status.'],
    ['what is met is nowhere', page.replace('`a.ts#work`', ''), '1.1.1: met, but nowhere.'],
    [
      'no test shows what is met',
      page.replace('`a.test.ts > does > work`', ''),
      '1.1.1: met, but no test shows it.',
    ],
    ['a file is gone', page.replace('a.ts#work', 'b.ts#work'), '1.1.1: there is no b.ts.'],
    ['a symbol is gone', page.replace('a.ts#work', 'a.ts#play'), '1.1.1: a.ts has no play.'],
    ['a file stands alone', page.replace('a.ts#work', 'a.ts'), '1.1.1: a.ts has no symbol named here.'],
    [
      'a test has another name',
      page.replace('> work`', '> wirk`'),
      '1.1.1: a.test.ts has no test "does > wirk".',
    ],
    ['a test is half a name', page.replace('does > work', 'ork'), '1.1.1: a.test.ts has no test "ork".'],
    [
      'tests are in no file of tests',
      page.replace('a.test.ts >', 'a.ts >'),
      '1.1.1: there is no file of tests a.ts.',
    ],
    [
      'there is no reason',
      page.replace('It would cost too much.', 'So.'),
      '1.1.2: not met, without a reason.',
    ],
    [
      'the decision is gone',
      page.replace('0001.md', '0002.md'),
      '1.1.2: not met, without a decision that is there.',
    ],
    [
      'what is not ours has no reason',
      page.replace('We have nothing of that.', ''),
      '1.1.3: not ours, without a reason.',
    ],
  ])('finds that %s', (_what, text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });

  it.each([
    ['itself', "describe('does', () => { it.skip('work', () => {}); });"],
    ['with its group', "describe.skip('does', () => { it('work', () => {}); });"],
    ['on some machines', "describe('does', () => { it.skipIf(isSlow)('work', () => {}); });"],
    ['as one of a table', "describe('does', () => { it.skip.each([1])('work', () => {}); });"],
    ['by an option', "describe('does', () => { it('work', { skip: true }, () => {}); });"],
    ['from within', "describe('does', () => { it('work', ({ skip }) => { skip(); }); });"],
    ['because it is still to be written', "describe('does', () => { it.todo('work'); });"],
    [
      'where another one runs alone',
      "describe('does', () => { it('work', () => {}); it.only('rest', () => {}); });",
    ],
  ])('finds a test that is skipped %s', (_how, source) => {
    expect(faultsOf(page, skipped(source))).toEqual([
      '1.1.1: the test "does > work" of a.test.ts is skipped.',
    ]);
  });

  it('finds a name that two tests have', () => {
    const source = "describe('does', () => { it('work', () => {}); }); it('does > work', () => {});";
    expect(faultsOf(page, skipped(source))).toEqual(['1.1.1: a.test.ts has 2 tests "does > work".']);
  });

  it('reads tests of tables and templates by their written names', () => {
    const source =
      "describe.each(all)('%s', () => { it(`does ${much}`, () => {}); it.each`a`('b', () => {}); });";
    expect(testsIn('a.test.ts', source).map(({ path }) => path.join(' > '))).toEqual([
      '%s > does ${much}',
      '%s > b',
    ]);
  });
});

describe('docs/security/asvs.md', () => {
  const list = readAsvsList();
  const rows = readAsvsRows(readOfRoot(asvsPage) ?? '');

  it('is whole, and every file and test that it names is there', () => {
    expect(asvsFaults(rows, list.chapters, readOfRoot)).toEqual([]);
  });

  it('is counted by README.md and SECURITY.md as it is', () => {
    const { rows: all, met, notMet, notOurs, pending } = countAsvs(rows);
    expect(met + notMet + notOurs + pending).toBe(all);
    for (const document of ['README.md', 'SECURITY.md'])
      expect(readOfRoot(document)).toContain(asvsSentence(list, rows));
  });
});
