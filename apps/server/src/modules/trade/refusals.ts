import type { Side } from '@marigold/contract/calls/market';
import type { estimateOrder, submitOrder } from '@marigold/contract/calls/trade';
/** How a market's "no" is said: its code, the field it stands at, and the values that explain it. */
import type { RefusalFacts, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import type { Reason } from '@marigold/matching/order';
import { percentOfPpm } from '@marigold/money/fee';
import { noPrice, type Price } from '@marigold/money/steps';

import type { MarketRow } from '../market/registry.ts';
import { amountText, plainPriceText, plainTotalText } from '../market/steps.ts';
import type { EstimateRequest } from './port.ts';

export type OrderNo = Refusal<RefusalOf<typeof submitOrder>>;
export type EstimateNo = Refusal<RefusalOf<typeof estimateOrder>>;

type Subject = { readonly market: MarketRow; readonly order: Pick<EstimateRequest, 'total' | 'side'> };

export function refusalOf(
  reason: Reason | 'insufficient_balance',
  subject: Subject & { readonly index: Price | undefined },
): OrderNo {
  const { market } = subject;
  switch (reason) {
    case 'market_closed':
      return new Refusal(reason, {}, 'symbol');
    case 'price_too_fine':
    case 'amount_too_fine':
      return tooFine(reason, market);
    case 'total_below_minimum':
      return outOfBounds(reason, subject);
    case 'total_above_maximum':
      return outOfBounds(reason, subject);
    case 'price_outside_band':
      return new Refusal(reason, bandOf(market, subject.index ?? noPrice, subject.order.side), 'price');
    case 'book_outside_band':
      return new Refusal(reason, { percent: percentOfPpm(market.givePpm, 0) });
    case 'open_orders_full':
      return new Refusal(reason, { max: market.openOrdersMax });
    default:
      return new Refusal(reason);
  }
}

export function tooFine<Code extends 'price_too_fine' | 'amount_too_fine' | 'total_too_fine'>(
  code: Code,
  market: MarketRow,
): Refusal<Code> {
  const { base, quote } = market;
  if (code === 'price_too_fine')
    return new Refusal(code, { step: plainPriceText(market, market.tick), currency: quote }, 'price');
  if (code === 'amount_too_fine')
    return new Refusal(code, { step: amountText(market, market.lot), currency: base }, 'amount');
  return new Refusal(code, { step: plainTotalText(market, 1n), currency: quote }, 'total');
}

export function outOfBounds<Code extends 'total_below_minimum' | 'total_above_maximum'>(
  code: Code,
  { market, order }: Subject,
): Refusal<Code> {
  const currency = market.quote;
  const field = order.total === undefined ? 'amount' : 'total';
  return code === 'total_below_minimum'
    ? new Refusal(code, { min: plainTotalText(market, market.totalMin), currency }, field)
    : new Refusal(code, { max: plainTotalText(market, market.totalMax), currency }, field);
}

/** The prices that are near enough to the index for this side, whole ticks inwards. */
function bandOf(market: MarketRow, index: Price, side: Side): RefusalFacts {
  const [tick, middle] = [BigInt(market.tick), BigInt(index)];
  const [below, above] = side === 'buy' ? [market.bandPpm, market.givePpm] : [market.givePpm, market.bandPpm];
  const million = 1_000_000n;
  const low = middle * (million - BigInt(below));
  const high = middle * (million + BigInt(above));
  const lowTicks = (low + million * tick - 1n) / (million * tick);
  return {
    low: plainPriceText(market, lowTicks * tick),
    high: plainPriceText(market, (high / (million * tick)) * tick),
    currency: market.quote,
  };
}
