/**
 * `npm run sim -- [--world <name>] [--seeds N | --payments N] [--seed S] [--no-planted | --only-planted] [--json]`: the
 * product's own code in a made-up world, one history for each seed, every promise looked at; `--world trading` where none is
 * named. Then one fault after the other is planted into a copy of the product, and the same world must see it;
 * `--only-planted` without a world plants those of all worlds. The last line is one of JSON.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import type { TestCluster } from '../apps/server/testing/cluster.ts';
import { startTestCluster } from '../apps/server/testing/cluster.ts';
import { databaseOf } from '../apps/server/testing/database.ts';
import { createRandom } from '../chaos/random.ts';
import { type Found, type Planting, runSimFault, seedOfPlanted } from './planted.ts';
import { regressionSeeds } from './regression-seeds.ts';
import { runSecurity, securityPlanting } from './run-security.ts';
import { runTrading, tradingPlanting } from './run-trading.ts';
import type { World, WorldResult } from './world.ts';

/** A world that is not asked for is not read. These live in a real database. */
const worlds: Readonly<Record<string, () => Promise<World>>> = {
  deposits: async () => (await import('./worlds/deposits.ts')).depositsWorld,
  withdrawals: async () => (await import('./worlds/withdrawals.ts')).withdrawalsWorld,
  identity: async () => (await import('./worlds/identity/world.ts')).identityWorld,
  cards: async () => (await import('./worlds/cards/world.ts')).cardsWorld,
  whole: async () => (await import('./worlds/whole.ts')).wholeWorld,
};
/** These need none. */
const pure: Readonly<Record<string, { run: typeof runTrading; planting: typeof tradingPlanting }>> = {
  trading: { run: runTrading, planting: tradingPlanting },
  security: { run: runSecurity, planting: securityPlanting },
};
/** A failing history is told whole; of many only the first. */
const reportedMax = 10;

const { values } = parseArgs({
  options: {
    world: { type: 'string' },
    seeds: { type: 'string' },
    payments: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'boolean', default: true },
    'only-planted': { type: 'boolean', default: false },
    json: { type: 'boolean' },
  },
  allowNegative: true,
});
const name = values.world ?? 'trading';
const load = worlds[name];
const run = pure[name]?.run;
if (run === undefined && load === undefined) {
  console.error(`Which one? --world ${[...Object.keys(pure), ...Object.keys(worlds)].join(', ')}`);
  process.exitCode = 1;
} else if (values['only-planted']) {
  await plantOnly(values.world === undefined ? [...Object.keys(pure), ...Object.keys(worlds)] : [name]);
} else if (run !== undefined) {
  const { seeds, seed, planted } = values;
  process.exitCode = (await run({ seeds, seed, isPlanted: planted })) ? 0 : 1;
} else if (load !== undefined) {
  const chosen = await load();
  await withCluster(async (cluster) => await simulate(chosen, cluster));
}

async function withCluster<Result>(use: (cluster: TestCluster) => Promise<Result>): Promise<Result> {
  const cluster = await startTestCluster();
  try {
    return await use(cluster);
  } finally {
    await cluster.stop();
  }
}

/** The faults of these worlds and nothing else. */
async function plantOnly(names: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const all: Found[] = [];
  for (const one of names) {
    const planting = pure[one]?.planting(values.seed);
    if (planting !== undefined) all.push(await runSimFault(planting));
  }
  const others = names.filter((one) => one in worlds);
  if (others.length > 0) {
    await withCluster(async (cluster) => {
      for (const one of others) all.push(await runSimFault(plantingIn(one, cluster)));
    });
  }
  const planted = all.reduce((sum, one) => sum + one.planted, 0);
  const found = all.reduce((sum, one) => sum + one.found, 0);
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
  process.exitCode = found === planted ? 0 : 1;
  const title = values.world === undefined ? 'sim' : `sim-${values.world}`;
  console.log(JSON.stringify({ name: title, figures: { planted, found, seconds }, ratios: {} }));
}

/** How the planted faults of a world are looked for: all of them in one cluster. */
function plantingIn(world: string, { ownerUrl, appUrl }: TestCluster): Planting {
  return {
    world,
    words: ['--seed', values.seed ?? String(seedOfPlanted)],
    environment: { TEST_DATABASE_OWNER_URL: ownerUrl, TEST_DATABASE_URL: appUrl },
  };
}

async function simulate(chosen: World, cluster: TestCluster): Promise<void> {
  const startedAt = performance.now();
  const first = values.seed === undefined ? randomInt(1_000_000_000) : Number(values.seed);
  const payments = Number(values.payments ?? chosen.usual);
  // Seeds that failed once are run each time; a seed that was asked for is run alone.
  const regressions = values.seed === undefined ? (regressionSeeds[name] ?? []) : [];
  console.log(`first seed ${first}`);
  let made = 0;
  let failures = 0;
  let seeds = 0;
  for (const seed of histories(regressions, first, () => made < payments)) {
    const result = await runSeed(chosen, cluster, seed);
    const found = [
      ...result.failures,
      ...(seeds === 0 ? await otherStory(chosen, cluster, seed, result) : []),
    ];
    seeds += 1;
    made += result.payments;
    failures += found.length;
    for (const failure of found.slice(0, reportedMax)) console.error(`seed ${seed}: ${failure}`);
    // What a planted fault breaks is seen once; more of it says nothing.
    if (failures > 0 && !values.planted) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const planted = values.planted ? await runSimFault(plantingIn(name, cluster)) : undefined;
  const figures = { [chosen.counts]: made, failures, seeds, seconds: Number(seconds.toFixed(1)), ...planted };
  const isGood = failures === 0 && (planted === undefined || planted.found === planted.planted);
  process.exitCode = isGood ? 0 : 1;
  console.log(JSON.stringify({ name: `sim-${name}`, figures, ratios: {} }));
}

function* histories(regressions: readonly number[], first: number, isMore: () => boolean): Generator<number> {
  yield* regressions;
  for (let seed = first; isMore(); seed += 1) yield seed;
}

/** The first seed is lived twice where nothing races: a failure that cannot be replayed cannot be looked at. */
async function otherStory(
  chosen: World,
  cluster: TestCluster,
  seed: number,
  { story, failures }: WorldResult,
): Promise<string[]> {
  if (story === undefined || failures.length > 0) return [];
  const again = await runSeed(chosen, cluster, seed);
  return again.story === story ? [] : [`the same seed tells another story: ${story} / ${again.story}`];
}

async function runSeed(chosen: World, cluster: TestCluster, seed: number): Promise<WorldResult> {
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
