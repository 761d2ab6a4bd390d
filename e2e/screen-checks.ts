/** What must hold on every screen, whatever it shows. Each check answers what is wrong, in words; nothing is right. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { messages as en } from '@marigold/texts/generated/server/en';
import { messages as ja } from '@marigold/texts/generated/server/ja';
import { messages as ru } from '@marigold/texts/generated/server/ru';
import { messages as zhHans } from '@marigold/texts/generated/server/zh-Hans';
import { messages as zhHant } from '@marigold/texts/generated/server/zh-Hant';
import type { LanguageId } from '@marigold/texts/languages';
import { isTextId } from '@marigold/texts/say';
import type { BrowserContext, Page } from '@playwright/test';
import axe from 'axe-core';
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
    waits: [...document.querySelectorAll('.sk, .mask, [aria-busy="true"]')].map((one) => one.outerHTML),
  }));
}

/** Whatever measures itself after a change of size has done so, and no colour is on its way any more. */
export async function steady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = async () => await new Promise((done) => requestAnimationFrame(done));
    // Spec 9: pages measure themselves 50 ms after the last change of size.
    await new Promise((done) => setTimeout(done, 60));
    await nextFrame();
    await nextFrame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(async ({ finished }) => await finished));
  });
}

/** Has axe in every document of a context, so that it need not be brought again for each look. */
export async function bringAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axe.source });
}

/** Findings of axe in the theme and size that are on. The context must have been given axe. */
export async function axeFindings(page: Page): Promise<string[]> {
  return await page.evaluate(async (tags) => {
    const { axe: checker } = window as unknown as { readonly axe: typeof axe };
    const { violations } = await checker.run(document, {
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
      iframes: false,
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `axe ${id}: ${html.slice(0, 160)}`));
  }, standards);
}

/**
 * Shows every digit as the widest one: prices and times are other ones at each look, and whether they fit must not be
 * left to chance.
 */
export async function widenDigits(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { data } = node as Text;
      if (/[0-79]/.test(data)) (node as Text).data = data.replaceAll(/\d/g, '8');
    }
  });
}

/**
 * What reaches out of the window sideways: the document itself, and words outside of it that no scrolling list holds,
 * because a page that hides its overflow hides words.
 */
export async function overflows(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const root = document.documentElement;
    const width = root.clientWidth;
    const found = root.scrollWidth > width ? [`the page is ${root.scrollWidth} px wide`] : [];
    // Held by a scrolling list, or by the one pixel of words that are only read aloud.
    const isHeld = (element: Element | null): boolean =>
      element !== null &&
      (element.clientWidth === 1 ||
        /(auto|scroll)/.test(getComputedStyle(element).overflowX) ||
        isHeld(element.parentElement));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: parent, textContent } = node;
      if (parent === null || textContent?.trim() === '' || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width: wide } = range.getBoundingClientRect();
      if (wide > 1 && (right > width + 1 || left < -1) && !isHeld(parent))
        found.push(`"${textContent?.trim().slice(0, 40)}" reaches from ${left} to ${right}`);
    }
    return found;
  });
}

/** Ids of texts, and sentences in English, that stand on the screen or are read aloud in place of the reader's words. */
export async function untranslated(page: Page, language: LanguageId): Promise<string[]> {
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
  return [...ids, ...all.filter((line) => isEnglishIn(line, language))];
}

/** The areas of the catalogue: an id that it does not know either begins with one of them. */
const areas = readdirSync(join(import.meta.dirname, '../packages/texts/po'));
const unknownId = new RegExp(`^(${areas.join('|')})\\.[a-z][\\w.-]*$`, 'i');

const catalogue: Readonly<Record<LanguageId, Readonly<Record<string, unknown>>>> = {
  en,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
  ja,
  ru,
};

/** The words of a text without values. */
function fixedWords(language: LanguageId, id: string): string | undefined {
  const message = catalogue[language][id];
  const [only, ...others]: unknown[] = Array.isArray(message) ? message : [message];
  return others.length === 0 && typeof only === 'string' ? only : undefined;
}

const englishIds = Map.groupBy(Object.keys(en), (id) => fixedWords('en', id));

/** A whole English sentence of the catalogue that is said otherwise in this language. */
function isEnglishIn(line: string, language: LanguageId): boolean {
  if (language === 'en' || !/[a-z] [a-z]/i.test(line)) return false;
  const ids = englishIds.get(line) ?? [];
  return ids.length > 0 && ids.every((id) => fixedWords(language, id) !== line);
}
