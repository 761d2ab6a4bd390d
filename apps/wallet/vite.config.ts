import { readdirSync } from 'node:fs';
import path from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { buildIcons } from '../../scripts/icons.ts';

const features = path.join(import.meta.dirname, 'src/features');

/**
 * What the React Compiler may touch: the pages behind the first screen. What `/` loads stays as it is written, because
 * memoising its many small components would add 8 KiB to a budget of 130.
 */
const compiledSources = readdirSync(features)
  .filter((feature) => feature !== 'home')
  .map((feature) => `/src/features/${feature}/`);

/**
 * The wallet's web build. `REACT_COMPILER=0` builds without the React Compiler, should a release of it ever break
 * a screen. Nothing is inlined into the page: the content security policy allows only files of our own origin.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: 'marigold-icons',
      async buildStart() {
        await buildIcons();
        this.addWatchFile(path.join(import.meta.dirname, 'src/ui/icon-names.ts'));
      },
    },
    tailwindcss(),
    react({ compiler: process.env['REACT_COMPILER'] !== '0' && { sources: compiledSources } }),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
  },
});
