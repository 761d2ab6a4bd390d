/** The wallet's first lines: what the address says, who is logged in, which language; then the first screen. */
import '../ui/css/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { appConfig } from '../lib/config.ts';
import { loadLanguage } from '../lib/i18n.ts';
import { readLaunch } from '../lib/launch.ts';
import { queryClient } from '../lib/queries.ts';
import { followOtherTabs, session } from '../lib/session.ts';
import { followSystemTheme } from '../lib/theme.ts';
import { followEverything } from './follow.ts';
import { pages } from './pages.tsx';
import { pageAt, preloadTouchedLinks } from './preload.ts';
import { Router } from './router.tsx';
import { followVisits } from './visits.ts';

async function start(element: HTMLElement): Promise<void> {
  readLaunch(window.location.search);
  session.restore();
  followOtherTabs();
  followSystemTheme();
  followVisits();
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
  await appConfig.refresh();
}

/** Before any text is there (spec 8): the specification's own words, and the one thing that helps. */
function showBootFailure(element: HTMLElement): void {
  const text = document.createElement('p');
  text.textContent = 'Unable to preload CSS';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-primary';
  button.textContent = 'Reload the page';
  button.addEventListener('click', () => window.location.reload());
  const state = document.createElement('div');
  state.className = 'state';
  state.role = 'alert';
  state.append(text, button);
  element.replaceChildren(state);
}

const app = document.querySelector<HTMLElement>('#app');
if (app !== null) start(app).catch(() => showBootFailure(app));
