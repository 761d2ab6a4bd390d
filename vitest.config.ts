import { defineConfig } from 'vitest/config';

/** Two cores are what we promise `npm run check` on; more workers would only take turns. */
const maxWorkers = 2;

/** The two passes that keep a browser busy; all other journeys mostly wait and run beside them. */
const screens = ['e2e/every-screen.e2e.ts', 'e2e/marked.e2e.ts'];
const robot = ['e2e/robot.e2e.ts'];

/** Whole programs and browsers: what they wait for may take long on a machine that does other things as well. */
const wholePrograms = {
  testTimeout: 120_000,
  // A program that starts may take three minutes (e2e/program.ts), and people with data are made after it.
  hookTimeout: 300_000,
  expect: { poll: { timeout: 20_000 } },
};

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
            'packages/{money,contract,texts,chain,evm,signer,matching,trading}/**/*.test.ts',
            '{bench,chaos,sim}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'apps/wallet/src/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        test: {
          name: 'database',
          include: ['apps/server/**/*.test.ts', 'packages/ledger/**/*.test.ts'],
          globalSetup: ['apps/server/testing/cluster.ts'],
        },
      },
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
      {
        test: {
          ...wholePrograms,
          name: 'journeys',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...screens, ...robot],
        },
      },
    ],
  },
});
