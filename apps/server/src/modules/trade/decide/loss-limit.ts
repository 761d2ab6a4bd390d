/** How much somebody may give away in a market within a day: a part of what he is worth, and what he allowed with a code. */
import { parseUnits, scaleMax, valueFloor } from '@marigold/money/amount';
import { plus } from '@marigold/money/brand';

import type { MarketRow } from '../../market/registry.ts';
import { totalTextFloor } from '../../market/steps.ts';
import { type Cents, type FreshRates, noCents } from '../../rate/worth.ts';

const fiatScale = 2;

/** What somebody may give away in all, and how much more one code allows; in price steps times amount steps. */
export type LossLimit = { readonly limit: number; readonly more: number };

export type LossTerms = Pick<
  MarketRow,
  'quote' | 'priceDecimals' | 'amountDecimals' | 'lossPercent' | 'lossUsd'
>;

/**
 * In price steps times amount steps: `lossUsd` of the market, or `lossPercent` of the worth in cents where that is more.
 * 0 where nobody knows what the quote asset is worth: then an order gives away nothing.
 */
export function lossLimit(market: LossTerms, worth: Cents, quoteUsd: string | undefined): number {
  const rate = quoteUsd === undefined ? undefined : parseUnits(quoteUsd, scaleMax);
  if (rate === undefined || rate <= 0n) return 0;
  const share = partFloor(worth, market.lossPercent);
  const floor = parseUnits(market.lossUsd, fiatScale) ?? 0n;
  const cents = share > floor ? share : floor;
  const decimals = market.priceDecimals + market.amountDecimals + scaleMax - fiatScale;
  return Number((cents * 10n ** BigInt(decimals)) / rate);
}

/** A percentage has four decimals at most; whole cents, rounded down. */
function partFloor(cents: bigint, percent: string): bigint {
  return (cents * (parseUnits(percent, 4) ?? 0n)) / 1_000_000n;
}

/** Units of one asset that somebody has, also in open orders. */
export type LossHolding = {
  readonly owner_id: string;
  readonly asset: string;
  readonly scale: number;
  readonly units: string;
};

/** What each of them has in all assets, in cents at the rates as last known. */
export function worthsOf(holdings: readonly LossHolding[], rates: FreshRates): ReadonlyMap<string, Cents> {
  const worths = new Map<string, Cents>();
  for (const { owner_id, asset, scale, units } of holdings) {
    const rate = rates.get(asset);
    if (rate === undefined) continue;
    const worth = valueFloor({ units: BigInt(units), scale, rate, fiatScale }) as Cents;
    worths.set(owner_id, plus(worths.get(owner_id) ?? noCents, worth));
  }
  return worths;
}

/** A sum in the quote asset as people read it: no more decimals than its size needs, rounded down. */
export function lossText(market: LossTerms, steps: number): string {
  const decimals = market.priceDecimals + market.amountDecimals;
  return totalTextFloor(market, BigInt(Math.floor(steps)), steps >= 10 ** decimals ? fiatScale : 6);
}
