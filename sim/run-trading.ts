/** `npm run sim`: the trading world, which needs no database; then its planted faults. */
import { randomInt } from 'node:crypto';

import { type Planting, runSimFault, seedOfPlanted } from './planted.ts';
import { regressionSeeds } from './regression-seeds.ts';
import { liveSeeds } from './trading-seeds.ts';

const usual = 2000;
/** Seeds after which a planted fault must have been seen. */
const plantedSeeds = 400;
/** A failing history is told whole; of many only the first. */
const reportedMax = 10;

export interface TradingWords {
  readonly seeds: string | undefined;
  readonly seed: string | undefined;
  readonly isPlanted: boolean;
}

/** How its planted faults are looked for. */
export function tradingPlanting(seed: string | undefined): Planting {
  return {
    world: 'trading',
    words: ['--seeds', String(plantedSeeds), '--seed', seed ?? String(seedOfPlanted)],
  };
}

/** Prints the figures as one line of JSON; answers whether all was well. */
export async function runTrading({ seeds, seed, isPlanted }: TradingWords): Promise<boolean> {
  const startedAt = performance.now();
  const first = seed === undefined ? randomInt(1_000_000_000) : Number(seed);
  const count = Number(seeds ?? usual);
  // Seeds that failed once are run each time; a seed that was asked for is run alone.
  const regressions = seed === undefined ? (regressionSeeds['trading'] ?? []) : [];
  console.log(`first seed ${first}`);
  const lived = await liveSeeds(
    [...regressions, ...Array.from({ length: count }, (_, place) => first + place)],
    {
      isEager: !isPlanted,
    },
  );
  // Of a planted fault one sentence says enough.
  for (const failure of lived.failures.slice(0, reportedMax))
    console.error(isPlanted ? failure : failure.split('\n', 1)[0]);
  const seconds = (performance.now() - startedAt) / 1000;
  const planted = isPlanted ? await runSimFault(tradingPlanting(seed)) : undefined;
  const { failures, coreSeconds, ...happened } = lived;
  const figures = {
    ...happened,
    failures: failures.length,
    seconds: Number(seconds.toFixed(1)),
    // Of one core: what its thread's own processor time came to.
    seedsPerSecond: coreSeconds === 0 ? 0 : Math.round(lived.seeds / coreSeconds),
    ...planted,
  };
  console.log(JSON.stringify({ name: 'sim-trading', figures, ratios: {} }));
  return failures.length === 0 && (planted === undefined || planted.found === planted.planted);
}
