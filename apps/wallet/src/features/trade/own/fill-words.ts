/** The sentences by which screen readers hear of own fills. Pure. */
import type { Market, Side } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';
import { parseDecimal } from '@marigold/money/decimal';

import type { LiveEvent } from '../../../lib/live/own-channel.ts';
import { coinText } from '../../../lib/text/format.ts';
import type { Say } from '../../../lib/text/i18n.ts';
import { totalOfOrder } from '../form/order-math.ts';

/** So much of an own order was filled just now, in the base asset. */
export type FillEvent = {
  readonly symbol: string;
  readonly orderId: string;
  readonly side: Side;
  readonly amount: string;
  /** True for the fill that completes its order. */
  readonly isWhole: boolean;
};

/** The door for hints: undefined for every other event, and for one that does not say all of it. */
export function readFill(event: LiveEvent): FillEvent | undefined {
  if (event.event !== 'fill') return undefined;
  const { symbol, id, side, amount, status } = event.hints;
  if (typeof symbol !== 'string' || typeof id !== 'string') return undefined;
  if (side !== 'buy' && side !== 'sell') return undefined;
  if (typeof amount !== 'string' || parseDecimal(amount) === undefined) return undefined;
  return { symbol, orderId: id, side, amount, isWhole: status === 'done' };
}

/** What some fills of one market came to: at most three sentences, however many there were. */
export function fillsText(
  t: Say,
  market: Pick<Market, 'symbol' | 'base'>,
  fills: readonly FillEvent[],
): string {
  const pair = pairText(market.symbol);
  const amountOf = (wanted: Side) => {
    const amounts = fills.filter(({ side }) => side === wanted).map(({ amount }) => amount);
    return amounts.length === 0 ? undefined : coinText(totalOfOrder(amounts), market.base);
  };
  const [bought, sold] = [amountOf('buy'), amountOf('sell')];
  const count = new Set(fills.filter(({ isWhole }) => isWhole).map(({ orderId }) => orderId)).size;
  return [
    ...(bought === undefined ? [] : [t('trade.filled.bought', { pair, amount: bought })]),
    ...(sold === undefined ? [] : [t('trade.filled.sold', { pair, amount: sold })]),
    ...(count === 0 ? [] : [t('trade.filled.whole', { count })]),
  ].join(' ');
}
