/** What an order and a fill look like: their colours, how far they are, what became of them. Pure. */
import type { Bill } from '@marigold/contract/calls/bill';
import type { Fill, Order } from '@marigold/contract/calls/trade';
import { assetsOf } from '@marigold/contract/rules/pair';
import { writeDecimal } from '@marigold/money/amount';
import { digitsAt, getDecimal } from '@marigold/money/decimal';

/** The colour of a side in whatever scheme the reader chose. */
export function orderTone(side: Order['side']): 'up' | 'down' {
  return side === 'buy' ? 'up' : 'down';
}

/** How much of an order is done, in whole percent, rounded down: 100 means that nothing is left. */
export function filledPercent({ filled, filledTotal, amount, total, status }: Order): number {
  if (status === 'done') return 100;
  const [part, whole] = amount === null ? [filledTotal, total] : [filled, amount];
  const wholeUnits = unitsOf(whole ?? '0');
  return wholeUnits === 0n ? 0 : Number((unitsOf(part) * 100n) / wholeUnits);
}

const unitDecimals = 18;

/** A decimal string as a whole number of the smallest unit that any amount has. */
function unitsOf(decimal: string): bigint {
  return digitsAt(getDecimal(decimal), unitDecimals);
}

export type OrderState = 'open' | 'partly' | 'filled' | 'cancelled' | 'partlyCancelled';

/** Partial fills are a quantity and no status (domain.md B.11); people are told of them all the same. */
export function orderStateLook({ status, filled }: Pick<Order, 'status' | 'filled'>): OrderState {
  const hasFills = /[1-9]/.test(filled);
  if (status === 'done') return 'filled';
  if (status === 'wait') return hasFills ? 'partly' : 'open';
  return hasFills ? 'partlyCancelled' : 'cancelled';
}

/** What a fill brought in: the amount of a buy, the total of a sell, without the fee. The ticker stands beside it. */
export function receivedOf({ side, symbol, amount, total, fee }: Fill): {
  readonly received: string;
  readonly currency: string;
} {
  const { base, quote } = assetsOf(symbol);
  const whole = side === 'buy' ? amount : total;
  const units = unitsOf(whole) - unitsOf(fee);
  return {
    received: writeDecimal({ digits: units < 0n ? 0n : units, scale: unitDecimals }),
    currency: side === 'buy' ? base : quote,
  };
}

/** Whether the bill of a trade belongs to a buy or a sell: quote goes out and base comes in of a buy; back comes what went out. */
export function sideOfBill({
  symbol,
  type,
  currency,
  direction,
}: Pick<Bill, 'type' | 'currency' | 'direction'> & { readonly symbol: string }): Order['side'] {
  const isBase = currency === assetsOf(symbol).base;
  const isGiven = direction === 'out' || type === 'CURRENCY_TRADE_RECOVERY';
  return isBase === isGiven ? 'sell' : 'buy';
}
