/**
 * Draws the pictures of the installed app from its icon: `node scripts/pages/app-icons.ts` after a change of icon.svg. They
 * are committed, so that a build needs no drawing program.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { launchBrowser } from '../../e2e/window/browser.ts';

const folder = join(import.meta.dirname, '../../apps/wallet/public');
/** Corners of what is shown as it is; a maskable picture is cut by the system, and iOS cuts its own. */
const roundCorners = '22%';

const pictures = [
  { name: 'app-icon-192.png', size: 192, corners: roundCorners },
  { name: 'app-icon-512.png', size: 512, corners: roundCorners },
  { name: 'app-icon-maskable-192.png', size: 192, corners: '0' },
  { name: 'app-icon-maskable-512.png', size: 512, corners: '0' },
  { name: 'apple-touch-icon.png', size: 180, corners: '0' },
];

const drawing = await readFile(join(folder, 'icon.svg'), 'utf8');
const browser = await launchBrowser();
const page = await browser.newPage();
for (const { name, size, corners } of pictures) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: 100vw; border-radius: ${corners} }</style>${drawing}`,
  );
  await page.screenshot({ path: join(folder, name), omitBackground: true });
}
await browser.close();
