/** The language of the app: what is chosen, that a change restarts the app whatever the network does, and that mails follow. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer } from '../../../testing/answers.ts';
import { visibleRows } from '../../../testing/look.ts';
import { user } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { session } from '../../lib/device/session.ts';
import { storage, storageKeys } from '../../lib/device/storage.ts';
import { paths } from '../../lib/route/paths.ts';
import { languageChoice } from '../../lib/text/i18n.ts';

const automatic = page.getByRole('button', { name: /^Automatic/ });
const english = page.getByRole('button', { name: /^English/ });
const russian = page.getByRole('button', { name: /^Русский/ });
const restarting = page.getByText('Restarting', { exact: true });

/** How often the app was loaded anew; it is held back, because the test would go with it. */
const restart = vi.fn<() => void>();

function holdBack(event: NavigateEvent): void {
  if (event.navigationType !== 'reload') return;
  event.preventDefault();
  restart();
}

beforeEach(() => {
  restart.mockReset();
  answers({ 'user/prefs/set': ({ language = 'en' }) => user({ language }) });
});

afterEach(() => vi.restoreAllMocks());

// For the whole file: a call that a test left behind may restart the app while the test is put away.
beforeAll(() => navigation.addEventListener('navigate', holdBack));
afterAll(() => navigation.removeEventListener('navigate', holdBack));

describe('the languages', () => {
  it('are named in themselves and in the language on screen', async () => {
    await openPage(paths.language(), { as: 'visitor' });
    await expect
      .poll(() => visibleRows('Language'))
      .toEqual([
        'AutomaticEnglish (device)',
        'English',
        '简体中文Simplified Chinese',
        '繁體中文Traditional Chinese',
        '日本語Japanese',
        'РусскийRussian',
      ]);
    expect(page.getByText('Русский').element().getAttribute('lang')).toBe('ru');
  });

  it('have the one that the device speaks beside automatic', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'ja-JP', 'en-GB']);
    await openPage(paths.language());
    await expect.element(automatic).toHaveTextContent('Automatic日本語 (device)');
  });

  it.for([
    ['none', null, automatic],
    ['one of them', 'ru', russian],
  ] as const)('are marked at the choice that was made here: %s', async ([, stored, chosen]) => {
    if (stored !== null) storage.setItem(storageKeys.locale, stored);
    await openPage(paths.language());
    await expect.element(chosen).toHaveAttribute('aria-current', 'true');
    const marked = page.getByRole('list').getByRole('button').elements();
    expect(marked.filter((row) => row.hasAttribute('aria-current'))).toHaveLength(1);
  });
});

describe('choosing a language', () => {
  it('keeps it here and for the mails, and then restarts the app with its session', async () => {
    const late = held('user/prefs/set');
    answers({ 'user/prefs/set': late.promise });
    await openPage(paths.language());
    await russian.click();
    await expect.element(restarting).toBeVisible();
    await expect.element(russian).toHaveAttribute('aria-current', 'true');
    expect(restart).not.toHaveBeenCalled();
    late.resolve(user({ language: 'ru' }));
    await expect.poll(() => restart.mock.calls).toHaveLength(1);
    expect(callsOf('user/prefs/set')).toMatchObject([{ language: 'ru' }]);
    expect(languageChoice()).toBe('ru');
    expect(session.state.get()).toMatchObject({ hasLogin: true, user: { language: 'ru' } });
  });

  it('can be done once, until the app has restarted', async () => {
    const late = held('user/prefs/set');
    answers({ 'user/prefs/set': late.promise });
    await openPage(paths.language());
    await russian.click();
    await expect.element(english).toBeDisabled();
    await english.click({ force: true });
    await russian.click({ force: true });
    late.resolve(user({ language: 'ru' }));
    await expect.poll(() => restart.mock.calls).toHaveLength(1);
    await english.click({ force: true });
    expect(callsOf('user/prefs/set')).toMatchObject([{ language: 'ru' }]);
    expect(languageChoice()).toBe('ru');
    expect(restart).toHaveBeenCalledTimes(1);
  });

  it("goes back to the device's with automatic, also for the mails", async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja-JP']);
    storage.setItem(storageKeys.locale, 'ru');
    await openPage(paths.language());
    await automatic.click();
    await expect.poll(() => restart.mock.calls).toHaveLength(1);
    expect(callsOf('user/prefs/set')).toMatchObject([{ language: 'ja' }]);
    expect(languageChoice()).toBe('auto');
  });

  it.for([
    ['gives no answer', noAnswer],
    ['cannot keep it', lost],
  ] as const)('restarts the app where the server %s', async ([, answer]) => {
    answers({ 'user/prefs/set': answer });
    await openPage(paths.language());
    await russian.click();
    await expect.poll(() => restart.mock.calls).toHaveLength(1);
    expect(languageChoice()).toBe('ru');
  });

  it('waits three seconds for the server, and no longer', async () => {
    // The browser's own limit of time knows nothing of the test's clock.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const end = new AbortController();
      setTimeout(() => end.abort(new DOMException('late', 'TimeoutError')), ms);
      return end.signal;
    });
    answers({ 'user/prefs/set': held('user/prefs/set').promise });
    await openPage(paths.language());
    await russian.click();
    await pass(2_800);
    await expect.element(restarting).toBeVisible();
    expect(restart).not.toHaveBeenCalled();
    await pass(500);
    await expect.poll(() => restart.mock.calls).toHaveLength(1);
    expect(languageChoice()).toBe('ru');
  });

  it('of a visitor asks nothing of the server', async () => {
    await openPage(paths.language(), { as: 'visitor' });
    await russian.click();
    await expect.poll(() => restart.mock.calls).toHaveLength(1);
    expect(languageChoice()).toBe('ru');
    expect(callsOf('user/prefs/set')).toEqual([]);
  });

  it('that is chosen already changes nothing', async () => {
    storage.setItem(storageKeys.locale, 'ru');
    await openPage(paths.language());
    await russian.click();
    await pass(5_000);
    await expect
      .element(page.getByText('The app restarts after a change. Your session stays open.'))
      .toBeVisible();
    expect(restart).not.toHaveBeenCalled();
    expect(callsOf('user/prefs/set')).toEqual([]);
  });
});
