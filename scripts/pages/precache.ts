/**
 * Writes the wallet's service worker and its manifests into the web build. The worker carries the list of everything
 * this version consists of, with digests; it therefore changes when any file does, and never otherwise.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { type LanguageId, languageIds } from '@marigold/texts/languages';
import { build, type Plugin, type Rolldown } from 'vite';

import type { Precache, PrecachedFile } from '../../apps/wallet/worker/precache.ts';

const worker = join(import.meta.dirname, '../../apps/wallet/worker/sw.ts');
/** What somebody on a slow line is given unasked, in one language, compressed. */
const precacheKiBMax = 704;

/** Files of `public` that the first screens need; the others are fetched when they are wanted. */
const publicFiles = [
  'boot.js',
  'icon.svg',
  'icons.svg',
  'coins.svg',
  'engraving.svg',
  'fonts/golos-text-latin-wght-normal.woff2',
  'fonts/martian-mono-latin-standard-normal.woff2',
];
const lettersOf: Partial<Readonly<Record<LanguageId, readonly string[]>>> = {
  ru: ['fonts/golos-text-cyrillic-wght-normal.woff2'],
};

/** Chunks of a build that belong to one language: the generated texts. */
const textModule = /\/generated\/[\w-]+\/([\w-]+)\.js$/;

/** Code that is of no use without a network: the drawing of live candles is larger than any page, puzzles are the
 * server's, and what orders, approves or sends in goes at once: photos of documents, a picture of oneself, a check, a card. */
const fetchedWhenWanted =
  /\/(chart-canvas|crop-area|puzzle-worker|solve-puzzle|verdict-worker|(activate|card-method|kyc-order|signup|third|unlock)\.page)-[\w-]+\.js$/;

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;
type CachedFile = { readonly path: string; readonly content: Buffer };

/** The plugin of the web build. */
export function precache(): Plugin {
  return {
    name: 'marigold-precache',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('Broken: the web build has no folder');
      // Its texts are compiled by the time something is built, not yet when this file is read.
      const { writeManifests } = await import('./web-manifest.ts');
      await writeManifests(dir);
      const { list, compressedKiB } = await listFiles(dir, bundle);
      const size = `${list.core.length} files, ${compressedKiB} of ${precacheKiBMax} KiB compressed`;
      if (compressedKiB > precacheKiBMax) throw new Error(`The worker keeps more than it may: ${size}.`);
      this.info(`the worker keeps ${size}`);
      await writeFile(join(dir, 'sw.js'), await bundleWorker(list));
    },
  };
}

/** The list for the worker, and what its core and the largest language weigh. */
async function listFiles(
  dir: string,
  bundle: Bundle,
): Promise<{ readonly list: Precache; readonly compressedKiB: number }> {
  const names = namesByLanguage(bundle);
  const core = await readFiles(dir, [...(names.get(undefined) ?? []), ...publicFiles]);
  const languages = await Promise.all(
    languageIds.map(async (id) => {
      const files = await readFiles(dir, [...(names.get(id) ?? []), ...(lettersOf[id] ?? [])]);
      return { id, files };
    }),
  );
  const bytes = weightOf(core) + Math.max(...languages.map(({ files }) => weightOf(files)));
  const entries = {
    core: core.map(entryOf),
    languages: Object.fromEntries(languages.map(({ id, files }) => [id, files.map(entryOf)])),
  };
  const version = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 12);
  return { list: { version, ...entries }, compressedKiB: Math.ceil(bytes / 1024) };
}

/** What the build wrote, by the language it belongs to; undefined is everything else. */
function namesByLanguage(bundle: Bundle): Map<string | undefined, string[]> {
  const names = new Map<string | undefined, string[]>();
  for (const file of Object.values(bundle)) {
    if (file.fileName.endsWith('.map') || fetchedWhenWanted.test(file.fileName)) continue;
    const texts = file.type === 'chunk' ? textModule.exec(file.facadeModuleId ?? '') : null;
    const language = texts?.[1];
    names.set(language, [...(names.get(language) ?? []), file.fileName]);
  }
  return names;
}

/** In an order of their own, so that equal builds make equal workers. */
async function readFiles(dir: string, names: readonly string[]): Promise<CachedFile[]> {
  return await Promise.all(
    names.toSorted().map(async (name) => ({ path: `/${name}`, content: await readFile(join(dir, name)) })),
  );
}

function entryOf({ path, content }: CachedFile): PrecachedFile {
  return [path, `sha256-${createHash('sha256').update(content).digest('base64')}`];
}

function weightOf(files: readonly CachedFile[]): number {
  const weights = files.map(({ path, content }) =>
    path.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length,
  );
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** One classic script: workers of modules are not everywhere. */
async function bundleWorker(list: Precache): Promise<string> {
  const result = await build({
    configFile: false,
    root: join(worker, '..'),
    logLevel: 'warn',
    publicDir: false,
    define: { builtPrecache: JSON.stringify(list) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: worker, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const [script] = outputs.flatMap((one) => ('output' in one ? one.output : []));
  if (script?.type !== 'chunk') throw new Error('Broken: the worker did not become a script');
  return script.code;
}
