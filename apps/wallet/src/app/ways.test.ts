/** Ways between the pages, read from their sources: what nothing leads to is not there for people. */
import { describe, expect, it } from 'vitest';

import { paths } from '../lib/route/paths.ts';

const sources = import.meta.glob<string>(
  ['../{app,domain,features,lib,screen,ui,ui-market}/**/*.{ts,tsx}', '!../**/*.{test.ts,ct.tsx}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

describe('the ways of the wallet', () => {
  it('lead to every page', () => {
    const all = Object.values(sources).join('\n');
    const alone = Object.keys(paths).filter((name) => !new RegExp(`paths\\.${name}\\b`).test(all));
    expect(alone).toEqual([]);
  });

  it('lead from the personal centre to every personal page (spec 2)', () => {
    const centre = Object.entries(sources)
      .filter(([file]) => file.startsWith('../features/me/'))
      .map(([, text]) => text)
      .join('\n');
    const personal: readonly (keyof typeof paths)[] = [
      'profile',
      'password',
      'paymentPassword',
      'messages',
      'assets',
      'receive',
      'transfer',
      'payees',
      'bills',
      'exportBills',
      'tradeBills',
      'risks',
      'invite',
      'setting',
      'language',
    ];
    expect(personal.filter((name) => !centre.includes(`paths.${name}(`))).toEqual([]);
  });
});

it('a page does not name itself: its heading comes from the table of pages', () => {
  const naming = Object.entries(sources).filter(
    ([file, text]) =>
      file.startsWith('../features/') &&
      (/nav-bar\.tsx/.test(text) ||
        /subject=\{[^}]*shell\.title/.test(text) ||
        /<h1[^>]*>\{t\('shell\.title/.test(text)),
  );
  expect(naming.map(([file]) => file)).toEqual([]);
});

it('says in one place what happened to a read that failed', () => {
  const fixed = Object.keys(sources).filter(
    (file) => file.startsWith('../features/') && sources[file]?.includes("'shell.dataRequestFailed'"),
  );
  expect(fixed).toEqual([]);
});
