import { defineConfig } from 'vitest/config';

/** Two cores are what we promise `npm run check` on; more workers would only take turns. */
const maxWorkers = 2;

/**
 * Tests with servers and browsers around them meet a machine that is busy with something else now and then: red once is run
 * again, and the report names it. Red twice is red.
 */
const retriesOfWholePrograms = 1;

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
          retry: retriesOfWholePrograms,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 120_000,
          // A program that starts may take three minutes (e2e/program.ts), and people with data are made after it.
          hookTimeout: 300_000,
          retry: retriesOfWholePrograms,
          expect: { poll: { timeout: 20_000 } },
          // Each file starts servers and browsers of its own; side by side they would measure each other.
          fileParallelism: false,
        },
      },
    ],
  },
});
