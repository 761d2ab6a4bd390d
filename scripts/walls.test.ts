import { describe, expect, it } from 'vitest';

import { circlesOf } from './walls/circles.ts';
import { doorProblemsOf } from './walls/doors.ts';
import { endlessOf } from './walls/loops.ts';
import { mayImport, parseTable } from './walls/rooms.ts';
import { breachesOf } from './walls/sql-walls.ts';
import { crowdedOf } from './walls/widths.ts';
import { wordProblemsOf } from './walls/words.ts';

const sql = (text: string): string => `export const rows = ask(\`${text}\`);`;
const sentences = (path: string, source: string): string[] =>
  breachesOf(path, source).map(({ sentence }) => sentence);

describe('the walls between tables', () => {
  it.each([
    ['wallet/store.ts', 'select from app.payout o', 'wallet reads app.payout, which payout owns'],
    ['wallet/store.ts', 'select from app.asset, app.payout', 'wallet reads app.payout, which payout owns'],
    ['wallet/store.ts', 'update app.asset set x = 1', 'wallet changes app.asset, which asset owns'],
    ['trade/store.ts', 'insert  into\n app.market (id)', 'trade changes app.market, which market owns'],
    ['bill/views.ts', 'delete from app.slot', 'bill changes app.slot, which payout owns'],
    ['bill/store.ts', 'select from app.cooking', 'no line of layers.ts owns app.cooking'],
  ])('refuse in %s: %s', (file, text, sentence) => {
    expect(sentences(`apps/server/src/modules/${file}`, sql(text))).toEqual([sentence]);
  });

  it('refuse tables where the parts are put together, in every text of the file', () => {
    const source = `const a = 'select from app.payout';\nconst b = \`join \${x} left join app.bill\`;`;
    expect(sentences('apps/server/src/main.ts', source)).toEqual([
      'apps/server/src/main.ts reads app.payout, which payout owns',
      'apps/server/src/main.ts reads app.bill, which bill owns',
    ]);
  });

  it('say the line of the table inside a long statement', () => {
    const [breach] = breachesOf(
      'apps/server/src/modules/wallet/store.ts',
      `\n${sql('select\nfrom app.payout')}`,
    );
    expect(breach?.line).toBe(3);
  });

  it('refuse SQL of a module outside of store.ts and views.ts', () => {
    const source = `import { sql } from 'kysely';`;
    expect(breachesOf('apps/server/src/modules/bill/service.ts', source)).toHaveLength(1);
    expect(breachesOf('apps/server/src/modules/bill/views.ts', source)).toEqual([]);
    expect(breachesOf('apps/server/src/modules/payout/nonce/store.ts', source)).toEqual([]);
  });

  it('let an owner write, a reader read, and comments and functions be', () => {
    expect(breachesOf('apps/server/src/modules/bill/store.ts', sql('update app.bill'))).toEqual([]);
    expect(breachesOf('apps/server/src/modules/wallet/store.ts', sql('select from app.asset'))).toEqual([]);
    expect(breachesOf('apps/server/src/modules/wallet/store.ts', '// app.payout')).toEqual([]);
    expect(breachesOf('apps/server/src/modules/wallet/store.ts', sql('select app.tell(1)'))).toEqual([]);
  });
});

describe('the table of layers.ts', () => {
  it.each([
    ['b: a\na:', 'b imports a, which is not above it'],
    ['a:\na:', 'a has two lines'],
    ['a:; owns t\nb: a; owns t', 't has two owners, a and b'],
    ['a:; owns t\nb:; reads t', 'b reads t of a, which it may not import'],
    ['b:; reads t', 'b reads t, which no room above owns'],
    ['@signer:\nb: @signer', '@signer is a process of its own'],
    ['p/one: p\np/two:', 'p/one imports p, which is not above it'],
  ])('refuses %j', (text, problem) => {
    expect(() => parseTable(text)).toThrow(`layers.ts: ${problem}`);
  });
});

it('lets whoever may import a room import the rooms inside it', () => {
  const rooms = parseTable('p/one:; owns t\np/two: p/one\na: p; reads t');
  expect([...rooms.keys()]).toEqual(['p/one', 'p/two', 'a']);
  expect(mayImport(['p'], 'p/two')).toBe(true);
  expect(mayImport(['p'], 'park')).toBe(false);
});

describe('circles of imports', () => {
  it('are found once, whichever file they are entered by', () => {
    const graph = { a: ['b'], b: ['c', 'd'], c: ['b'], d: ['e', 'outside'], e: [], f: ['f'] };
    expect(circlesOf(new Map(Object.entries(graph)))).toEqual([['b', 'c'], ['f']]);
  });
});

describe('folders', () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`);

  it('hold 25 files, and ten where most is decided about money', () => {
    const trade = 'apps/server/src/modules/trade';
    expect(
      crowdedOf([
        ...files('apps/wallet/src/ui/base', 25),
        ...files(trade, 10),
        ...files(`${trade}/write`, 10),
      ]),
    ).toEqual([]);
    expect(crowdedOf([...files('apps/wallet/src/ui/base', 26), ...files(`${trade}/write`, 11)])).toEqual([
      'apps/wallet/src/ui/base: 26 files; at most 25 lie in one folder.',
      `${trade}/write: 11 files; at most 10 lie in one folder.`,
    ]);
  });
});

describe('the doors of a module', () => {
  const server = 'apps/server/src';
  const modules = `${server}/modules`;
  const problems = (path: string, source: string): string[] => doorProblemsOf([{ path, source }]);

  it.each([
    [
      'server.ts',
      `import { createOrders } from './modules/trade/api/orders.ts';`,
      'import from service.ts, port.ts, views.ts of trade instead of api/orders.ts, which is inside it',
    ],
    [
      'main.ts',
      `import type { ChainRow } from './modules/chain/registry.ts';`,
      'import from service.ts, port.ts, views.ts of chain instead of registry.ts, which is inside it',
    ],
    [
      'operator.ts',
      `const { x } = await import('./modules/trade/engine/owner.ts');`,
      'import from service.ts, port.ts, views.ts of trade instead of engine/owner.ts, which is inside it',
    ],
    [
      'server.ts',
      `import { setFeeDeed } from './modules/market/operations.ts';`,
      'import from service.ts, port.ts, views.ts of market instead of operations.ts, which is inside it',
    ],
    [
      'prune.ts',
      `import { findExport, pruneExports } from './modules/export/store.ts';`,
      'import only what prunes from store.ts of export, not findExport',
    ],
  ])('are the only way in for %s: %s', (file, source, sentence) => {
    expect(problems(`${server}/${file}`, source)).toEqual([`${server}/${file}: ${sentence}.`]);
  });

  it.each([
    [
      'server.ts',
      `import { x } from './modules/trade/service.ts'; import type { X } from './modules/trade/port.ts';`,
    ],
    ['health.ts', `import { x } from './modules/audit/views.ts';`],
    ['deeds.ts', `import { setFeeDeed } from './modules/market/operations.ts';`],
    ['prune.ts', `import { pruneExports } from './modules/export/store.ts';`],
    ['main.ts', `import { createHttp } from './platform/http/http.ts';`],
  ])('let %s in: %s', (file, source) => {
    expect(problems(`${server}/${file}`, source)).toEqual([]);
  });

  it('are made of its parts, and no list of their names', () => {
    const service = `${modules}/trade/service.ts`;
    const withTest = (source: string): string[] =>
      doorProblemsOf([
        { path: service, source },
        { path: `${modules}/trade/trade.test.ts`, source: '' },
        { path: `${modules}/trade/store.ts`, source: '' },
      ]);
    expect(withTest(`export function createTrade() {} export type { X } from './port.ts';`)).toEqual([]);
    expect(withTest(`export { createOrders } from './api/orders.ts';`)).toEqual([
      `${service}: put trade together here instead of handing on createOrders of ./api/orders.ts.`,
      `${service}: export a create… or start… that puts trade together, as services of modules do.`,
    ]);
  });

  it('show what others read in views.ts, and let them change rows through its store', () => {
    const path = `${modules}/wallet/balances.ts`;
    const read = `import { findAsset } from '../asset/store.ts';`;
    expect(problems(path, read)).toContain(
      `${path}: import findAsset from views.ts of asset instead of store.ts, which is its own.`,
    );
    const change = `import { updateAsset } from '../asset/store.ts'; import type { Row } from '../asset/store.ts';`;
    expect(problems(path, change).join('\n')).not.toContain('views.ts');
    expect(problems(path, `import { sumHeld } from './store.ts';`).join('\n')).not.toContain('views.ts');
  });

  it('are missed where an owner of tables has no store, or a module no test', () => {
    expect(problems(`${modules}/asset/views.ts`, '')).toEqual([
      `${modules}/asset: it owns tables; give it a store.ts for their SQL.`,
      `${modules}/asset: give it a test of what it promises.`,
    ]);
    expect(
      doorProblemsOf([
        { path: `${modules}/operator/runner.ts`, source: '' },
        { path: `${modules}/operator/runner.test.ts`, source: '' },
      ]),
    ).toEqual([]);
  });
});

describe('the words of the field', () => {
  const problems = (files: Readonly<Record<string, string>>): string[] =>
    wordProblemsOf(Object.entries(files).map(([path, source]) => ({ path, source })));

  it.each([
    ['a variable', 'const toldAt = 1;', 'toldAt'],
    ['a type', 'export type TellFrame = { readonly a: 1 };', 'TellFrame'],
    ['a member', 'type A = { readonly isShown: boolean };', 'isShown'],
    ['what is taken out of an object', 'const { kept: others } = run();', 'kept'],
    ['a parameter', 'function run(asked: string) {}', 'asked'],
    ['a function', 'export const orderOf = () => 1;', 'orderOf'],
  ])('are held against %s', (_, source, name) => {
    const [problem, ...more] = problems({ 'sim/a.ts': source });
    expect(problem).toMatch(new RegExp(`^sim/a\\.ts: ${name}\\b`));
    expect(more).toEqual([]);
  });

  it('are held against the name of a file', () => {
    expect(problems({ 'chaos/fake-scene.test.ts': '' })).toEqual([
      'chaos/fake-scene.test.ts: a file is not called by "scene"; say a setup.',
    ]);
  });

  it.each([
    ['prose', '// what was told\nconst a = `it is kept`;'],
    ['columns', 'const a = row.kept_units;'],
    ['words that only begin so', 'const telling = foretold;'],
    ['kinds of a notice', 'const looks = { riskAsked: 1 };'],
  ])('let be %s', (_, source) => {
    expect(problems({ 'sim/a.ts': source })).toEqual([]);
  });

  it('have one meaning each where they are exported', () => {
    const one = 'export const answer = 1;';
    expect(problems({ 'a.ts': one, 'b.ts': 'export type answer = 1;' })).toEqual([
      'answer is exported by a.ts and b.ts.',
    ]);
    expect(problems({ 'a.ts': one, 'b.ts': `export { answer } from './a.ts';` })).toEqual([]);
    expect(problems({ 'a.ts': 'export const run = 1;', 'b.ts': 'export const run = 2;' })).toEqual([]);
    expect(problems({ 'a.ts': 'export default 1;', 'b.ts': 'export default 2;' })).toEqual([]);
  });
});

describe('loops', () => {
  const endless = (source: string): number => endlessOf('packages/money/src/a.ts', source).length;

  it.each([
    ['a condition', 'while (next !== undefined) next = read();'],
    ['nothing', 'for (;;) read();'],
    ['a repeat', 'do read(); while (left > 0);'],
    ['a for without a step', 'for (let at = 0; at < count;) at = read();'],
    ['a for without a condition', 'for (let at = 0; ; at += 1) read();'],
    ['a number without a name', 'while (tries < 3) tries += 1;'],
    ['a list that others make longer', 'while (queue.length > 0) queue.shift();'],
    ['one of two conditions', 'while (tries < triesMax || isOpen) tries += 1;'],
    ['a count that nothing counts', 'while (tries < triesMax) read();'],
    ['a count that is only looked at', 'for (;;) { tries += 1; if (tries > triesMax) report(); }'],
    ['a check that turns the wrong way', 'for (;;) { tries += 1; assert(tries > triesMax); }'],
    ['a loop inside another', '// Ends: each turn takes one row.\nwhile (a()) {\n  while (b()) read();\n}'],
    ['a reason that is none', '// Ends: always.\nwhile (isOpen) read();'],
    ['a reason further up', '// Ends: each turn takes one row.\n\nwhile (isOpen) read();'],
    ['another comment', '// Reads what there is, row by row.\nwhile (isOpen) read();'],
  ])('are seen that go round by %s', (_, source) => {
    expect(endless(source)).toBe(1);
  });

  it.each([
    ['a count below a bound', 'while (isOpen && tries < triesMax) tries += 1;'],
    ['a list below a bound', 'while (ready.length < limits.readyMax) ready.push(start());'],
    ['a time', 'while (Date.now() < deadline) await pause();'],
    ['a refusal', 'for (let n = 1; ; n += 1) { if (n >= triesMax) throw new Error(); read(); }'],
    ['a way out', 'for (;;) { tries += 1; if (tries > triesMax) { report(); return; } }'],
    ['an assertion', 'for (;;) { tries += 1; assert(tries <= triesMax, "it ends"); }'],
    ['a reason', '// Ends: each turn takes one row.\nwhile (isOpen) read();'],
    [
      'a long reason',
      '// Ends: each turn takes one row,\n// and nothing adds to them.\nwhile (isOpen) read();',
    ],
    ['their own three parts', 'for (let at = 0; at < count; at += 1) read();'],
    ['a list', 'for (const one of list) read(one);'],
  ])('are let be that end by %s', (_, source) => {
    expect(endless(source)).toBe(0);
  });

  it('are named by their lines', () => {
    expect(endlessOf('a.ts', '\nfor (;;) read();')).toEqual([
      'a.ts:2: a loop needs a bound with a name, or `// Ends: …` above it.',
    ]);
  });
});
