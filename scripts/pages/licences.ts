/**
 * Writes `apps/wallet/public/licences.json`: whose work the program is built on, by licence, for the page About Us. What
 * npm installs stands in the lockfile with its licence; fonts and drawings that lie in the repository are named here.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const target = path.join(root, 'apps/wallet/public/licences.json');

/** Not packages of npm, or copied out of one. */
const besides = [
  { name: 'Golos Text (font)', licence: 'OFL-1.1' },
  { name: 'Phosphor Icons', licence: 'MIT' },
  // The words of its NOTICE; the link stands beneath every chart.
  {
    name: 'TradingView Lightweight Charts™, Copyright © 2025 TradingView, Inc. https://www.tradingview.com/',
    licence: 'Apache-2.0',
  },
];
const unnamed = 'See the package';

export type FoundLicence = { readonly licence: string; readonly names: readonly string[] };

type LockEntry = {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly license?: string;
  /** Only on a binary for one kind of machine; its package stands in the list itself. */
  readonly cpu?: readonly string[];
};

/** Every package that runs in the program, grouped by licence, the most used licence first. */
export function licencesOf(packages: Readonly<Record<string, LockEntry>>): FoundLicence[] {
  const byLicence = new Map<string, Set<string>>();
  const add = (licence: string, name: string) =>
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(name));
  for (const [place, { dev = false, link = false, license = unnamed, cpu }] of Object.entries(packages)) {
    const name = /^(?:.*\/)?node_modules\/(.+)$/.exec(place)?.[1];
    if (name !== undefined && !dev && !link && cpu === undefined) add(license, name);
  }
  for (const { name, licence } of besides) add(licence, name);
  return [...byLicence]
    .map(([licence, names]) => ({ licence, names: [...names].toSorted() }))
    .toSorted((a, b) => b.names.length - a.names.length || (a.licence < b.licence ? -1 : 1));
}

/** Writes the list, only when it changed. */
export async function buildLicences(): Promise<void> {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const text = `${JSON.stringify(licencesOf(packages))}\n`;
  if ((await readFile(target, 'utf8').catch(() => '')) !== text) await writeFile(target, text);
}
