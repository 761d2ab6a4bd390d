import { toTotal } from '@marigold/money/steps';
import { meant } from '@marigold/money/testing/plain';
import { expect, it } from 'vitest';

import type { MarketRow } from '../../market/registry.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import { estimateAnswer } from './estimate-answer.ts';

/** Prices of two decimals, amounts of three, units of eight each. */
const market = {
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 2,
  amountDecimals: 3,
  baseScale: 8,
  quoteScale: 8,
  terms: { baseUnits: 100_000n, quoteUnits: 1000n },
} as MarketRow;
const rates = { makerPpm: 0, takerPpm: 1 };
const estimate = meant<Estimated>({ filled: 1, filledTotal: 333, best: 333, worst: 333, isWhole: true });

it('the fee of a market order is foretold as it is taken: rounded up, on what is received', () => {
  expect(estimateAnswer(market, { side: 'sell' } as EstimateRequest, estimate, rates)).toMatchObject({
    fee: '0.00000001',
    feeCurrency: 'USDT',
    receive: '0.00332999',
  });
  const one = { ...estimate, filledTotal: toTotal(332) };
  expect(estimateAnswer(market, { side: 'buy' } as EstimateRequest, one, rates)).toMatchObject({
    fee: '0.00000001',
    feeCurrency: 'BTC',
    receive: '0.00099999',
  });
});
