import path from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

import { buildIcons } from '../../scripts/pages/icons.ts';
import { buildLicences } from '../../scripts/pages/licences.ts';
import { precache } from '../../scripts/pages/precache.ts';
import { precompress } from '../../scripts/pages/precompress.ts';

const entry = path.join(import.meta.dirname, 'src/app/main.tsx');
const home = path.join(import.meta.dirname, 'src/features/home/home.page.tsx');
/** Only who opens the home needs its own lines. */
const homeFolder = path.dirname(home) + path.sep;

/** What a first screen has loaded before anything else, whichever page it is: no page needs to ask for it again. */
const firstChunk = 'first';
const withTheFirstLines = /\/(?:index|first|rolldown-runtime)-[\w-]{8}\./;

/** All that the entry and the home import: small parts that compress together and come with one request. */
function isAlwaysNeeded(id: string, context: Rolldown.ChunkingContext): boolean {
  if (id === entry || id.startsWith(homeFolder)) return false;
  return [entry, home].some((root) => importsOf(root, context).has(id));
}

const imports = new Map<string, Set<string>>();

/** A module and everything that it imports, without what is loaded when it is needed. */
function importsOf(root: string, context: Rolldown.ChunkingContext): Set<string> {
  const known = imports.get(root) ?? new Set([root]);
  if (!imports.has(root)) {
    for (const id of known)
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) known.add(imported);
    imports.set(root, known);
  }
  return known;
}

/** What is drawn with the kit of a room comes with one sheet for all of it, not with one for each small component. */
function kitOf(id: string): string | null {
  return /[/\\]src[/\\](ui|ui-market)[/\\].*\.css$/.exec(id)?.[1] ?? null;
}

/**
 * The wallet's web build, without the React Compiler (docs/decisions/0009). Nothing is inlined into the page: the
 * content security policy allows only files of our own origin.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: 'marigold-public-files',
      async buildStart() {
        await Promise.all([buildIcons(), buildLicences()]);
        this.addWatchFile(path.join(import.meta.dirname, 'src/ui/base/icon-names.ts'));
      },
    },
    tailwindcss(),
    react(),
    precache(),
    precompress(),
  ],
  resolve: {
    // React has had it built in since its version 18.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Nobody reads the sizes while a program starts; `npm run bench -- web` tells them.
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      // What a page is loaded with stands in the first screen's code, once for each page.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !withTheFirstLines.test(`/${file}`)),
    },
    rolldownOptions: {
      // Compressing takes its time, and whoever starts the program need not know.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: (id, context) => (isAlwaysNeeded(id, context) ? firstChunk : null) },
            { name: kitOf },
          ],
        },
      },
    },
    emptyOutDir: true,
  },
});
