/** What one life of the engine stands on and knows, from its recovery to its death. */
import type { MarketState } from '@marigold/matching/order';
import { createClearing } from '@marigold/trading/clearing';
import type { LedgerAccounts } from '@marigold/trading/journal';
import type { Clearing } from '@marigold/trading/order';

import type { Random } from '../../chaos/random.ts';
import type { Audit } from './trading-audit.ts';
import { type TradingDatabase, assetIdOf, balanceIndex } from './trading-database.ts';
import type { RequestAnswer, Request } from './trading-requests.ts';
import type { Schedule } from './trading-schedule.ts';
import type { Weather } from './trading-weather.ts';

export type WaitingRequest = { readonly request: Request; readonly reply: (answer: RequestAnswer) => void };

/** What the engine stands on. */
export type EngineWorld = {
  readonly weather: Weather;
  readonly random: Random;
  readonly schedule: Schedule;
  readonly database: TradingDatabase;
  readonly audit: Audit;
  readonly newOrderId: () => string;
};

export type Life = {
  readonly world: EngineWorld;
  readonly accounts: LedgerAccounts;
  readonly counts: { batches: number; undone: number; fills: number };
  clearing: Clearing;
  /** Of the next order. */
  nextNumber: number;
  /** Undefined: nobody knows a price. */
  index: number | undefined;
  queue: WaitingRequest[];
  /** A batch is under way. */
  isBusy: boolean;
  /** How many of the queue are tried each by itself. */
  alone: number;
  isAlive: boolean;
};

export function beginLife(world: EngineWorld): Life {
  return {
    world,
    accounts: accountsOf(world),
    counts: { batches: 0, undone: 0, fills: 0 },
    clearing: recover(world, 'enabled'),
    nextNumber: numberAfter(world.database),
    index: world.weather.price,
    queue: [],
    isBusy: false,
    alone: 0,
    isAlive: true,
  };
}

/** Nothing goes on in a dead process. */
export function whileAlive<Rest extends unknown[]>(
  life: Life,
  goOn: (...rest: Rest) => void,
): (...rest: Rest) => void {
  return (...rest) => {
    if (life.isAlive) goOn(...rest);
  };
}

/** Whether what was written last happened is in the database, and nowhere else. */
export function readLifeAgain(life: Life): void {
  life.clearing = recover(life.world, life.clearing.market.state());
  life.nextNumber = numberAfter(life.world.database);
}

/** What was decided last was not. */
export function undo(life: Life): void {
  life.counts.undone += 1;
  life.clearing.undo();
  life.nextNumber = numberAfter(life.world.database);
  life.world.audit.undone(life.clearing);
}

/** As the server does it: from the open orders of the database, and nothing else. */
function recover({ weather, database, audit }: EngineWorld, state: MarketState): Clearing {
  const orders = [...database.state.open.values()].map(({ order }) => order);
  const clearing = createClearing({ rules: weather.rules, state, terms: weather.terms, orders });
  audit.opened(clearing, database.state);
  return clearing;
}

function numberAfter({ state }: TradingDatabase): number {
  let last = 0;
  for (const number of state.orders.keys()) if (number > last) last = number;
  return last + 1;
}

function accountsOf({ weather: { owners }, database: { state } }: EngineWorld): LedgerAccounts {
  return {
    assetId: assetIdOf,
    accountId: (account, asset) => state.list[balanceIndex(owners, account, asset)]?.id ?? 0n,
  };
}
