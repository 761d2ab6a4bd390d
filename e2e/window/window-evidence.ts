/**
 * What a window leaves of a test that failed: a trace of every step, a picture of each page, what was said and asked for. What
 * its pages show and what they asked for last is printed too: of a run elsewhere nothing but its output may be left.
 */
import { join } from 'node:path';

import type { BrowserContext, Page } from '@playwright/test';

import { bearWitness, keepText } from './evidence.ts';

/** A page that cannot be drawn by then is part of what failed. */
const pictureTimeoutMs = 5_000;
/** Lines of a test; the last ones are kept. */
const linesMax = 2_000;
/**
 * Of these so many are printed, without the files of the app that came well: a page fetches a hundred of them in its first
 * seconds.
 */
const linesPrinted = 40;
const cameWell = /200 GET \S+\/assets\//;

/** The document at each step of a trace costs a fifth of all that journeys cost, so it is kept for whoever asks for it. */
const hasSnapshots = process.env['TRACE_SNAPSHOTS'] === '1';

let windowsSeen = 0;

/** Notes what happens in a window from here on, until it is closed. */
export async function witnessWindow(context: BrowserContext): Promise<void> {
  windowsSeen += 1;
  const name = `window-${windowsSeen}`;
  let lines: string[] = [];
  listen(context, (line) => {
    lines.push(`${new Date().toISOString().slice(11, 23)} ${line}`);
    if (lines.length > 2 * linesMax) lines = lines.slice(-linesMax);
  });
  await context.tracing.start({ snapshots: hasSnapshots, screenshots: false });
  const leave = bearWitness({
    async forget() {
      lines = [];
      await context.tracing.stopChunk();
      await context.tracing.startChunk();
    },
    async keep(folder) {
      const drawn: string[] = [];
      for (const [index, page] of context.pages().entries()) {
        const path = join(folder, `${name}-page-${index + 1}.png`);
        const why = await draw(page, path);
        if (why === undefined) drawn.push(path);
        lines.push(`page ${index + 1} is at ${page.url()}${why === undefined ? '' : `; no picture: ${why}`}`);
        console.error(`${name}, page ${index + 1} at ${page.url()} shows:\n${await visibleOn(page)}`);
      }
      const telling = lines.filter((line) => !cameWell.test(line)).slice(-linesPrinted);
      console.error(`${name}, its last lines:\n${telling.join('\n')}`);
      const path = join(folder, `${name}-trace.zip`);
      await context.tracing.stopChunk({ path });
      await context.tracing.startChunk();
      const log = keepText(folder, `${name}.log`, `${lines.slice(-linesMax).join('\n')}\n`);
      return [...drawn, path, ...log];
    },
  });
  context.once('close', leave);
}

/** Tells what pages say on their consoles, and every request with how it ended. */
function listen(context: BrowserContext, write: (line: string) => void): void {
  context.on('console', (message) => write(`console ${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => write(`uncaught: ${error.error().message}`));
  context.on('response', (response) => {
    write(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    write(`${request.failure()?.errorText ?? 'failed'} ${request.method()} ${request.url()}`);
  });
}

/** The page as a screen reader finds it. */
async function visibleOn(page: Page): Promise<string> {
  try {
    return await page.locator('body').ariaSnapshot({ timeout: pictureTimeoutMs });
  } catch (error) {
    return String(error);
  }
}

/** Answers why there is no picture, where there is none. */
async function draw(page: Page, path: string): Promise<string | undefined> {
  try {
    await page.screenshot({ path, timeout: pictureTimeoutMs });
    return undefined;
  } catch (error) {
    return String(error).split('\n', 1)[0];
  }
}
