/** The wallet's first lines: what the address says, who is logged in, which language; then the first screen. */
import '../ui/base/button.css';
import '../ui/css/index.css';
import '../ui/page/page-state.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { afterFirstScreen } from '../lib/device/idle.ts';
import { followInstall } from '../lib/device/install.ts';
import { readLaunch } from '../lib/device/launch.ts';
import { followOtherTabs, session } from '../lib/device/session.ts';
import { hasStarted } from '../lib/device/started.ts';
import { followSystemTheme } from '../lib/device/theme.ts';
import { currentAppConfig } from '../lib/http/config.ts';
import { followOwner } from '../lib/query/offline-copy.ts';
import { queryClient } from '../lib/query/queries.ts';
import { type PagePath, pageAt } from '../lib/route/paths.ts';
import { paths } from '../lib/route/paths.ts';
import { loadLanguage } from '../lib/text/i18n.ts';
import { followSize } from '../ui/base/resize.ts';
import { followEverything } from './follow.ts';
import { loadRows, pages } from './pages.tsx';
import { preloadTouchedLinks } from './preload.ts';
import { Router } from './router.tsx';
import { followVisits } from './visits.ts';

async function start(element: HTMLElement): Promise<void> {
  followInstall();
  readLaunch(window.location.search);
  session.restore();
  followOwner(session);
  followOtherTabs();
  followSystemTheme();
  followSize();
  followVisits();
  beginAtTheStart();
  const page = pageAt(window.location.pathname);
  await Promise.all([loadLanguage(), page === undefined ? undefined : pages[page].preload()]);
  followEverything();
  preloadTouchedLinks();
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
    </StrictMode>,
  );
  followLater(page);
  await currentAppConfig.refresh();
}

/**
 * Nothing that can wait competes with the first screen; what does not come at all is tried again at the next visit. The
 * home is read before it is followed; other pages, such as a book of orders, are little without the live channel.
 */
function followLater(page: PagePath | undefined): void {
  const live = async () => (await import('./follow-live.ts')).followLive();
  const versions = async () => await (await import('./follow-versions.ts')).followVersions();
  const isHome = page === '/' || page === '/pages/start/start';
  // What a touched link needs to know before it can load its page.
  const routes = async () => void (await loadRows());
  const parts = [isHome ? afterFirstScreen(live) : live(), ...[routes, versions].map(afterFirstScreen)];
  for (const part of parts) part.catch(() => undefined);
}

/** Whoever comes to the home for the first time sees the introduction first; every other address is opened as it is. */
function beginAtTheStart(): void {
  const { pathname, search } = window.location;
  if (pathname !== '/' || search !== '' || session.state.get().hasLogin || hasStarted()) return;
  window.history.replaceState(window.history.state, '', paths.start());
}

/** Before any text is there (spec 8): the specification's own words, and the one thing that helps. */
function showBootFailure(element: HTMLElement): void {
  const text = document.createElement('p');
  text.textContent = 'Unable to preload CSS';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-primary';
  button.textContent = 'Reload the page';
  button.addEventListener('click', () => window.location.reload());
  const state = document.createElement('div');
  state.className = 'page-state';
  state.role = 'alert';
  state.append(text, button);
  element.replaceChildren(state);
}

const app = document.querySelector<HTMLElement>('#app');
if (app !== null) start(app).catch(() => showBootFailure(app));
