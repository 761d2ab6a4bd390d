/** The rows of routes.ts as components: query parameters become props, a guard stands in front, the title is kept. */
import { addressOfPage, pagePaths, titleOfPage } from '@marigold/contract/pages';
import type { ComponentType } from 'react';

import { say, useText } from '../lib/i18n.ts';
import { linkTo } from '../lib/link.tsx';
import { goBack } from '../lib/navigation.ts';
import { type PagePath, paths, readSearch, type SearchOf } from '../lib/paths.ts';
import type { RawSearch } from '../lib/search-text.ts';
import { useSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { barPlaces } from './bars.ts';
import { type DeferredPage, deferPage } from './defer-page.tsx';
import type { PageRow, Rows } from './page-row.ts';
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

/** The table of all pages is of no use to a first screen; it follows once that stands (main.tsx). */
async function rowOf<P extends PagePath>(path: P): Promise<PageRow<SearchOf[P]>> {
  const first: Partial<Rows> = firstRoutes;
  return first[path] ?? (await import('./routes.ts')).routes[path];
}

function routed<P extends PagePath>(
  path: P,
  row: PageRow<SearchOf[P]>,
  Content: ComponentType<SearchOf[P]>,
): ComponentType<{ readonly raw: RawSearch }> {
  return function RoutedPage({ raw }) {
    const search = readSearch(path, raw);
    const { hasLogin } = useSession();
    const title = say(titleOfPage(path, search));
    useTitle(title);
    if (row.guard === 'user' && !hasLogin) {
      const isTab = barPlaces[path]?.tab !== undefined;
      return <LoginPrompt title={title} back={addressOfPage(path, search)} isTab={isTab} />;
    }
    return <Content {...search} />;
  };
}

type LoginPromptProps = { readonly title: string; readonly back: string; readonly isTab: boolean };

/** A visitor on a page of wallet holders (spec 1, 6); logging in leads back here. */
function LoginPrompt({ title, back, isTab }: LoginPromptProps) {
  const t = useText();
  const wayOut = { kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.home()) } as const;
  return (
    <Page nav={<NavBar title={title} back={isTab ? undefined : wayOut} />} width="480">
      <EmptyState
        title={t('shell.loginOrRegister')}
        reason={t('shell.loginPrompt')}
        action={
          <div className="grid gap-3">
            <Button kind="primary" link={linkTo(paths.login({ back }))}>
              {t('shell.login')}
            </Button>
            <Button kind="secondary" link={linkTo(paths.register({ back }))}>
              {t('shell.register')}
            </Button>
          </div>
        }
      />
    </Page>
  );
}

/** Every built page by its path. */
export const pages = Object.fromEntries(pagePaths.map((path) => [path, pageOf(path)])) as {
  readonly [P in PagePath]: RoutedPage;
};
