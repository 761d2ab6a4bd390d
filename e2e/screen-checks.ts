/** What must hold on every screen, whatever it shows. Each check answers what is wrong, in words; nothing is right. */
import { AxeBuilder } from '@axe-core/playwright';
import { isTextId } from '@marigold/texts/say';
import type { Page } from '@playwright/test';
import { expect, vi } from 'vitest';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** A screen that is not whole by then never will be. */
const settledWithin = { timeout: 10_000, interval: 20 };

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
    await nextFrame();
    await nextFrame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(async ({ finished }) => await finished));
  });
}

/** Findings of axe in the theme and size that are on. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `axe ${id}: ${html.slice(0, 160)}`));
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

/** Ids of texts that stand on the screen, or are read aloud, in place of their words. */
export async function untranslated(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => {
    const names = ['aria-label', 'placeholder', 'title', 'alt'];
    const attributes = names.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...attributes].join(' ').split(/[\s"“”()]+/);
  });
  return words.filter((word) => isTextId(word) || unknownId.test(word));
}

/** An id that the catalogue does not know either. */
const unknownId =
  /^(assets|bill|contact|dev|error|home|language|login|mail|me|paypwd|refusal|shell|transfer)\.[a-z][\w.-]*$/i;
