/** What an order would meet in the book now, as its owner reads it. Pure. */
import { formatUnits } from '@marigold/money/amount';
import { divideHalfUp } from '@marigold/money/division';
import { feeCeil } from '@marigold/money/fee';
import type { Price } from '@marigold/money/steps';
import { baseOf, quoteOf } from '@marigold/trading/worth';

import type { MarketRow } from '../../market/registry.ts';
import { amountText, averageFloor, plainPriceText, plainTotalText } from '../../market/steps.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import type { FeeRates } from '../rules.ts';

/** What was taken of an order at once. */
export function takenText(market: MarketRow, match: Pick<Estimated, 'filled' | 'filledTotal'>) {
  return {
    filled: amountText(market, match.filled),
    filledTotal: plainTotalText(market, match.filledTotal),
    average: averageFloor(market, match),
  };
}

/** What is taken at once pays the rate of takers on what is received, rounded up. */
export function estimateAnswer(
  market: MarketRow,
  order: EstimateRequest,
  estimate: Estimated,
  { takerPpm }: FeeRates,
) {
  const { filled, filledTotal, best, worst, isWhole } = estimate;
  const isBuy = order.side === 'buy';
  const [units, scale] = isBuy
    ? [baseOf(filled, market.terms), market.baseScale]
    : [quoteOf(filledTotal, market.terms), market.quoteScale];
  const fee = feeCeil(units, takerPpm);
  return {
    ...takenText(market, estimate),
    worst: worst === undefined ? null : plainPriceText(market, worst),
    slippagePercent: best === undefined ? '0' : slippageHalfUp(best, { filled, filledTotal }),
    fee: formatUnits(fee, scale),
    feeCurrency: isBuy ? market.base : market.quote,
    receive: formatUnits(units - fee, scale),
    isWhole,
  };
}

/** How far the average lies from the best price, two decimals. */
function slippageHalfUp(
  best: Price,
  { filled, filledTotal }: Pick<Estimated, 'filled' | 'filledTotal'>,
): string {
  const atBest = BigInt(best) * BigInt(filled);
  const apart = BigInt(filledTotal) - atBest;
  return divideHalfUp(String((apart < 0n ? -apart : apart) * 100n), String(atBest), 2);
}
