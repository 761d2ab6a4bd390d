import type { Database } from '../../platform/database/database.ts';
import { type Leased, runLeased } from '../../platform/jobs/leased.ts';
import type { Log } from '../../platform/process/log.ts';
import type { IdentityService } from '../identity/service.ts';
import { drawn } from '../market/index-price/demo.ts';
import type { Exchange } from '../trade/port.ts';
import { writeDemoHistory } from './history.ts';
import { seedTraders } from './people.ts';
import { createRound } from './round.ts';

/** Of every demonstration: its walk, its past and its books are the same on every machine. */
export const liquiditySeed = 20_261_122;
const roundEveryMs = 1_000;

type Mode = 'demo' | 'production';

export type LiquiditySeedDependencies = {
  readonly mode: Mode;
  readonly db: Database;
  readonly identity: Pick<IdentityService, 'addPerson'>;
  readonly seed?: number;
  readonly now: number;
};

/**
 * Makes the two demo traders and the past of markets that have none; safe at every start and at two starts at once.
 * Before market data are read for the first time. Throws in production.
 */
export async function seedLiquidity({
  mode,
  db,
  identity,
  seed = liquiditySeed,
  now,
}: LiquiditySeedDependencies): Promise<void> {
  refuseProduction(mode);
  await seedTraders({ db, identity, now });
  await writeDemoHistory({ db, seed, now });
}

export type LiquidityDependencies = {
  readonly mode: Mode;
  readonly exchange: Pick<Exchange, 'submit' | 'cancel' | 'cancelAll'>;
  readonly db: Database;
  readonly clock: () => number;
  readonly log: Log;
  readonly seed?: number;
};

/** Keeps the demo books, in one process at a time; what stood there before it began is cancelled. Throws in production. */
export function startLiquidity({
  mode,
  exchange,
  db,
  clock,
  log,
  seed = liquiditySeed,
}: LiquidityDependencies): Leased {
  refuseProduction(mode);
  let draws = clock() % 1_000_000;
  const random = () => drawn(seed, (draws += 1));
  const round = createRound({ db, exchange, clock, log, seed, random });
  return runLeased({ db, name: 'liquidity', everyMs: roundEveryMs, round, log });
}

function refuseProduction(mode: Mode): void {
  if (mode === 'production') throw new Error('Broken: production has no demo market');
}
