/** The rows of routes.ts as components: query parameters become props, a guard stands in front, the title is kept. */
import { addressOfPage, headingOfPage, pagePaths, titleOfPage } from '@marigold/contract/pages';
import { type ComponentType, useMemo } from 'react';

import { useSession } from '../lib/device/session.ts';
import { type PagePath, readSearch, type SearchOf } from '../lib/route/paths.ts';
import type { RawSearch } from '../lib/route/search-text.ts';
import { sayNow } from '../lib/text/i18n.ts';
import { LoginNeeded } from '../screen/login-needed.tsx';
import { PageFactsContext } from '../screen/page-facts.ts';
import { barOf } from './bars.ts';
import { type DeferredPage, deferPage } from './defer-page.tsx';
import { type PageRow, type Rows, withTexts } from './page-row.ts';
import { firstRoutes } from './routes-first.ts';
import { useTitle } from './title.ts';

/** A page for the router: gets the query as it stands in the address. */
export type RoutedPage = ComponentType<{ readonly raw: RawSearch }> & {
  readonly preload: () => Promise<void>;
};

function pageOf<P extends PagePath>(path: P): RoutedPage {
  let content: DeferredPage<SearchOf[P]> | undefined;
  const Routed = deferPage(async () => {
    const row = await rowOf(path);
    content = deferPage(row.load);
    return routed(path, row, content);
  });
  return Object.assign((props: { readonly raw: RawSearch }) => <Routed {...props} />, {
    async preload() {
      await Routed.preload();
      await content?.preload();
    },
  });
}

/** The table of all pages and their titles are of no use to a first screen; they follow once that stands (main.tsx). */
export async function loadRows(): Promise<Rows> {
  return await withTexts(['titles'], import('./routes.ts'), ({ routes }) => routes);
}

async function rowOf<P extends PagePath>(path: P): Promise<PageRow<SearchOf[P]>> {
  const first: Partial<Rows> = firstRoutes;
  return first[path] ?? (await loadRows())[path];
}

function routed<P extends PagePath>(
  path: P,
  row: PageRow<SearchOf[P]>,
  Content: ComponentType<SearchOf[P]>,
): ComponentType<{ readonly raw: RawSearch }> {
  const { tab, rail } = barOf[path] ?? {};
  return function RoutedPage({ raw }) {
    const search = readSearch(path, raw);
    const { hasLogin } = useSession();
    const title = sayNow(titleOfPage(path, search));
    useTitle(title);
    const isLoginNeeded = row.guard === 'user' && !hasLogin && row.isForVisitor?.(search) !== true;
    const heading = isLoginNeeded ? title : sayNow(headingOfPage(path, search));
    // Whoever is asked to log in has come from elsewhere, and wants back.
    const isInRail = rail !== undefined && !isLoginNeeded;
    const facts = useMemo(() => ({ heading, isInRail }), [heading, isInRail]);
    return (
      <PageFactsContext value={facts}>
        {isLoginNeeded ? (
          <LoginNeeded wanted={addressOfPage(path, search)} isTab={tab !== undefined} />
        ) : (
          <Content {...search} />
        )}
      </PageFactsContext>
    );
  };
}

/** Every built page by its path. */
export const pages = Object.fromEntries(pagePaths.map((path) => [path, pageOf(path)])) as {
  readonly [P in PagePath]: RoutedPage;
};
