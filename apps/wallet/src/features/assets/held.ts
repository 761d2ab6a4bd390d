/** What the money on hold is held for: transfers under way and orders on the book. Pure: money in bigint, decimals as text. */
import type { Bill } from '@marigold/contract/calls/bill';
import type { Order } from '@marigold/contract/calls/trade';
import { formatUnits, parseUnits } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';

type HeldOrders = {
  /** The market that they stand in. */
  readonly symbol: string;
  readonly count: number;
  /** A decimal string, like every amount here. */
  readonly amount: string;
};

export type Holders = {
  readonly transfers: readonly Pick<Bill, 'id' | 'amount' | 'time'>[];
  /** A row per market, in the order of the newest order in each. */
  readonly orders: readonly HeldOrders[];
  /** What neither of them holds; undefined where nothing is left. */
  readonly rest: string | undefined;
};

type HeldBalance = { readonly currency: string; readonly scale: number; readonly held: string };

/**
 * Shares out what is held of one asset among its transfers and the open orders. A transfer is held until it is final,
 * which is after its bill is over: that is the rest.
 */
export function holdersOf(
  { currency, scale, held }: HeldBalance,
  transfers: readonly Pick<Bill, 'id' | 'amount' | 'time' | 'status'>[],
  open: readonly Pick<Order, 'symbol' | 'held' | 'heldCurrency'>[],
): Holders {
  const units = (decimal: string) => unitsOf(decimal, scale);
  const running = transfers.filter(({ status }) => status !== 'success' && status !== 'failed');
  const markets = new Map<string, { count: number; sum: bigint }>();
  for (const order of open) {
    const sum = order.heldCurrency === currency ? units(order.held) : 0n;
    if (sum === 0n) continue;
    const before = markets.get(order.symbol) ?? { count: 0, sum: 0n };
    markets.set(order.symbol, { count: before.count + 1, sum: before.sum + sum });
  }
  const ofTransfers = running.reduce((sum, { amount }) => sum + units(amount), 0n);
  const ofOrders = [...markets.values()].reduce((sum, one) => sum + one.sum, 0n);
  const rest = units(held) - ofTransfers - ofOrders;
  return {
    transfers: running.map(({ id, amount, time }) => ({ id, amount, time })),
    orders: [...markets].map(([symbol, { count, sum }]) => ({
      symbol,
      count,
      amount: formatUnits(sum, scale),
    })),
    // Below zero one of the three reads is a moment older than the others.
    rest: rest > 0n ? formatUnits(rest, scale) : undefined,
  };
}

function unitsOf(decimal: string, scale: number): bigint {
  const units = parseUnits(decimal, scale);
  assert(units !== undefined, `what is held has at most ${scale} decimals`);
  return units;
}
