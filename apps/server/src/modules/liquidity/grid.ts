/**
 * What should stand in the demo book: a rung at each price of a fixed grid near the index, its place and size drawn by
 * seed. When the index moves, rungs at the ends go and come and the others stay, so that few commands follow it.
 */
import type { Side } from '@marigold/contract/calls/market';
import { type Amount, type Price, toAmount, toPrice } from '@marigold/money/steps';

import { drawn } from '../market/index-price/demo.ts';
import type { MarketRow } from '../market/registry.ts';

/** Rungs of each side. */
export const rungsPerSide = 15;
/** So many beyond that may stay before they are taken away. */
const rungsSpare = 3;
/** Grid lines lie at least so many millionths of the price apart, give or take a round number. */
const stepPpm = 400;
/** No rung is put nearer to the index than this share of a step, and none stays nearer than that of the next. */
const nearest = 0.35;
const nearestStaying = 0.1;
/** How far a rung may stand above its grid line, as share of a step. */
const jitter = 0.6;
/** Size of a rung as share of the largest order of the market. */
const shareMin = 0.002;
const shareMore = 0.03;

type Rules = Pick<MarketRow, 'tick' | 'lot' | 'totalMin' | 'totalMax'>;

export type Rung = { readonly side: Side; readonly price: Price; readonly amount: Amount };

/** An order of the maker that stands in the book. */
export type Standing = { readonly orderId: string; readonly side: Side; readonly price: number };

export type Plan = { readonly cancels: readonly string[]; readonly places: readonly Rung[] };

/** Between two grid lines: 1, 2 or 5 times a power of ten ticks, two at least. */
export function stepOf({ tick }: Pick<Rules, 'tick'>, index: number): number {
  const ticks = (index * stepPpm) / 1e6 / tick;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, ticks))));
  const leading = ticks / power;
  return tick * Math.max(2, (leading >= 5 ? 5 : leading >= 2 ? 2 : 1) * power);
}

/** The rung of one grid line, or undefined where it would be too small or too large an order. */
function rungAt(
  { tick, lot, totalMin, totalMax }: Rules,
  { line, step, side, seed }: { line: number; step: number; side: Side; seed: number },
): Rung | undefined {
  const price = line * step + Math.floor((drawn(seed, 2 * line) * jitter * step) / tick) * tick;
  if (price <= 0) return undefined;
  const size = drawn(seed, 2 * line + 1);
  const total = totalMax * (shareMin + shareMore * size * size);
  const amount = Math.floor(total / price / lot) * lot;
  return price * amount < totalMin || price * amount > totalMax
    ? undefined
    : { side, price: toPrice(price), amount: toAmount(amount) };
}

/** The rungs of one side, the nearest first. */
function rungsOf(rules: Rules, index: number, seed: number, side: Side): readonly Rung[] {
  const step = stepOf(rules, index);
  const away = side === 'buy' ? -1 : 1;
  const rungs: Rung[] = [];
  const first = Math.floor(index / step);
  for (let lines = -1; rungs.length < rungsPerSide + rungsSpare && lines < 3 * rungsPerSide; lines += 1) {
    const rung = rungAt(rules, { line: first + away * lines, step, side, seed });
    if (rung !== undefined && (rung.price - index) * away >= nearest * step) rungs.push(rung);
  }
  return rungs;
}

/** What to cancel and what to place so that the book comes nearer to what should stand, within so many commands. */
export function planBook(
  rules: Rules,
  {
    index,
    seed,
    standing,
    commandsMax,
  }: {
    readonly index: number;
    readonly seed: number;
    readonly standing: readonly Standing[];
    readonly commandsMax: number;
  },
): Plan {
  const step = stepOf(rules, index);
  const sides = (['buy', 'sell'] as const).map((side) => {
    const away = side === 'buy' ? -1 : 1;
    const wanted = rungsOf(rules, index, seed, side);
    const known = new Set<number>(wanted.map(({ price }) => price));
    const isNear = ({ price }: Standing) => (price - index) * away < nearestStaying * step;
    const own = standing.filter((order) => order.side === side);
    const seen = new Set<number>();
    const leaving = own.filter((order) => {
      // A rung between `nearestStaying` and `nearest` stays where it is, though it would not be put there.
      const isWaiting = !known.has(order.price) && (order.price - index) * away < nearest * step;
      const isTwice = seen.has(order.price);
      seen.add(order.price);
      return isTwice || isNear(order) || (!known.has(order.price) && !isWaiting);
    });
    const places = wanted.slice(0, rungsPerSide).filter(({ price }) => !seen.has(price));
    return { leaving, places, isNear };
  });
  // What stands too near goes first: a move of the index must not find it there.
  const cancels = sides
    .flatMap(({ leaving, isNear }) => leaving.map((order) => ({ order, isUrgent: isNear(order) })))
    .toSorted((left, right) => Number(right.isUrgent) - Number(left.isUrgent))
    .map(({ order }) => order.orderId)
    .slice(0, commandsMax);
  // Both sides grow from the inside out.
  const [bids = [], asks = []] = sides.map(({ places }) => places);
  const places = Array.from({ length: rungsPerSide }, (_, place) => [bids[place], asks[place]])
    .flat()
    .filter((rung) => rung !== undefined)
    .slice(0, commandsMax - cancels.length);
  return { cancels, places };
}
