/**
 * Builds the wallet's two SVG sprites: `icons.svg` from Phosphor's drawings for the names in icon-names.ts,
 * `coins.svg` from the coin art beside the wallet. One cached file each costs the first screen no JavaScript.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { iconNames } from '../apps/wallet/src/ui/icon-names.ts';

const root = path.join(import.meta.dirname, '..');
const wallet = path.join(root, 'apps/wallet');
const drawings = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('@phosphor-icons/core'))),
  '../assets',
);

/**
 * Writes `apps/wallet/public/icons.svg` and `coins.svg`, each only when it changed. The committed sources are
 * the only input, so it may run at every set-up; a name without a drawing throws with that name.
 */
export async function buildIcons(): Promise<{ icons: number; coins: number }> {
  const coinFiles = (await readdir(path.join(wallet, 'art')))
    .filter((file) => file.startsWith('coin-'))
    .toSorted();
  const icons = await Promise.all(iconNames.map((name) => symbol(name, drawingPath(name), '0 0 256 256')));
  const coins = await Promise.all(
    coinFiles.map((file) =>
      symbol(file.slice('coin-'.length, -'.svg'.length), path.join(wallet, 'art', file), '0 0 40 40'),
    ),
  );
  await writeSprite('icons.svg', icons);
  await writeSprite('coins.svg', coins);
  return { icons: icons.length, coins: coins.length };
}

function drawingPath(name: string): string {
  const weight = /-(bold|fill)$/.exec(name)?.[1] ?? 'regular';
  return path.join(drawings, weight, `${name}.svg`);
}

async function symbol(id: string, file: string, viewBox: string): Promise<string> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no drawing for the icon "${id}" at ${path.relative(root, file)}`, { cause });
  });
  const drawing = /<svg[^>]*>(.*)<\/svg>/s.exec(source)?.[1]?.trim();
  if (drawing === undefined) throw new Error(`${path.relative(root, file)} is not an SVG drawing`);
  return `<symbol id="${id}" viewBox="${viewBox}">${drawing}</symbol>`;
}

async function writeSprite(name: string, symbols: readonly string[]): Promise<void> {
  const file = path.join(wallet, 'public', name);
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) !== sprite) await writeFile(file, sprite);
}
