/** What must hold on every screen, whatever it shows. Each check answers what is wrong, in words; nothing is right. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { isTextId } from '@marigold/texts/testing/text-id';
import type { BrowserContext, Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';
import { expect, vi } from 'vitest';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** A screen that is not whole by then never will be. */
const settledWithin = { timeout: 20_000, interval: 20 };

/** Waits until the screen has its heading, its title and everything that it asks the server for. */
export async function settled(page: Page, title: string): Promise<void> {
  const whole = { title, hasHeading: true, waits: [] };
  await vi.waitFor(async () => expect(await stateOf(page)).toEqual(whole), settledWithin);
  await page.evaluate(async () => void (await document.fonts.ready));
}

async function stateOf(page: Page) {
  return await page.evaluate(() => ({
    title: document.title,
    hasHeading: document.querySelector('h1') !== null,
    waits: [...document.querySelectorAll('.skeleton, .loading-mask, [aria-busy="true"]')].map(
      (one) => one.outerHTML,
    ),
  }));
}

/** How a screen is to stand before it is looked at. */
export interface Stand {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
}

/**
 * Waits until the screen stands as it was asked to: painted in its theme, everything measured for its size (the app says
 * so on its root), nothing that loads or moves. Throws what is missing.
 */
export async function steady(page: Page, stand: Stand): Promise<void> {
  const missing = await page.evaluate(stands, { ...stand, withinMs: settledWithin.timeout });
  if (missing !== undefined) throw new Error(missing);
}

/** Runs in the page. */
async function stands(wanted: Stand & { readonly withinMs: number }): Promise<string | undefined> {
  const { dataset } = document.documentElement;
  const size = `${wanted.width}x${wanted.height}`;
  const nextFrame = async () => await new Promise((done) => requestAnimationFrame(done));
  const isMoving = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  const missing = (): string | undefined => {
    if (dataset['measured'] !== size) return `the app has measured ${dataset['measured']} and not ${size}`;
    if (dataset['theme'] !== wanted.theme) return `the theme is ${dataset['theme']} and not ${wanted.theme}`;
    const loads = document
      .querySelector('.skeleton, .loading-mask, [aria-busy="true"]')
      ?.outerHTML.slice(0, 160);
    if (loads !== undefined) return `this loads: ${loads}`;
    return document.getAnimations().some(isMoving) ? 'something moves' : undefined;
  };
  let wrong: string | undefined = 'nothing was looked at';
  for (const startedAt = performance.now(); wrong !== undefined;) {
    if (performance.now() - startedAt > wanted.withinMs) return `not steady: ${wrong}`;
    // What comes into sight is noticed with the first frame and drawn with the second.
    await nextFrame();
    await nextFrame();
    wrong = missing();
  }
  return undefined;
}

/** Has axe in every document of a context, so that it need not be brought again for each look. */
export async function bringAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axe.source });
}

/** Findings of axe in the theme and size that are on, by all rules of the standards or by one. */
export async function axeFindings(page: Page, rule?: string): Promise<string[]> {
  const runOnly: RunOnly =
    rule === undefined ? { type: 'tag', values: standards } : { type: 'rule', values: [rule] };
  return await page.evaluate(async (only) => {
    const { axe: checker } = window as unknown as { readonly axe: typeof axe };
    const { violations } = await checker.run(document, {
      runOnly: only,
      resultTypes: ['violations'],
      iframes: false,
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `axe ${id}: ${html.slice(0, 160)}`));
  }, runOnly);
}

/** Ids of texts that stand on the screen or are read aloud in place of words; marked.e2e.ts sees words of no text. */
export async function untranslated(page: Page): Promise<string[]> {
  const { lines, attributes } = await page.evaluate(() => {
    const names = ['aria-label', 'placeholder', 'title', 'alt'];
    return {
      lines: [document.title, ...document.body.innerText.split('\n')],
      attributes: names.flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
      ),
    };
  });
  const all = [...lines, ...attributes].map((line) => line.trim());
  const ids = all
    .join(' ')
    .split(/[\s"“”()]+/)
    .filter((word) => isTextId(word) || unknownId.test(word));
  return ids;
}

/** The areas of the catalogue: an id that it does not know either begins with one of them. */
const areas = readdirSync(join(import.meta.dirname, '../../packages/texts/po'));
const unknownId = new RegExp(`^(${areas.join('|')})\\.[a-z][\\w.-]*$`, 'i');
