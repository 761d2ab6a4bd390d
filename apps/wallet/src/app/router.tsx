/** TanStack Router over the rows of routes.ts, in history mode with a plain query codec (spec 2). */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';

import { setNavigator } from '../lib/navigation.ts';
import { aliases, type PagePath, pagePaths, parseSearch, type RawSearch, searchText } from '../lib/paths.ts';
import { pendingAfterMs } from './defer-page.tsx';
import { pages } from './pages.tsx';
import { Shell } from './shell.tsx';
import { NotFound, PageFailed, PagePending } from './states.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

function routeOf(address: string, path: PagePath) {
  const Page = pages[path];
  const route = createRoute({ getParentRoute: () => root, path: address, component: Routed });
  function Routed() {
    return <Page raw={route.useSearch() as RawSearch} />;
  }
  Routed.preload = Page.preload;
  return route;
}

const rows: readonly (readonly [string, PagePath])[] = [
  ...pagePaths.map((path) => [path, path] as const),
  ...Object.entries(aliases),
];

export const router = createRouter({
  routeTree: root.addChildren(rows.map(([address, path]) => routeOf(address, path))),
  parseSearch,
  stringifySearch: searchText,
  scrollRestoration: true,
  defaultPendingMs: pendingAfterMs,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailed,
  notFoundMode: 'root',
});

setNavigator({
  go(address, options) {
    if (options?.isReplacing === true) router.history.replace(address);
    else router.history.push(address);
  },
  back(otherwise) {
    if (router.history.canGoBack()) router.history.back();
    else router.history.replace(otherwise);
  },
});
