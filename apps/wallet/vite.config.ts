import path from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { buildIcons } from '../../scripts/icons.ts';

/**
 * The wallet's web build, without the React Compiler (docs/decisions/0009). Nothing is inlined into the page: the
 * content security policy allows only files of our own origin.
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
    react(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
  },
});
