/** What a window leaves of a test that failed: a trace of every step, a picture of each page, where it was, what it complained of. */
import { join } from 'node:path';

import type { BrowserContext } from '@playwright/test';

import { bearWitness, keepText } from './evidence.ts';

/** A page that cannot be drawn by then is part of what failed. */
const pictureTimeoutMs = 5_000;

let windowsSeen = 0;

/** Notes what happens in a window from here on, until it is closed. */
export async function witnessWindow(context: BrowserContext, complaints: readonly string[]): Promise<void> {
  windowsSeen += 1;
  const name = `window-${windowsSeen}`;
  let seen = 0;
  // Snapshots of the document show each step; pictures of a film would cost every frame.
  await context.tracing.start({ snapshots: true, screenshots: false });
  const leave = bearWitness({
    async forget() {
      seen = complaints.length;
      await context.tracing.stopChunk();
      await context.tracing.startChunk();
    },
    async keep(folder) {
      const files: string[] = [];
      const places: string[] = [];
      for (const [index, page] of context.pages().entries()) {
        const path = join(folder, `${name}-page-${index + 1}.png`);
        const drawn = page.screenshot({ path, timeout: pictureTimeoutMs });
        const said = await drawn.then(
          () => void files.push(path),
          (error: unknown) => ` (no picture: ${String(error).split('\n', 1)[0]})`,
        );
        places.push(`page ${index + 1}: ${page.url()}${said ?? ''}`);
      }
      const path = join(folder, `${name}-trace.zip`);
      await context.tracing.stopChunk({ path });
      await context.tracing.startChunk();
      const words = [...places, ...complaints.slice(seen)].join('\n');
      return [...files, path, ...keepText(folder, `${name}.txt`, `${words}\n`)];
    },
  });
  context.once('close', leave);
}
