/**
 * Which page is on screen (spec 2: history mode, query parameters as props). The page before stays until the next one
 * has come; after 200 ms its place shows that it is loading.
 */
import { useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';

import { useIsTooOld } from '../lib/http/config.ts';
import { type PagePath, pageAt, paths } from '../lib/route/paths.ts';
import { parseSearch } from '../lib/route/search-text.ts';
import { pendingAfterMs } from './defer-page.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { pages } from './pages.tsx';
import { Shell } from './shell.tsx';
import { NotFound, PagePending } from './states.tsx';
import { restoreScroll } from './visits.ts';

export function Router() {
  const location = `${usePathname()}?${useSearch()}`;
  const isTooOld = useIsTooOld();
  const wanted = allowed(location, isTooOld);
  // Drawn in the background until its code is there; the page before stays on screen and can be used.
  const current = useDeferredValue(wanted);
  const isSlow = useSlow(current !== wanted);
  return (
    <Shell path={pageAt(pathOf(wanted))} isBare={isTooOld}>
      {isSlow ? (
        <PagePending />
      ) : (
        <PageBoundary key={pathOf(current)}>
          <PageOf address={current} />
        </PageBoundary>
      )}
    </Shell>
  );
}

function PageOf({ address }: { readonly address: string }) {
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const page = pageAt(path);
  useLayoutEffect(restoreScroll, [path]);
  if (page === undefined) return <NotFound />;
  const Page = pages[page];
  return <Page raw={parseSearch(query)} />;
}

const outlink: PagePath = '/pages/outlink/outlink';

/**
 * What is shown for what the address asks for: a version that is too old has one page left, and the last look before the
 * address of its update.
 */
function allowed(location: string, isTooOld: boolean): string {
  return isTooOld && pathOf(location) !== outlink ? paths.updater() : location;
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

/** True when something has been awaited longer than a person takes for granted. */
function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setSlow(true), pendingAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}
