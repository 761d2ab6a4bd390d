/** Layers and the browser's back: each open layer owns one entry of the history, whatever closed and opened before it. */
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { beginTest, drawComponent, endTest } from '../../../testing/screen.tsx';
import { useBackToClose } from './use-back-to-close.ts';

/** After this a closed layer has asked for its entry to go; the browser goes a moment later. */
const settleMs = 50;

function Layer({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  useBackToClose(isOpen, () => setOpen(false));
  return (
    <button type="button" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
      {name}
    </button>
  );
}

const first = page.getByRole('button', { name: 'First' });
const second = page.getByRole('button', { name: 'Second' });

async function drawLayers(): Promise<void> {
  await drawComponent(
    <>
      <Layer name="First" />
      <Layer name="Second" />
    </>,
  );
}

/** When the browser has gone where it was asked to, and everybody who follows it knows. */
async function gone(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>();
  window.addEventListener('popstate', () => requestAnimationFrame(resolve), { once: true });
  await promise;
}

function press(layer: typeof first): void {
  (layer.element() as HTMLElement).click();
}

async function expectOpen(layer: typeof first, isOpen: boolean): Promise<void> {
  await expect.element(layer).toHaveAttribute('aria-pressed', String(isOpen));
}

/** One press of the browser's back. */
async function pressBack(): Promise<void> {
  const back = gone();
  history.back();
  await back;
}

it('closes by going back, and leaves the page where it is', async () => {
  await drawLayers();
  const onPage: unknown = history.state;
  press(first);
  await expectOpen(first, true);
  await pressBack();
  await expectOpen(first, false);
  expect(history.state).toEqual(onPage);
});

it.for([
  ['the same one', first],
  ['another one', second],
] as const)('keeps a layer that opens while the entry of a closed one goes: %s', async ([, next]) => {
  await drawLayers();
  const onPage: unknown = history.state;
  press(first);
  await expectOpen(first, true);
  const back = gone();
  press(first);
  await Promise.resolve();
  // In one breath, before the browser has gone.
  vi.advanceTimersByTime(settleMs);
  press(next);
  await back;
  await expectOpen(next, true);
  await pressBack();
  await expectOpen(next, false);
  expect(history.state).toEqual(onPage);
});

it('hands the entry of a layer that has just closed to the next one: one way back leads to the page', async () => {
  await drawLayers();
  const onPage: unknown = history.state;
  press(first);
  await expectOpen(first, true);
  press(first);
  press(second);
  await expectOpen(second, true);
  // The first one would have given its entry back by now, and the browser gone there.
  vi.advanceTimersByTime(settleMs);
  await expectOpen(first, false);
  await pressBack();
  await expectOpen(second, false);
  expect(history.state).toEqual(onPage);
});

it('has given its entry back before the next test begins', async () => {
  await drawLayers();
  press(first);
  await expectOpen(first, true);
  let hasGone = false;
  window.addEventListener('popstate', (event) => (hasGone = event.isTrusted), { once: true });
  await endTest();
  expect(hasGone).toBe(true);
  beginTest();
});
