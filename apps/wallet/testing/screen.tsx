/**
 * Opens a page of the wallet, or draws one component, as the app does: the whole router and frame, real texts, real
 * style sheet, the app's own stores. Only the server is another (answers.ts, line.ts), and the clock is the test's own.
 */
import '../src/ui/css/index.css';
import type { User } from '@marigold/contract/calls/user';
import { bundles } from '@marigold/texts/bundles';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react/pure';
import { page } from 'vitest/browser';

import { followLive } from '../src/app/follow-live.ts';
import { followEverything } from '../src/app/follow.ts';
import { pages } from '../src/app/pages.tsx';
import { Router } from '../src/app/router.tsx';
import { followVisits } from '../src/app/visits.ts';
import { pendingLogin, waitingName } from '../src/features/login/pending-login.ts';
import { balanceCover, smallCover } from '../src/lib/device/device-switch.ts';
import { online } from '../src/lib/device/online.ts';
import { session } from '../src/lib/device/session.ts';
import { currentAppConfig } from '../src/lib/http/config.ts';
import { followOwner } from '../src/lib/query/offline-copy.ts';
import { queryClient } from '../src/lib/query/queries.ts';
import { pageAt } from '../src/lib/route/paths.ts';
import {
  currentLanguage,
  type LanguageId,
  languages,
  loadTexts,
  speak,
  type TextBundle,
} from '../src/lib/text/i18n.ts';
import { answers, beginAnswers, endAnswers, problemsOfAnswers, scriptedFetch } from './answers.ts';
import { beginLine, ScriptedSocket } from './line.ts';
import { quietDay } from './quiet-day.ts';
import { morning, nextPerson, user } from './samples.ts';
import { beginUploads, ScriptedUpload } from './upload.ts';

/** Width and height in CSS px. `narrow` is the least that is promised; `desktop` has the rail and two columns. */
export const sizes = { narrow: [320, 700], phone: [375, 812], desktop: [1190, 860] } as const;

export type ScreenSetup = {
  /** Who is logged in; `visitor` is nobody. Fields stand in for those of the sample user. */
  readonly as?: Partial<User> | 'visitor';
  readonly language?: LanguageId;
  readonly size?: keyof typeof sizes;
  /** Size of the letters in percent, as a reader sets it in the browser. */
  readonly textPercent?: number;
};

/** Longer than anything that goes on after its page is gone: a channel that lingers, a toast. */
const afterglowMs = 10_000;

/** What the line tells of much at once is read after 200 ms (lib/live-reads.ts). */
const gatheredMs = 250;

/** Settled when the browser has gone back where it was last asked to. It goes a moment after it was asked. */
let goneBack: Promise<unknown> = Promise.resolve();

let hasStarted = false;
const firstAddress = window.location.href;

/** Opens an address made by `paths` and waits until its page stands and everything it asked for was answered. */
export async function openPage(address: string, setup: ScreenSetup = {}): Promise<void> {
  await begin(setup);
  window.history.replaceState(null, '', address);
  await currentAppConfig.renew();
  const path = pageAt(window.location.pathname);
  if (path !== undefined) await pages[path].preload();
  await draw(<Router />);
}

/** Draws one component with everything that screens have around them, but without the frame of the app. */
export async function drawComponent(component: ReactNode, setup: ScreenSetup = {}): Promise<void> {
  await begin(setup);
  await loadAllTexts();
  await draw(<main>{component}</main>);
}

/** Lets the test's clock go on by so many ms: timers that fall due run. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Waits until nothing is asked for any more; a read that is held back by the test counts as asked. */
export async function quiet(): Promise<void> {
  const isQuiet = () => queryClient.isFetching() === 0 && document.querySelector('.loading-mask') === null;
  await expect.poll(isQuiet, { interval: 10 }).toBe(true);
}

/**
 * What a test begins with: a clock, a quiet day at the server, and nobody. The clock goes on by `pass`, and by 50 ms for
 * each look of a test that waits for something; how long a busy machine takes for anything else, no screen ever sees.
 */
export function beginTest(): void {
  vi.useFakeTimers({
    now: morning,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  nextPerson();
  beginAnswers(quietDay);
  beginLine();
  beginUploads();
}

/** Puts back what tests share. Throws where something was asked that nobody answers, or answered that no server says. */
export async function endTest(): Promise<void> {
  const problems = problemsOfAnswers();
  await cleanup();
  await endAnswers();
  session.signOut();
  pendingLogin.set(undefined);
  waitingName.set('');
  online.answered(Date.now());
  vi.advanceTimersByTime(afterglowMs);
  vi.useRealTimers();
  // A layer that was open has asked for its entry to go: without waiting, the browser would go back in the next test.
  await goneBack;
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  currentAppConfig.state.set(undefined);
  balanceCover.state.set(false);
  smallCover.state.set(false);
  document.documentElement.removeAttribute('style');
  if (currentLanguage() !== 'en') await speak('en');
  window.history.replaceState(null, '', firstAddress);
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function begin({ as = {}, language = 'en', size = 'phone', textPercent }: ScreenSetup): Promise<void> {
  await startOnce();
  if (currentLanguage() !== language) {
    await speak(language);
    document.documentElement.lang = languages[language].lang;
    // The pages' own loading happens once in a document.
    await loadAllTexts();
  }
  const [width, height] = sizes[size];
  await page.viewport(width, height);
  if (textPercent !== undefined) document.documentElement.style.fontSize = `${textPercent}%`;
  if (as === 'visitor') return;
  const person = user({ language, ...as });
  answers({ 'user/info': person });
  session.signIn({ token: `token-${person.uid}`, user: person });
}

/** The app's own first lines (app/main.tsx), once for a document. */
async function startOnce(): Promise<void> {
  if (hasStarted) return;
  hasStarted = true;
  const { WebSocket: BrowserSocket } = window;
  window.fetch = async (target, init) => {
    const address = target instanceof Request ? target.url : target;
    return await scriptedFetch(address.toString(), init);
  };
  window.XMLHttpRequest = ScriptedUpload as unknown as typeof XMLHttpRequest;
  // The test runner talks to this page over a socket of its own.
  window.WebSocket = new Proxy(BrowserSocket, {
    construct: (target, [address, ...rest]: [string | URL]) =>
      new URL(address).pathname === '/stream' ? new ScriptedSocket() : new target(address, ...(rest as [])),
  });
  const goBack = window.history.back.bind(window.history);
  window.history.back = () => {
    goneBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    goBack();
  };
  document.documentElement.dataset['theme'] = 'light';
  followOwner(session);
  followVisits();
  followEverything();
  followLive();
  await speak('en');
}

async function loadAllTexts(): Promise<void> {
  const names = Object.keys(bundles).filter((name) => name !== 'wallet') as TextBundle[];
  await Promise.all(names.map(loadTexts));
}

async function draw(content: ReactNode): Promise<void> {
  const container = document.createElement('div');
  container.id = 'app';
  document.body.append(container);
  await render(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>, { container });
  await quiet();
  // The line's first snapshot has everything about money read again.
  await pass(gatheredMs);
  await quiet();
  await document.fonts.ready;
}
