/** Promises about the documents: what they name is there, and what they quote is the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { demoPeople } from '../apps/server/src/modules/demo/people.ts';
import { synopsisOf } from '../apps/server/src/modules/operator/command.ts';
import { readConfig } from '../apps/server/src/platform/process/config.ts';
import { commands } from '../packages/operations/src/operations.ts';
import { operationsTable, writtenTable } from './operations-table.ts';
import { sourceOf, withLines } from './references.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const notOurs = /(^|\/)(node_modules|dist|generated|test-results)\//;
// What the wallet shows to people (apps/server/content) links to pages of the wallet and is tested where it is served.
const documents = globSync('{*,{apps,bench,chaos,docs,e2e,mutants,packages,schema,scripts,sim}/**/*}.md', {
  cwd: root,
})
  .filter((file) => !file.startsWith('apps/server/content/'))
  .filter((file) => !notOurs.test(file))
  .toSorted();
const guides = documents.filter((file) => file !== 'CHANGELOG.md');

/** A document without its code, where brackets mean other things. */
function proseOf(file: string): string {
  return read(file).replace(/^```.*?^```$/gms, '');
}

type Link = { readonly file: string; readonly text: string; readonly target: string };

/** Every link and picture of a document that leads to a file of ours, with the target as a path from the root. */
function linksOf(file: string): Link[] {
  const prose = proseOf(file);
  const links = [...prose.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, text, to]) => ({ text, to }));
  const pictures = [...prose.matchAll(/<img src="([^"]+)"/g)].map(([, to]) => ({ text: '', to }));
  return [...links, ...pictures].flatMap(({ text = '', to = '' }) =>
    /^(https?:|mailto:|#)/.test(to)
      ? []
      : [{ file, text, target: join(dirname(file), to.split('#', 1)[0] ?? '') }],
  );
}

const links = documents.flatMap(linksOf);

/** The cells of every table row below a heading, without the row of the column names. */
function rowsBelow(file: string, heading: string): string[][] {
  const [, section = ''] = read(file).split(new RegExp(`^## ${heading}$`, 'm'));
  const lines = (section.split(/^## /m, 1)[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the documents', () => {
  it('are where a newcomer looks for them', () => {
    const expected = ['README', 'ARCHITECTURE', 'CONTRIBUTING', 'SECURITY', 'CHANGELOG', 'STYLE'];
    expect(documents).toEqual(expect.arrayContaining(expected.map((name) => `${name}.md`)));
  });

  it('link only to what is there', () => {
    const dead = links.filter(({ target }) => !existsSync(join(root, target)));
    expect(dead.map(({ file, target }) => `${file}: ${target}`)).toEqual([]);
  });

  it('name only what stands in the file they link to', () => {
    const named = links.filter(({ text }) => /^`[\w.$]+`$/.test(text));
    const gone = named.filter(({ text, target }) => !read(target).includes(text.slice(1, -1)));
    expect(named.length).toBeGreaterThan(0);
    expect(gone.map(({ file, text, target }) => `${file}: ${text} in ${target}`)).toEqual([]);
  });

  it('lead to what the database is and to no migration, which a later one may have overtaken', () => {
    const snippets = guides.flatMap(
      (file) => read(file).match(/^`apps\/server\/migrations\/\d{4}-.*$/gm) ?? [],
    );
    const old = links.filter(({ target }) => /^apps\/server\/migrations\/\d{4}-/.test(target));
    expect([...old.map(({ file, target }) => `${file}: ${target}`), ...snippets]).toEqual([]);
  });

  it('name only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = guides.flatMap((file) =>
      [...read(file).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, own]) => ({
        file,
        script: run ?? own ?? '',
      })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
  });

  it('name every command of package.json in the README, the two for newcomers first', () => {
    const readme = read('README.md');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const isNamed = (script: string) => new RegExp(`\\bnpm (run )?${script}(?![\\w:-])`).test(readme);
    expect(Object.keys(scripts).filter((script) => !isNamed(script))).toEqual([]);
    expect(readme).toMatch(/## Two commands[^#]*```sh\nnpm start [^\n]*\nnpm test [^\n]*\n```/);
  });

  it('describe the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(read('CHANGELOG.md')).toContain(`## Unreleased / ${version}\n`);
  });
});

describe('the decisions', () => {
  const pages = documents.filter((file) => file.startsWith('docs/decisions/'));

  it.each(pages)('%s says its number, its day and whether it holds', (file) => {
    const [title = '', ...lines] = read(file).split('\n');
    const number = Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(basename(file))?.[1]);
    const status = lines.find((line) => line !== '') ?? '';
    expect(title).toMatch(new RegExp(`^# ${number}\\. \\S`));
    expect(status).toMatch(/^\d{1,2} [A-Z][a-z]+ 20\d\d · (accepted|superseded by \d{4})\b/);
  });

  it('have a number each', () => {
    const numbers = pages.map((file) => basename(file).slice(0, 4));
    expect(numbers.length).toBe(new Set(numbers).size);
  });
});

describe('a reference to a line', () => {
  it('leads to the words it quotes; node scripts/references.ts writes the numbers', () => {
    const pages = documents.map((file) => ({ file, ...withLines(read(file), sourceOf) }));
    expect(pages.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`))).toEqual(
      [],
    );
    expect(pages.filter(({ file, text }) => text !== read(file)).map(({ file }) => file)).toEqual([]);
    expect(pages.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
  });

  it('follows its words, and tells where they stand twice or are gone', () => {
    const source = 'one\ntwo\ntwo\nthree\n';
    const written = (words: string, line = 1) => `[\`a.ts:${line}\`](../a.ts#L${line}) \`${words}\``;
    const seen = (words: string) =>
      withLines(written(words), (file) => (file === 'a.ts' ? source : undefined));
    expect(seen('three')).toEqual({ text: written('three', 4), count: 1, problems: [] });
    expect(seen('two').problems).toEqual(['a.ts: `two` stands in it 2 times']);
    expect(seen('four').problems).toEqual(['a.ts: `four` stands nowhere in it']);
    expect(withLines(written('one'), () => undefined).problems).toHaveLength(1);
  });
});

it('decision 51 has a verdict in each of its 24 rows, and counts them rightly', () => {
  const page = read('docs/decisions/0051-the-twenty-four-rows.md');
  const rows = [...page.matchAll(/^## (\d+)\. .+: (better|equal|worse)$/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
  const count = (verdict: string) => rows.filter(([, , one]) => one === verdict).length;
  expect(page).toContain(`**${count('better')} better, ${count('equal')} equal, ${count('worse')} worse.**`);
});

describe('the snippets of STYLE.md', () => {
  const snippets = [...read('STYLE.md').matchAll(/(?:^`([^`\n]+)`\n\n)?^```\w*\n(.*?)^```$/gms)].map(
    ([, file = 'no file', snippet = '']) => ({ file, snippet }),
  );

  it.each(snippets)('%#. are the code of $file', ({ file, snippet }) => {
    const source = read(file)
      .split('\n')
      .map((line) => line.trim());
    let at = 0;
    for (const line of snippet.split('\n').map((one) => one.trim())) {
      if (line === '' || /^(\/\/|--) …$/.test(line)) continue;
      const found = source.indexOf(line, at);
      expect(found, `${file} has no line after ${at}: ${line}`).toBeGreaterThanOrEqual(at);
      at = found + 1;
    }
  });
});

describe('docs/operating.md', () => {
  const settings = rowsBelow('docs/operating.md', 'Settings').map((cells) =>
    cells.map((cell) => cell.replaceAll('`', '')),
  );

  it('names every setting of the schema and no other', () => {
    const [, schema = ''] =
      /const schema = z\.object\(\{\n(.*?)^\}\);/ms.exec(
        read('apps/server/src/platform/process/config.ts'),
      ) ?? [];
    const names = [...schema.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(settings.map(([name]) => name)).toEqual(names);
  });

  it('says every default', () => {
    const config = readConfig({});
    const defaults: Readonly<Record<string, string>> = {
      MODE: config.mode,
      PORT: String(config.port),
      HOST: config.host,
      DATA_DIR: basename(config.dataDirectory),
      ROLES: config.processRoles.join(','),
      API_SECRET: config.apiSecret,
      // The companies' own addresses, wherever an account there is set.
      SUMSUB_URL: 'https://api.sumsub.com',
      MUSEPAY_URL: 'https://api.musepay.io',
      YENTE_DATASET: 'sanctions',
      SMS_DAILY_MAX: String(config.smsDailyMax),
      KEEP_IDENTITY_YEARS: String(config.keeping.years),
      HUMAN_CHECK: config.asksForWork ? 'altcha' : 'none',
      LINK_MESSAGING_HOSTS: config.links.messagingHosts.join(','),
      LOG_LEVEL: config.logLevel,
    };
    for (const [name = '', value] of settings)
      expect([name, value]).toEqual([name, defaults[name] ?? 'none']);
  });

  it('shows operator commands as the program does', () => {
    const lines = [...read('docs/operating.md').matchAll(/^npm run operator -- (.*)$/gm)].map(
      ([, one]) => one,
    );
    const known = commands.map(synopsisOf);
    expect(lines.length).toBe(37);
    expect(lines.filter((command = '') => !known.includes(command))).toEqual([]);
  });

  it('says who may do what as the rows of the operations do', () => {
    expect(writtenTable(), 'node scripts/operations-table.ts writes it anew').toBe(operationsTable());
  });
});

it('docs/start.md names the people of the demonstration with their secrets and what they open with', () => {
  const rows = rowsBelow('docs/start.md', 'Log in').map(([name, password, payPassword, opening = '']) => {
    return [name, password, payPassword, opening.split(';', 1)[0]];
  });
  const people = demoPeople.map(({ username, password, payPassword, opening }) => {
    return [username, password, payPassword, Object.keys(opening).join(', ')];
  });
  expect(rows).toEqual(people);
});

it('docs/benchmarks.md tells how to repeat every bench', () => {
  const benches = globSync('bench/*.ts', { cwd: root })
    .map((file) => basename(file, '.ts'))
    .filter((name) => name !== 'main');
  const page = read('docs/benchmarks.md');
  expect(benches.filter((name) => !page.includes(`npm run bench -- ${name} `))).toEqual([]);
});
