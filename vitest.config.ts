import { join } from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

import { pinnedBrowser } from './e2e/window/browser.ts';

/** Two cores are what we promise `npm run check` on; more workers would only take turns. */
const maxWorkers = 2;

/** The two passes that keep a browser busy; all other journeys mostly wait and run beside them. */
const screens = ['e2e/every-screen.e2e.ts', 'e2e/marked.e2e.ts'];
/** Starts the program with settings that its pages are built anew for: whoever is served from this folder would lose them. */
const alone = ['e2e/lifecycle.e2e.ts'];
const robot = ['e2e/robot.e2e.ts', 'e2e/robot/*.e2e.ts'];

/** Whole programs and browsers: what they wait for may take long on a machine that does other things as well. */
const wholePrograms = {
  testTimeout: 120_000,
  // A program that starts may take three minutes (e2e/program/program.ts), and people with data are made after it.
  hookTimeout: 300_000,
  expect: { poll: { timeout: 20_000 } },
};

/** The wallet's screens in a real browser, built as the app is, with a scripted answer in place of the server. */
async function components(): Promise<TestProjectInlineConfiguration> {
  const wallet = join(import.meta.dirname, 'apps/wallet');
  return {
    root: wallet,
    cacheDir: join(import.meta.dirname, '.cache/components'),
    plugins: [tailwindcss(), react()],
    // Packages are put together before the first test: one that is met later would load the page anew under a test.
    optimizeDeps: { include: packagesOfTheWallet },
    test: {
      name: 'components',
      include: ['src/**/*.ct.tsx'],
      setupFiles: [join(wallet, 'testing/setup.ts')],
      // One page for all files of a worker: what tests share is put back after each (testing/setup.ts).
      isolate: false,
      testTimeout: 15_000,
      expect: { poll: { timeout: 5_000 } },
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        viewport: { width: 375, height: 812 },
        provider: playwright({
          launchOptions: await pinnedBrowser(),
          contextOptions: { reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-GB' },
          actionTimeout: 5_000,
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}

const packagesOfTheWallet = [
  '@base-ui/react/drawer',
  '@lingui/core',
  '@noble/hashes/legacy.js',
  '@noble/hashes/utils.js',
  '@tanstack/react-query',
  'altcha-lib',
  'altcha-lib/algorithms/web/pbkdf2',
  'axe-core',
  'lightweight-charts',
  'qr',
  'react',
  'react-dom',
  'react-dom/client',
  'react-easy-crop',
  'react-hook-form',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'virtua',
  'vitest-browser-react',
  'wouter/use-browser-location',
  'zod',
];

export default defineConfig({
  test: {
    maxWorkers,
    // Tests of one file that run side by side: as many as there are cores.
    maxConcurrency: maxWorkers,
    // Shown by name in the report; a promise that is not kept within these times is broken.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/{money,guard,partners,contract,texts,chain,evm,signer,matching,trading,operations}/**/*.test.ts',
            '{bench,chaos,mutants,sim}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'apps/wallet/src/**/*.test.{ts,tsx}',
            // What the server decides purely: needs no database and is seen at once.
            'apps/server/src/**/*.unit.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'database',
          include: ['apps/server/**/*.test.ts', 'packages/ledger/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'apps/server/src/**/*.unit.test.ts'],
          globalSetup: ['apps/server/testing/cluster.ts'],
        },
      },
      await components(),
      // Each lane waits for frames half of its time: three of them keep both cores busy.
      {
        test: {
          ...wholePrograms,
          name: 'screens',
          include: screens,
          fileParallelism: false,
          maxConcurrency: 3,
        },
      },
      { test: { ...wholePrograms, name: 'robot', include: robot, fileParallelism: false } },
      { test: { ...wholePrograms, name: 'lifecycle', include: alone } },
      {
        test: {
          ...wholePrograms,
          name: 'journeys',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...screens, ...robot, ...alone],
          globalSetup: ['e2e/program/shared-program.ts'],
          setupFiles: ['e2e/window/journey-hooks.ts'],
          // The hooks of the set-up file see what those of a test's file then close.
          sequence: { hooks: 'list' },
        },
      },
    ],
  },
});
