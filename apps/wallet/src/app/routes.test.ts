/** The built pages against the specification's list, and what stands in each row. */
import {
  headingOfPage,
  pageAliases,
  type PagePath,
  pagePaths,
  pageTable,
  titleOfPage,
} from '@marigold/contract/pages';
import { messages } from '@marigold/texts/generated/server/en';
import { describe, expect, it } from 'vitest';

import specification from '../../../../e2e/spec-routes.json' with { type: 'json' };
import { barOf } from './bars.ts';
import type { PageRow } from './page-row.ts';
import { routes } from './routes.ts';

type SpecificationRow = (typeof specification)[number] & { readonly extension?: boolean };

const listed: readonly SpecificationRow[] = specification;
const rows = pagePaths.map((path) => ({ path, row: routes[path] as PageRow<object> }));
const listedAt = (path: string) => listed.find((row) => row.path === path);

/** Titles that readers misunderstood: the specification calls both pages by their addresses, and "Risk" warns of nothing. */
const renamed: Readonly<Record<string, string>> = {
  '/pages/exchange/risk': 'Security checks',
  '/pages/exchange/riskdetail': 'Check details',
};

/** A title as English readers see it. */
function english(id: keyof typeof messages): string {
  return [messages[id]].flat().join('');
}

describe('the built pages', () => {
  it('are a part of the specification', () => {
    const pages = listed.filter((row) => row.extension !== true);
    const built = pages.filter(({ path }) => (pagePaths as readonly string[]).includes(path));
    console.log(`pages built: ${built.length}/${pages.length}`);
    expect(pages).toHaveLength(98);
    expect(pagePaths.filter((path) => listedAt(path) === undefined)).toEqual([]);
  });

  it.each(rows)('$path has the title, the visitors and the tab of its row there', ({ path, row }) => {
    const wanted = listedAt(path);
    // Where the specification leaves the title open, the page names itself.
    const title = renamed[path] ?? (wanted?.title || english(titleOfPage(path, {})));
    expect({ title: english(titleOfPage(path, {})), access: row.guard, tab: barOf[path]?.tab }).toEqual({
      title,
      access: wanted?.access,
      tab: wanted?.tab,
    });
    expect(title).not.toBe('');
  });

  it('have the aliases of the specification', () => {
    const wanted = listed.flatMap(({ path, alias = [] }) => alias.map((from) => [from, path] as const));
    expect(Object.entries(pageAliases)).toEqual(wanted);
  });

  it('name the second face of the login page', () => {
    expect(english(titleOfPage('/pages/login/login', { type: 'register' }))).toBe('Register');
  });

  it('are headed as they are called, but for what lies over them', () => {
    const named = Object.entries(pageTable).flatMap(([path, page]) => {
      if (!('face' in page)) return [];
      const { parameter, value = 'USDT' } = page.face as { parameter: string; value?: string };
      const search = { [parameter]: value };
      const title = english(titleOfPage(path as PagePath, search));
      return title === english(headingOfPage(path as PagePath, search)) ? [] : [title];
    });
    expect(named).toEqual(['Exchange detail']);
  });

  it('have a face only by a parameter of their query', () => {
    const wrong = Object.entries(pageTable).filter(
      ([, page]) => 'face' in page && !Object.hasOwn(page.query, page.face.parameter),
    );
    expect(wrong).toEqual([]);
  });

  it('have a place in a bar exactly when they have a face for it', () => {
    const wrong = Object.entries(barOf).filter(
      ([, { tab, rail, bar }]) => ((tab ?? rail) !== undefined) !== (bar !== undefined),
    );
    expect(wrong).toEqual([]);
  });

  it('are the page files there are, one file for each', () => {
    const sources = import.meta.glob<string>('./routes-*.ts', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const loaded = [
      ...Object.values(sources)
        .join('')
        .matchAll(/import\('(\.\.\/features\/[^']+)'\)/g),
    ].map(([, file = '']) => file);
    const files = Object.keys(import.meta.glob('../features/**/*.page.tsx'));
    expect(loaded.toSorted()).toEqual(files.toSorted());
    expect(loaded).toHaveLength(pagePaths.length);
  });
});
