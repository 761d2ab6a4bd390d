/**
 * Compiles `po/<area>/<language>.po` to `generated/`: one ES module per bundle and language, and the typed ids.
 * Run by the launcher's set-up and by `node packages/texts/compile.ts`; `--sort` first puts every file in order.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parsePo, stringifyItem } from 'pofile-ts';

import { type Area, checkCatalogue, type PoEntry, type PoText, type ValueKind } from './check.ts';
import { type LanguageId, languageIds } from './src/languages.ts';

/**
 * Which texts travel together: a name with a point at its end is how ids begin, another is a whole id, and the longest
 * one that fits a text decides. `wallet` is loaded with the first screen, `titles` with the table of all pages, the
 * others with the first page that needs them. What no bundle names is the server's alone: it sends `msg` as a finished
 * sentence (protocol.md, "Answers"). The bundle `server` is everything and never reaches a browser.
 */
const bundlePrefixes = {
  wallet: [
    'shell.',
    'home.',
    'bill.status.',
    'bill.type.',
    'shell.title.home',
    'shell.title.kyc',
    'shell.title.language',
    'shell.title.message',
    'shell.title.start',
  ],
  titles: ['shell.title.'],
  chain: [
    'transfer.address.',
    'transfer.progress.',
    'transfer.step.',
    'transfer.stepState.',
    'transfer.warn.',
  ],
  pages: ['login.', 'language.', 'me.', 'paypwd.', 'assets.', 'transfer.', 'bill.', 'verify.'],
  account: [
    'setting.',
    'profile.',
    'country.',
    'picker.',
    'forget.',
    'password.',
    'invite.',
    'notme.',
    'google.',
    'passkeys.',
    'freeze.',
    'limit.',
  ],
  share: ['payee.', 'receive.', 'scan.', 'risk.', 'start.', 'download.'],
  info: ['message.', 'content.', 'about.', 'contactus.', 'outlink.', 'test.', 'updater.', 'life.', 'rate.'],
  export: ['export.'],
  market: ['market.'],
  orders: ['orders.'],
  kyc: ['kyc.', 'kycreview.'],
  kycown: ['kycown.'],
  kycauth: ['kycauth.'],
  card: ['card.'],
  cards: ['cards.'],
  trade: ['trade.'],
} as const;

export type CompiledTexts = {
  /** How many texts there are in each language. */
  readonly count: number;
  /** The files written, relative to `generated/`, with their contents. */
  readonly files: ReadonlyMap<string, string>;
};

const root = import.meta.dirname;

/**
 * Reads, checks and compiles the catalogue; writes only files that changed.
 * @throws an Error whose message lists every problem; nothing is written then.
 */
export function compileTexts(source = join(root, 'po'), target = join(root, 'generated')): CompiledTexts {
  const { texts, problems } = checkCatalogue(readCatalogue(source));
  if (problems.length > 0) {
    throw new Error(
      `The texts have ${problems.length} problems:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  const files = render(texts);
  for (const [name, content] of files) writeWhenChanged(join(target, name), content);
  return { count: texts.length, files };
}

/** The areas are the folders of `po`, sorted, so that two machines compile the same bytes. */
export function readCatalogue(source = join(root, 'po')): Area[] {
  return readdirSync(source, { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .map((folder) => folder.name)
    .toSorted()
    .map((name) => ({ name, entries: readEntries(join(source, name)) }));
}

function readEntries(folder: string): Partial<Record<LanguageId, readonly PoEntry[]>> {
  const entries: Partial<Record<LanguageId, readonly PoEntry[]>> = {};
  for (const language of languageIds) {
    const file = join(folder, `${language}.po`);
    if (!existsSync(file)) continue;
    entries[language] = parsePo(readFileSync(file, 'utf8')).items.map((item) => ({
      id: item.msgid,
      text: item.msgstr[0] ?? '',
    }));
  }
  return entries;
}

/** The generated files by name. */
function render(texts: readonly PoText[]): Map<string, string> {
  const bundles = bundle(texts);
  const files = new Map<string, string>();
  for (const [name, list] of [...bundles, ['server', texts] as const]) {
    for (const language of languageIds) {
      files.set(`${name}/${language}.js`, renderMessages(list, language));
      files.set(`${name}/${language}.d.ts`, declaration);
    }
  }
  files.set('bundles.ts', renderLoaders([...bundles.keys()]));
  files.set('ids.ts', renderIds(texts, [...bundles.values()].flat()));
  return files;
}

function bundle(texts: readonly PoText[]): Map<string, PoText[]> {
  const bundles = new Map<string, PoText[]>(Object.keys(bundlePrefixes).map((name) => [name, []]));
  for (const text of texts) {
    const name = bundleOf(text.id);
    if (name !== undefined) bundles.get(name)?.push(text);
  }
  return bundles;
}

function bundleOf(id: string): string | undefined {
  const fits = (name: string): boolean => (name.endsWith('.') ? id.startsWith(name) : id === name);
  const names = Object.entries(bundlePrefixes).flatMap(([bundleName, prefixes]) =>
    prefixes.filter(fits).map((prefix) => ({ bundleName, length: prefix.length })),
  );
  return names.toSorted((one, other) => other.length - one.length)[0]?.bundleName;
}

/** How the wallet fetches a bundle in a language: an import for each, so that the web build makes a file of each. */
function renderLoaders(names: readonly string[]): string {
  const rows = names.map((name) => {
    const loaders = languageIds.map(
      (language) => `    '${language}': () => import('./${name}/${language}.js'),\n`,
    );
    return `  ${name}: {\n${loaders.join('')}  },\n`;
  });
  return `${head}export const bundles = {\n${rows.join('')}} as const;\n`;
}

const head = '// Generated by packages/texts/compile.ts from packages/texts/po. Edit there.\n';
const declaration = `${head}import type { Messages } from '@lingui/core';\nexport declare const messages: Messages;\n`;

function renderMessages(texts: readonly PoText[], language: LanguageId): string {
  const lines = texts.map(
    (text) => `${JSON.stringify(text.id)}:${JSON.stringify(text.compiled[language])},\n`,
  );
  return `${head}export const messages = {\n${lines.join('')}};\n`;
}

function renderIds(texts: readonly PoText[], wallet: readonly PoText[]): string {
  const union = (list: readonly PoText[]): string =>
    list.map((text) => `\n  | '${text.id}'`).join('') || ' never';
  const inWallet = new Set(wallet);
  const rest = texts.filter((text) => !inWallet.has(text));
  const values = texts
    .filter((text) => text.values.size > 0)
    .map((text) => `  '${text.id}': { ${[...text.values].map(renderValue).toSorted().join('; ')} };\n`);
  return [
    head,
    '/** Texts that the wallet carries, in whichever bundle. */\n',
    `export type WalletTextId =${union(texts.filter((text) => inWallet.has(text)))};\n\n`,
    '/** Every text. */\n',
    `export type TextId =\n  | WalletTextId${rest.length > 0 ? union(rest) : ''};\n\n`,
    '/** The values that a text needs; a text without values is absent. */\n',
    `export interface TextValues {\n${values.join('')}}\n`,
  ].join('');
}

/** A plural or a date needs a number; anything else may also be a finished string. */
function renderValue([name, kinds]: readonly [string, ReadonlySet<ValueKind>]): string {
  const numeric = (['plural', 'selectordinal', 'date', 'time'] as const).some((kind) => kinds.has(kind));
  return `readonly ${name}: ${numeric ? 'number' : 'string | number'}`;
}

/** Writes through a neighbour and a rename, so that a reader never sees half a file. */
function writeWhenChanged(file: string, content: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  mkdirSync(dirname(file), { recursive: true });
  const neighbour = `${file}.${process.pid}`;
  writeFileSync(neighbour, content);
  renameSync(neighbour, file);
}

/** Puts the texts of every source file in the order of their ids. */
function sortSources(source = join(root, 'po')): void {
  for (const area of readCatalogue(source)) {
    for (const language of languageIds) {
      const file = join(source, area.name, `${language}.po`);
      if (!existsSync(file)) continue;
      const items = parsePo(readFileSync(file, 'utf8')).items.toSorted((a, b) =>
        a.msgid < b.msgid ? -1 : 1,
      );
      const texts = items.map((item) => `\n${stringifyItem(item, { foldLength: 0 })}\n`);
      writeWhenChanged(file, headerOf(language) + texts.join(''));
    }
  }
}

function headerOf(language: LanguageId): string {
  return `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n`;
}

if (import.meta.main) {
  const started = performance.now();
  try {
    if (process.argv.includes('--sort')) sortSources();
    const { count } = compileTexts();
    console.log(
      `${count} texts in ${languageIds.length} languages, ${Math.round(performance.now() - started)} ms`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
