/**
 * What a flow takes of a person (security.md 13): each field that is filled in, each touch of an authenticator, each tick.
 * Not counted: taps that lead on, and what the flow is about, such as payee and amount, which stand before it begins.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from 'vitest';

/** The most that each flow may take. A new address takes no more than any payment above the limits. */
const inputsMost = {
  register: 5,
  'log in on a trusted device': 1,
  'log in on a new device': 2,
  'log in by a passkey': 1,
  'first order on a device': 1,
  'pay below the limits': 1,
  'pay above the limits': 2,
  'pay to a new address by a strong factor': 2,
  'bind an authenticator from a gate': 4,
  'add a passkey': 3,
  'raise the limits': 3,
  'say that it was not me': 1,
} as const satisfies Readonly<Record<string, number>>;
type MeasuredFlow = keyof typeof inputsMost;

declare global {
  interface Window {
    /** Tells the journey of one input: `place` is the same for the same field of the same page. */
    noteInput?: (place: string, name: string) => Promise<void>;
    watchesInputs?: true;
  }
}

/** Of windows that are watched: the inputs of the flow that is measured, by their places. */
const measured = new WeakMap<BrowserContext, Map<string, string>>();

/**
 * Walks through a flow in a window and holds what it took to the table. `presses`: taps that are no way anywhere, because
 * the deed is nothing else.
 */
export async function expectInputs(
  { context, page }: { readonly context: BrowserContext; readonly page: Page },
  flow: MeasuredFlow,
  walk: () => Promise<unknown>,
  { presses = 0 } = {},
): Promise<void> {
  const inputs = measured.get(context) ?? (await watch(context, page));
  inputs.clear();
  await walk();
  const names = [...inputs.values()];
  expect(names.length + presses, `${flow}: ${names.join(', ')}`).toBe(inputsMost[flow]);
}

async function watch(context: BrowserContext, page: Page): Promise<Map<string, string>> {
  const inputs = new Map<string, string>();
  measured.set(context, inputs);
  await context.exposeFunction('noteInput', (place: string, name: string) => void inputs.set(place, name));
  await context.addInitScript(watchInputs);
  await page.evaluate(watchInputs);
  return inputs;
}

/** Runs in the page. */
function watchInputs(): void {
  if (window.watchesInputs) return;
  window.watchesInputs = true;
  const places = new WeakMap<Element, string>();
  let count = 0;
  const newPlace = () => `${performance.timeOrigin} ${(count += 1)}`;
  const note = (element: Element, name: string): void => {
    const place = places.get(element) ?? newPlace();
    places.set(element, place);
    void window.noteInput?.(place, name);
  };
  const nameOf = (field: HTMLInputElement): string =>
    field.ariaLabel ?? field.labels?.[0]?.textContent ?? field.name;
  const options = { capture: true };
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement) note(target, nameOf(target));
    },
    options,
  );
  // All keys of a keypad fill one field.
  document.addEventListener(
    'click',
    ({ target }) => {
      const key = target instanceof Element ? target.closest('[data-key]') : null;
      if (key?.parentElement) note(key.parentElement, 'keypad');
    },
    options,
  );
  // Only where authenticators can be asked: not on the empty page of a new window.
  if (!('credentials' in navigator)) return;
  const { credentials } = navigator;
  for (const method of ['create', 'get'] as const) {
    const ask = credentials[method].bind(credentials) as (options?: object) => Promise<Credential | null>;
    credentials[method] = async (how?: object) => {
      const answer = await ask(how);
      if (answer !== null) void window.noteInput?.(newPlace(), 'touch');
      return answer;
    };
  }
}
