/** The version that runs here and the newest one: what that means for this one, what is new, and the way there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost } from '../../../testing/answers.ts';
import { visiblePairs } from '../../../testing/look.ts';
import { day, morning } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { installedVersion, appVersionCode } from '../../lib/device/device.ts';
import { paths } from '../../lib/route/paths.ts';

const same = {
  version: installedVersion,
  code: appVersionCode,
  time: morning - day,
  leastCode: 100,
  url: null,
  notes: ['Bills load faster'],
};
const newer = {
  ...same,
  version: '9.0.0',
  code: 900,
  notes: ['A new look for prices', 'Search in Life'],
};

const check = page.getByRole('button', { name: /^(Check again|Checking)/ });
const update = page.getByRole('button', { name: /^(Update now|Updating)/ });
const back = page.getByRole('button', { name: 'Back' });

/** How often the app was loaded anew; it is held back, because the test would go with it. */
const restart = vi.fn<() => void>();

function holdBack(event: NavigateEvent): void {
  if (event.navigationType !== 'reload') return;
  event.preventDefault();
  restart();
}

beforeAll(() => navigation.addEventListener('navigate', holdBack));
afterAll(() => navigation.removeEventListener('navigate', holdBack));
beforeEach(() => void restart.mockReset());

async function openUpdater(): Promise<void> {
  await openPage(paths.updater(), { as: 'visitor' });
}

describe('the newest version', () => {
  it('is this one: nothing to do but ask again', async () => {
    answers({ 'app/version': same });
    await openUpdater();
    await expect.element(page.getByRole('heading', { name: 'Marigold is up to date' })).toBeVisible();
    expect(visiblePairs()).toEqual([
      ['This version', `${installedVersion} (${appVersionCode})`],
      ['Newest version', `${installedVersion} (${appVersionCode})`],
      ['Published', '2026-11-22 10:00:00'],
    ]);
    await expect.element(page.getByText('Bills load faster')).toBeVisible();
    expect(update.elements()).toEqual([]);
    await expect.element(back).toBeVisible();
  });

  it('is another one: says what is new in it, and loads it by a press, once', async () => {
    answers({ 'app/version': newer });
    await openUpdater();
    await expect.element(page.getByRole('heading', { name: 'Version 9.0.0 is available' })).toBeVisible();
    await expect.element(page.getByText('Updating takes a moment. You stay logged in.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'What is new in 9.0.0' })).toBeVisible();
    const notes = page.getByRole('listitem').elements();
    expect(notes.map((note) => note.textContent)).toEqual(newer.notes);
    expect(restart).not.toHaveBeenCalled();
    await update.click();
    await expect.poll(() => restart.mock.calls).toHaveLength(1);
  });

  it('comes from where a wrapper gets it', async () => {
    const url = 'https://apps.example/marigold';
    answers({ 'app/version': { ...newer, url } });
    await openUpdater();
    await expect
      .element(page.getByRole('link', { name: 'Get the new version' }))
      .toHaveAttribute('href', paths.outlink({ title: 'Get the new version', src: url }));
    expect(update.elements()).toEqual([]);
  });

  it('is not known where nobody could be asked; it is when that ends', async () => {
    answers({ 'app/version': lost });
    await openUpdater();
    await expect
      .element(page.getByRole('heading', { name: 'The newest version is not known' }))
      .toBeVisible();
    await expect
      .element(page.getByText('Marigold could not be reached. This version keeps working.'))
      .toBeVisible();
    expect(visiblePairs().slice(1)).toEqual([
      ['Newest version', '—'],
      ['Published', '—'],
    ]);
    answers({ 'app/version': newer });
    await check.click();
    await expect.element(page.getByRole('heading', { name: 'Version 9.0.0 is available' })).toBeVisible();
  });

  it('is asked for again by a press, once at a time', async () => {
    answers({ 'app/version': same });
    await openUpdater();
    await expect.element(page.getByRole('heading', { name: 'Marigold is up to date' })).toBeVisible();
    const before = callsOf('app/version').length;
    const late = held('app/version');
    answers({ 'app/version': late.promise });
    await check.click();
    await expect.element(check).toHaveAttribute('aria-busy', 'true');
    await check.click({ force: true });
    late.resolve(newer);
    await expect.element(page.getByRole('heading', { name: 'Version 9.0.0 is available' })).toBeVisible();
    expect(callsOf('app/version')).toHaveLength(before + 1);
  });
});

describe('a version that is ended', () => {
  const forced = page.getByText(
    'This version can no longer be used. Update to continue; your money is not affected.',
  );

  it.for([
    ['the newest version says so', { ...newer, leastCode: appVersionCode + 1 }, []],
    ['the configuration says so', newer, [{ key: 'version', leastCode: appVersionCode + 1 } as const]],
  ] as const)('has one way, and it leads forward: %s', async ([, version, config]) => {
    answers({ 'app/version': version, 'app/config': [...config] });
    await openUpdater();
    await expect.element(forced).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Version 9.0.0 is available' })).toBeVisible();
    expect(back.elements()).toEqual([]);
    await update.click();
    await expect.poll(() => restart.mock.calls).toHaveLength(1);
  });

  it('goes on as long as it is not below the least that is allowed', async () => {
    answers({ 'app/version': { ...newer, leastCode: appVersionCode } });
    await openUpdater();
    await expect.element(update).toBeVisible();
    expect(forced.elements()).toEqual([]);
    await expect.element(back).toBeVisible();
  });
});
