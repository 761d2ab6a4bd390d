/** Where a journey ends, axe looks at the page: states that no walk through all screens meets are met by journeys. */
import type { BrowserContext, Page } from '@playwright/test';
import axe from 'axe-core';

import { isEvidenceStored } from '../window/evidence.ts';
import { axeFindings } from './screen-checks.ts';

/** What still loads by then is how the page is left. */
const wholeWithinMs = 5_000;
/** How often a page may grow while it is looked at. */
const growthsMax = 5;

let found = 0;
let isRed = false;

/** Findings of axe so far in this file. */
export function findingsSoFar(): number {
  return found;
}

/** A test that failed leaves pages as nobody meant them: only what failed is told of them. */
export function noteRed(isFailed: boolean): void {
  isRed = isFailed;
}

/** Findings on the pages of the app in English that are open in a window; none outside of the journeys. */
export async function lookAtLast(context: BrowserContext, url: string): Promise<string[]> {
  if (!isEvidenceStored() || isRed) return [];
  const findings: string[] = [];
  for (const page of context.pages()) {
    if (await isOfTheApp(page, url)) findings.push(...(await look(page)));
  }
  found += findings.length;
  return findings;
}

async function isOfTheApp(page: Page, url: string): Promise<boolean> {
  if (!page.url().startsWith(`${url}/`)) return false;
  return await page.evaluate(
    () => document.documentElement.lang === 'en' && document.querySelector('#app h1') !== null,
  );
}

/** A window as high as its page: what a bar lies over would depend on how far somebody happened to scroll. */
async function showWhole(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  let seen = height;
  // What came while the window grew makes the page higher once more: a list that was asked for, a row above it.
  for (let turn = 0; turn < growthsMax; turn += 1) {
    const whole = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return document.documentElement.scrollHeight;
    });
    if (whole <= seen) return;
    await page.setViewportSize({ width, height: whole });
    seen = whole;
  }
}

async function look(page: Page): Promise<string[]> {
  let findings = await lookOnce(page);
  // What came while axe looked may have pushed a row below the bar that no window of that height has.
  for (let turn = 1; turn < growthsMax && (await heightBeyond(page)) > 0; turn += 1)
    findings = await lookOnce(page);
  return findings;
}

/** By how many pixels the page is higher than its window. */
async function heightBeyond(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
}

async function lookOnce(page: Page): Promise<string[]> {
  await page
    .waitForFunction(
      () => document.querySelector('.skeleton, .loading-mask, [aria-busy="true"]') === null,
      undefined,
      {
        timeout: wholeWithinMs,
      },
    )
    .catch(() => undefined);
  await showWhole(page);
  // Colours on their way are nobody's contrast.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(async ({ finished }) => await finished));
  });
  await page.evaluate(axe.source);
  const place = new URL(page.url());
  return (await axeFindings(page)).map((finding) => `${place.pathname}${place.search}: ${finding}`);
}
