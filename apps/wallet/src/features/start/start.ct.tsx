/** The introduction: three steps or none, and afterwards the page that somebody came for. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { openPage, type ScreenSetup } from '../../../testing/screen.tsx';
import { hasStarted } from '../../lib/device/started.ts';
import { paths } from '../../lib/route/paths.ts';

const next = page.getByRole('button', { name: 'Continue' });
const last = page.getByRole('button', { name: 'Open Marigold' });
const skip = page.getByRole('link', { name: 'Skip' });
const here = () => window.location.pathname + window.location.search;

async function openStart(back?: string, setup: ScreenSetup = { as: 'visitor' }): Promise<void> {
  await openPage(paths.start(back === undefined ? {} : { back }), setup);
}

describe('the introduction', () => {
  it('has three steps, says which one it is, and leads home', async () => {
    await openStart();
    for (const [step, title] of [
      ['Step 1 of 3', 'All your money in one place'],
      ['Step 2 of 3', 'Send in seconds, free'],
    ] as const) {
      await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
      await expect.element(page.getByRole('img', { name: step })).toBeVisible();
      await next.click();
    }
    await expect.element(page.getByRole('heading', { name: 'Nothing leaves without you' })).toBeVisible();
    expect(skip.elements()).toEqual([]);
    await last.click();
    await expect.poll(here).toBe(paths.home());
  });

  it('can be skipped at any step but the last', async () => {
    await openStart();
    await next.click();
    await skip.click();
    await expect.poll(here).toBe(paths.home());
  });

  it('counts as seen also for whoever leaves in the middle', async () => {
    expect(hasStarted()).toBe(false);
    await openStart();
    expect(hasStarted()).toBe(true);
  });

  it('leads to the page that somebody came for', async () => {
    await openStart(paths.rate());
    await expect.element(skip).toHaveAttribute('href', paths.rate());
    await next.click();
    await next.click();
    await last.click();
    await expect.poll(here).toBe(paths.rate());
  });

  it.for(['https://evil.example/', '//evil.example/pages/rate/rate', 'javascript:alert(1)', '/no/such/page'])(
    'leads home and not to %s',
    async (back) => {
      await openPage(`/pages/start/start?back=${encodeURIComponent(back)}`, { as: 'visitor' });
      await expect.element(skip).toHaveAttribute('href', paths.home());
      await next.click();
      await next.click();
      await last.click();
      await expect.poll(here).toBe(paths.home());
    },
  );

  it('names the language it speaks beside the way to another', async () => {
    await openStart(undefined, { as: 'visitor', language: 'ru' });
    await expect
      .element(page.getByRole('link', { name: 'Русский' }))
      .toHaveAttribute('href', paths.language());
  });
});
