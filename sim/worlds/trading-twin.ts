/**
 * What must come of a command, by slow and plain rules of its own: a sorted list for each side of the book, and a balance
 * for each account. It shares no code with the product, only the words; and it counts in plain numbers, which are exact here
 * because nobody in this world is that rich.
 */
import type { OpenOrder, Side } from '@marigold/matching/order';
import type { NewOrder, TradeAccount } from '@marigold/trading/order';

import { type PostingAsset, balanceIndex } from './trading-database.ts';
import type { Weather } from './trading-weather.ts';

/** One meeting with an order of the book. */
/** The twin counts with plain numbers, as somebody would who knows nothing of the book. */
export type PlainOrder = Omit<OpenOrder, 'price' | 'left'> & {
  readonly price: number;
  readonly left: number;
};
export type Meeting = { readonly maker: PlainOrder; readonly amount: number };

export type Twin = {
  readonly bids: PlainOrder[];
  readonly asks: PlainOrder[];
  /** By account. */
  readonly units: number[];
};

export function createTwin(orders: readonly PlainOrder[], units: readonly number[]): Twin {
  const twin: Twin = { bids: [], asks: [], units: units.slice() };
  for (const order of orders) insert(sideOf(twin, order.side), order);
  return twin;
}

export function copyTwin({ bids, asks, units }: Twin): Twin {
  return { bids: bids.slice(), asks: asks.slice(), units: units.slice() };
}

export function sideOf(twin: Twin, side: Side): PlainOrder[] {
  return side === 'buy' ? twin.bids : twin.asks;
}

/** Whom an order with this limit (none: whoever comes) meets, in the order in which they must be served. */
export function meetings(twin: Twin, order: NewOrder): Meeting[] {
  const met: Meeting[] = [];
  let left = order.amount ?? Infinity;
  for (const maker of sideOf(twin, order.side === 'buy' ? 'sell' : 'buy')) {
    if (left === 0 || maker.owner === order.owner) break;
    if (order.price !== undefined && !crosses(order.side, order.price, maker.price)) break;
    const amount = Math.min(left, maker.left);
    met.push({ maker, amount });
    left -= amount;
  }
  return met;
}

/** Does to the book and the balances what these meetings and this rest must do. */
export function placeOnTwin(
  twin: Twin,
  order: NewOrder,
  met: readonly Meeting[],
  open: number,
  weather: Weather,
): void {
  const makers = sideOf(twin, order.side === 'buy' ? 'sell' : 'buy');
  for (const { maker, amount } of met) {
    exchange(twin, order, maker, amount, weather);
    if (amount === maker.left) makers.shift();
    else makers[0] = { ...maker, left: maker.left - amount };
  }
  if (open === 0 || order.price === undefined) return;
  const { number, owner, side, price } = order;
  insert(sideOf(twin, side), { number, owner, side, price, left: open });
  holdBack(twin, { number, owner, side, price, left: open }, weather, 1);
}

/** Takes an order off the book and gives back what it had set aside; undefined when there is none. */
export function takeOff(twin: Twin, number: number, weather: Weather): PlainOrder | undefined {
  for (const side of [twin.bids, twin.asks]) {
    const at = side.findIndex((order) => order.number === number);
    const order = side[at];
    if (order === undefined) continue;
    side.splice(at, 1);
    holdBack(twin, order, weather, -1);
    return order;
  }
  return undefined;
}

/** What an order in the book has set aside. */
export function heldOf({ side, price, left }: PlainOrder, { baseUnits, quoteUnits }: Weather): number {
  return side === 'buy' ? price * left * quoteUnits : left * baseUnits;
}

/** Rounded up to a whole unit. */
export function twinFeeOf(received: number, ppm: number): number {
  return Math.floor((received * ppm + 999_999) / 1_000_000);
}

function exchange(twin: Twin, taker: NewOrder, maker: PlainOrder, amount: number, weather: Weather): void {
  const base = amount * weather.baseUnits;
  const quote = amount * maker.price * weather.quoteUnits;
  const isBuy = taker.side === 'buy';
  const [buyer, seller] = isBuy ? [taker.owner, maker.owner] : [maker.owner, taker.owner];
  const baseFee = twinFeeOf(base, (isBuy ? weather.takerPpm : weather.makerPpm)[buyer] ?? 0);
  const quoteFee = twinFeeOf(quote, (isBuy ? weather.makerPpm : weather.takerPpm)[seller] ?? 0);
  const add = (account: TradeAccount, asset: PostingAsset, units: number): void => {
    const at = balanceIndex(weather.owners, account, asset);
    twin.units[at] = (twin.units[at] ?? 0) + units;
  };
  add({ kind: isBuy ? 'available' : 'order', owner: buyer }, 'quote', -quote);
  add({ kind: isBuy ? 'order' : 'available', owner: seller }, 'base', -base);
  add({ kind: 'available', owner: buyer }, 'base', base - baseFee);
  add({ kind: 'available', owner: seller }, 'quote', quote - quoteFee);
  add({ kind: 'fee' }, 'base', baseFee);
  add({ kind: 'fee' }, 'quote', quoteFee);
}

function holdBack(twin: Twin, order: PlainOrder, weather: Weather, sign: 1 | -1): void {
  const asset = order.side === 'buy' ? 'quote' : 'base';
  const units = sign * heldOf(order, weather);
  const from = balanceIndex(weather.owners, { kind: 'available', owner: order.owner }, asset);
  const to = balanceIndex(weather.owners, { kind: 'order', owner: order.owner }, asset);
  twin.units[from] = (twin.units[from] ?? 0) - units;
  twin.units[to] = (twin.units[to] ?? 0) + units;
}

/** Better prices first, and who came first among equals. */
function insert(side: PlainOrder[], order: PlainOrder): void {
  let at = side.length;
  for (; at > 0; at -= 1) {
    const before = side[at - 1];
    if (before === undefined || isServedBefore(before, order)) break;
  }
  side.splice(at, 0, order);
}

function isServedBefore(one: PlainOrder, other: PlainOrder): boolean {
  if (one.price === other.price) return one.number < other.number;
  return one.side === 'buy' ? one.price > other.price : one.price < other.price;
}

function crosses(side: Side, limit: number, price: number): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}
