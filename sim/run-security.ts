/** `npm run sim -- --world security`: tables and pure functions alone, no database; then its planted faults. */
import { randomInt } from 'node:crypto';

import { type Planting, runSimFault, seedOfPlanted } from './planted.ts';
import { liveHistory } from './worlds/security/histories.ts';
import { type Finding, walkAll } from './worlds/security/walk.ts';

const usual = 20_000;
/** Histories in which a planted fault that the walk does not meet must have been seen. */
const plantedSeeds = 2000;
/** A failing history is told whole; of many only the first. */
const reportedMax = 10;

export interface SecurityWords {
  readonly seeds: string | undefined;
  readonly seed: string | undefined;
  readonly isPlanted: boolean;
}

/** How its planted faults are looked for. */
export function securityPlanting(seed: string | undefined): Planting {
  return {
    world: 'security',
    words: ['--seeds', String(plantedSeeds), '--seed', seed ?? String(seedOfPlanted)],
  };
}

/** Prints the figures as one line of JSON; answers whether all was well. */
export async function runSecurity({ seeds, seed, isPlanted }: SecurityWords): Promise<boolean> {
  const startedAt = performance.now();
  const first = seed === undefined ? randomInt(1_000_000_000) : Number(seed);
  const count = Number(seeds ?? usual);
  const found: Record<Finding['kind'], number> = { early: 0, silent: 0, deadEnds: 0, lockedByStranger: 0 };
  let reported = 0;
  const reportOf = (of: number) => (finding: Finding) => {
    found[finding.kind] += 1;
    if (reported < reportedMax) console.error(`seed ${of}: ${finding.kind}: ${finding.what}`);
    reported += 1;
  };
  // What a planted fault breaks is seen once; more of it says nothing.
  const isOver = () => !isPlanted && reported > 0;
  console.log(`first seed ${first}`);
  let histories = 0;
  for (; histories < count && !isOver(); histories += 1)
    liveHistory(first + histories, reportOf(first + histories));
  const walked = walkAll(reportOf(0), isOver);
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
  const planted = isPlanted ? await runSimFault(securityPlanting(seed)) : undefined;
  const figures = { histories, ...walked, ...found, seconds, ...planted };
  console.log(JSON.stringify({ name: 'sim-security', figures, ratios: {} }));
  return reported === 0 && (planted === undefined || planted.found === planted.planted);
}
