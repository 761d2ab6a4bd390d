/** What is foretold of a fee is what is taken: the answer of an estimate beside the clearing, on one book. */
import type { MarketRules } from '@marigold/matching/order';
import { parseUnits } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';
import { meant } from '@marigold/money/testing/plain';
import { seedProperties } from '@marigold/money/testing/property-seed';
import { createClearing } from '@marigold/trading/clearing';
import type { NewOrder } from '@marigold/trading/order';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { MarketRow } from '../../market/registry.ts';
import type { EstimateRequest } from '../port.ts';
import { estimateAnswer } from './estimate-answer.ts';

seedProperties();

const rules = meant<MarketRules>({
  tick: 1,
  lot: 1,
  totalMin: 1,
  totalMax: 1_000_000,
  bandPpm: 900_000,
  givePpm: 900_000,
  slippagePpm: 500_000,
  openOrdersMax: 50,
});
const ppm = fc.constantFrom(0, 1, 1000, 1500, 333_333, 1_000_000);
const amount = fc.integer({ min: 1, max: 60 });
const side = fc.constantFrom('buy' as const, 'sell' as const);
const makers = fc.array(fc.record({ price: fc.integer({ min: 95, max: 105 }), amount }), {
  minLength: 1,
  maxLength: 6,
});
const taker = fc.record({ side, amount, byTotal: fc.boolean(), takerPpm: ppm, makerPpm: ppm });
/** Units of one step: coarse ones leave a rest in every fee, fine ones in none. */
const terms = fc.record({
  baseUnits: fc.constantFrom(1n, 1000n),
  quoteUnits: fc.constantFrom(1n, 7n, 10n ** 6n),
});
const scale = 8;

it('a market order pays the fee that was foretold, and of several fills at most a unit more for each after the first', () => {
  fc.assert(
    fc.property(makers, taker, terms, (standing, requested, units) => {
      const clearing = createClearing({ rules, state: 'enabled', terms: units });
      const { makerPpm, takerPpm } = requested;
      const common = { index: 100, makerPpm, takerPpm } as const;
      const otherSide = requested.side === 'buy' ? 'sell' : 'buy';
      for (const [at, maker] of standing.entries()) {
        const order = {
          ...maker,
          side: otherSide,
          type: 'limit',
          timeInForce: 'gtc',
          total: undefined,
        } as const;
        clearing.place(meant<NewOrder>({ ...common, ...order, number: at + 1, owner: 1 }), 10n ** 30n);
      }
      const order = meant<NewOrder>({
        ...common,
        number: 100,
        owner: 2,
        side: requested.side,
        type: 'market',
        timeInForce: 'ioc',
        price: undefined,
        amount: requested.byTotal ? undefined : requested.amount,
        total: requested.byTotal ? requested.amount * 100 : undefined,
      });
      const estimate = clearing.market.estimate(order);
      const placed = clearing.place(order, 10n ** 30n);
      fc.pre(!('kind' in estimate));
      assert(placed.kind === 'placed', 'what can be foretold is placed');
      const market = {
        terms: units,
        baseScale: scale,
        quoteScale: scale,
        priceDecimals: 0,
        amountDecimals: 0,
      };
      const request = { side: requested.side } as EstimateRequest;
      const answer = estimateAnswer(market as MarketRow, request, estimate, { makerPpm, takerPpm });
      const foretold = parseUnits(answer.fee, scale) ?? -1n;
      const taken = placed.order.feeUnits;
      expect(placed.order.filled).toBe(estimate.filled);
      expect(taken - foretold).toBeGreaterThanOrEqual(0n);
      expect(taken - foretold).toBeLessThanOrEqual(BigInt(placed.fills.length - 1));
    }),
    { numRuns: 500 },
  );
});
