/**
 * Builds the wallet's two SVG sprites: `icons.svg` from Phosphor's drawings for the names in icon-names.ts,
 * `coins.svg` from the coin art beside the wallet. One cached file each costs the first screen no JavaScript.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { iconNames } from '../../apps/wallet/src/ui/base/icon-names.ts';

const root = path.join(import.meta.dirname, '../..');
const wallet = path.join(root, 'apps/wallet');
/** Every drawing of Phosphor in one file: its own package has nine thousand, which each start of a new copy waits for. */
const drawingsFile = fileURLToPath(import.meta.resolve('@iconify-json/ph/icons.json'));

type Drawings = { readonly icons: Readonly<Record<string, { readonly body: string }>> };

/**
 * Writes `apps/wallet/public/icons.svg` and `coins.svg`, each only when it changed. The committed sources are
 * the only input, so it may run at every set-up; a name without a drawing throws with that name.
 */
export async function buildIcons(): Promise<{ icons: number; coins: number }> {
  const coinFiles = (await readdir(path.join(wallet, 'art')))
    .filter((file) => file.startsWith('coin-'))
    .toSorted();
  const { icons: drawings } = JSON.parse(await readFile(drawingsFile, 'utf8')) as Drawings;
  const icons = iconNames.map((name) => iconSymbol(name, drawings[name]));
  const coins = await Promise.all(coinFiles.map(coinSymbol));
  await writeSprite('icons.svg', icons);
  await writeSprite('coins.svg', coins);
  return { icons: icons.length, coins: coins.length };
}

function iconSymbol(name: string, drawing: Drawings['icons'][string] | undefined): string {
  if (drawing === undefined)
    throw new Error(`There is no drawing for the icon "${name}" in @iconify-json/ph`);
  // The colour is given where an icon is used.
  return symbol(name, '0 0 256 256', drawing.body.replaceAll(' fill="currentColor"', ''));
}

async function coinSymbol(file: string): Promise<string> {
  const source = await readFile(path.join(wallet, 'art', file), 'utf8');
  const drawing = /<svg[^>]*>(.*)<\/svg>/s.exec(source)?.[1]?.trim();
  if (drawing === undefined) throw new Error(`${file} of the wallet's art is not an SVG drawing`);
  return symbol(file.slice('coin-'.length, -'.svg'.length), '0 0 40 40', drawing);
}

function symbol(id: string, viewBox: string, drawing: string): string {
  return `<symbol id="${id}" viewBox="${viewBox}">${drawing}</symbol>`;
}

async function writeSprite(name: string, symbols: readonly string[]): Promise<void> {
  const file = path.join(wallet, 'public', name);
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) !== sprite) await writeFile(file, sprite);
}
