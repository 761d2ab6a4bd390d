/**
 * `npm run sim -- [--world <name>] [--seeds N | --payments N] [--seed S] [--no-planted] [--json]`: the product's own code in
 * a made-up world, one history for each seed, every promise looked at; `--world trading` where none is named. Then one fault
 * after the other is planted into a copy of the product, and the same world must turn red. The last line is one of JSON.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import type { TestCluster } from '../apps/server/testing/cluster.ts';
import { startTestCluster } from '../apps/server/testing/cluster.ts';
import { databaseOf } from '../apps/server/testing/database.ts';
import { createRandom } from '../chaos/random.ts';
import { keptSeeds } from './kept-seeds.ts';
import { runPlanted } from './planted.ts';
import { runTrading } from './run-trading.ts';
import type { World } from './world.ts';

/** A world that is not asked for is not read. These live in a real database. */
const worlds: Readonly<Record<string, () => Promise<World>>> = {
  deposits: async () => (await import('./worlds/deposits.ts')).depositsWorld,
  withdrawals: async () => (await import('./worlds/withdrawals.ts')).withdrawalsWorld,
};
/** A failing history is told whole; of many only the first. */
const toldMax = 10;

const { values } = parseArgs({
  options: {
    world: { type: 'string' },
    seeds: { type: 'string' },
    payments: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'boolean', default: true },
    json: { type: 'boolean' },
  },
  allowNegative: true,
});
const name = values.world ?? 'trading';
const load = worlds[name];
if (name === 'trading') {
  const { seeds, seed, planted } = values;
  process.exitCode = (await runTrading({ seeds, seed, isPlanted: planted })) ? 0 : 1;
} else if (load === undefined) {
  console.error(`Which one? --world trading, ${Object.keys(worlds).join(', ')}`);
  process.exitCode = 1;
} else {
  const cluster = await startTestCluster();
  try {
    await simulate(await load(), cluster);
  } finally {
    await cluster.stop();
  }
}

async function simulate(chosen: World, cluster: TestCluster): Promise<void> {
  const startedAt = performance.now();
  const first = values.seed === undefined ? randomInt(1_000_000_000) : Number(values.seed);
  const payments = Number(values.payments ?? chosen.usual);
  // Seeds that failed once are run each time; a seed that was asked for is run alone.
  const kept = values.seed === undefined ? (keptSeeds[name] ?? []) : [];
  console.log(`first seed ${first}`);
  let made = 0;
  let failures = 0;
  let seeds = 0;
  for (const seed of histories(kept, first, () => made < payments)) {
    const result = await runSeed(chosen, cluster, seed);
    seeds += 1;
    made += result.payments;
    failures += result.failures.length;
    for (const failure of result.failures.slice(0, toldMax)) console.error(`seed ${seed}: ${failure}`);
    // What a planted fault breaks is seen once; more of it says nothing.
    if (failures > 0 && !values.planted) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const planted = values.planted
    ? await runPlanted({
        world: name,
        words: ['--payments', String(chosen.planted), '--seed', String(first)],
        environment: { TEST_DATABASE_OWNER_URL: cluster.ownerUrl, TEST_DATABASE_URL: cluster.appUrl },
      })
    : undefined;
  const figures = { [chosen.counts]: made, failures, seeds, seconds: Number(seconds.toFixed(1)), ...planted };
  const isGood = failures === 0 && (planted === undefined || planted.found === planted.planted);
  process.exitCode = isGood ? 0 : 1;
  console.log(JSON.stringify({ name: `sim-${name}`, figures, ratios: {} }));
}

function* histories(kept: readonly number[], first: number, isMore: () => boolean): Generator<number> {
  yield* kept;
  for (let seed = first; isMore(); seed += 1) yield seed;
}

async function runSeed(chosen: World, cluster: TestCluster, seed: number) {
  const database = await databaseOf(cluster);
  try {
    return await chosen.run({ seed, random: createRandom(seed, name), database });
  } catch (error) {
    return {
      payments: 0,
      failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    };
  } finally {
    await database.drop();
  }
}
