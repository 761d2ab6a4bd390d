/** What one seed makes of the world: its market, its people and how badly everything goes. */
import type { MarketRules } from '@marigold/matching/order';
import { toAmount, toPrice, toTotal } from '@marigold/money/steps';
import type { UnitTerms } from '@marigold/trading/order';

import type { Random } from '../../chaos/random.ts';

export type Weather = {
  readonly rules: MarketRules;
  readonly terms: UnitTerms;
  /** The terms again, as plain numbers. */
  readonly baseUnits: number;
  readonly quoteUnits: number;
  readonly owners: number;
  readonly clients: number;
  /** Around it people trade. */
  readonly price: number;
  readonly spread: number;
  readonly amountMax: number;
  /** Fees of each owner, in millionths. */
  readonly makerPpm: readonly number[];
  readonly takerPpm: readonly number[];
  /** Chances: of a message to get lost or doubled, of a command to come with an old key and another body. */
  readonly requestLoss: number;
  readonly answerLoss: number;
  readonly doubling: number;
  readonly keyReuse: number;
  /** The longest rest between two deaths of the engine, of the database; 0: it lives for ever. */
  readonly engineRest: number;
  readonly databaseRest: number;
  /** Chances of each batch: it is surprised, its commit fails, nobody knows whether it committed. */
  readonly surprise: number;
  readonly commitFailure: number;
  readonly commitUnknown: number;
  /** Chance of each batch to find the market locked or opened again, and the index price away or back. */
  readonly lockChange: number;
  readonly indexChange: number;
  /** Longest times. */
  readonly delayMax: number;
  readonly lockMax: number;
  readonly syncMax: number;
  readonly batchMax: number;
  readonly queueMax: number;
};

export const simOwnersMax = 7;

/** Every seed has its own mix: some have only lost messages, some everything at once. */
export function drawWeather(random: Random): Weather {
  const chance = (most: number): number => (random.chance(0.3) ? 0 : random.next() * random.next() * most);
  const upTo = (most: number): number => 1 + random.below(most);
  const owners = 2 + random.below(simOwnersMax - 1);
  const lot = random.pick([1, 1, 1, 5]);
  const tick = random.pick([1, 1, 1, 2]);
  const amountMax = random.pick([20, 200, 500]);
  const baseUnits = random.pick([1, 1, 10, 1000]);
  const quoteUnits = random.pick([1, 1, 7, 100]);
  const price = 100 + random.below(200);
  const fees = (): number[] =>
    Array.from({ length: owners }, () => random.pick([0, 1, 333, 1000, 2000, 33_333, 100_000]));
  return {
    rules: {
      tick: toPrice(tick),
      lot: toAmount(lot),
      totalMin: toTotal(upTo(300)),
      totalMax: toTotal(price * lot * amountMax * random.pick([1, 3, 3])),
      bandPpm: random.pick([20_000, 200_000, 500_000]),
      givePpm: random.pick([20_000, 100_000, 500_000]),
      slippagePpm: random.pick([5_000, 20_000, 50_000]),
      openOrdersMax: random.pick([5, 20, 200]),
    },
    // Small units make dust, and dust is where rounding goes wrong.
    terms: { baseUnits: BigInt(baseUnits), quoteUnits: BigInt(quoteUnits) },
    baseUnits,
    quoteUnits,
    owners,
    clients: 1 + upTo(15),
    price,
    spread: 2 + random.below(9),
    amountMax,
    makerPpm: fees(),
    takerPpm: fees(),
    requestLoss: chance(0.2),
    answerLoss: chance(0.2),
    doubling: chance(0.3),
    keyReuse: chance(0.1),
    engineRest: random.pick([0, 0, 1000, 3000, 10_000]),
    databaseRest: random.pick([0, 0, 1000, 3000, 10_000]),
    surprise: chance(0.3),
    commitFailure: chance(0.1),
    commitUnknown: chance(0.03),
    lockChange: chance(0.05),
    indexChange: chance(0.05),
    delayMax: upTo(20),
    lockMax: upTo(20),
    syncMax: upTo(80),
    batchMax: upTo(16),
    queueMax: 4 + random.below(20),
  };
}
