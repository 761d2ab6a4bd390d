import path from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { buildIcons } from '../../scripts/icons.ts';
import { buildLicences } from '../../scripts/licences.ts';
import { precache } from '../../scripts/precache.ts';

/** Chunks that every page of the app has loaded with its first lines: no page needs to ask for them again. */
const withTheFirstLines =
  /\/(?:index|rolldown-runtime|react|jsx-runtime|i18n|button|bloom|icon|preload-helper)-[\w-]{8}\./;

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
        this.addWatchFile(path.join(import.meta.dirname, 'src/ui/icon-names.ts'));
      },
    },
    tailwindcss(),
    react(),
    precache(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What a page is loaded with stands in the first screen's code, once for each page.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !withTheFirstLines.test(`/${file}`)),
    },
    emptyOutDir: true,
  },
});
