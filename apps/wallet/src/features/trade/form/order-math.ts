/**
 * The arithmetic of an order form, exact: decimal strings in and out. What is worked out for a person never asks for more
 * than there is: amounts and totals are cut to what the market takes, fees are rounded up.
 */
import type { Level, Market, Side } from '@marigold/contract/calls/market';
import { formatUnits, mulDivCeil, mulDivFloor, writeDecimal } from '@marigold/money/amount';
import { digitsAt, getDecimal } from '@marigold/money/decimal';
import { feeCeil, ppmOfPercent } from '@marigold/money/fee';

export type OrderRules = Pick<
  Market,
  | 'priceDecimals'
  | 'amountDecimals'
  | 'tick'
  | 'lot'
  | 'totalMin'
  | 'totalMax'
  | 'bandPercent'
  | 'givePercent'
  | 'slippagePercent'
>;

/** The most decimals an asset has: fees are shown to the last of eight, as the ledger counts coins. */
const feeScale = 8;
const balanceScale = 18;
/** The engine's own bound. */
const lotsMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Exactly price times amount, without zeros at its end. */
export function totalOf(price: string, amount: string): string {
  const [first, second] = [getDecimal(price), getDecimal(amount)];
  return writeDecimal({ digits: first.digits * second.digits, scale: first.scale + second.scale });
}

/** The most of the base asset that an order at this price may be about: everything there is, cut to the lot. */
export function largestAmount(side: Side, price: string, available: string, rules: OrderRules): string {
  return side === 'sell' ? cutTo(available, rules.lot) : amountFor(available, price, rules);
}

/** What a total buys at a price, cut to the lot. */
export function amountFor(total: string, price: string, rules: OrderRules): string {
  const [has, one, lot] = [getDecimal(total), getDecimal(price), getDecimal(rules.lot)];
  const lotCost = one.digits * lot.digits;
  if (lotCost === 0n) return '0';
  const scale = Math.max(has.scale, one.scale + lot.scale);
  const lots = digitsAt(has, scale) / (lotCost * 10n ** BigInt(scale - one.scale - lot.scale));
  return writeDecimal({ digits: smaller(lots, lotsMax) * lot.digits, scale: lot.scale });
}

/** The total a market order may name: what there is, cut to the smallest step that a total has. */
export function largestTotal(available: string, rules: OrderRules): string {
  return cutTo(available, totalOf(rules.tick, rules.lot));
}

/** What so much of the base asset would cost or bring in this book, from the best level on; undefined for more than is there. */
export function worthInBook(levels: readonly Level[], amount: string): string | undefined {
  let left = digitsAt(getDecimal(amount), balanceScale);
  let worth = 0n;
  for (const [price, there] of levels) {
    const taken = smaller(left, digitsAt(getDecimal(there), balanceScale));
    worth += taken * digitsAt(getDecimal(price), balanceScale);
    left -= taken;
    if (left === 0n)
      return writeDecimal({ digits: worth / 10n ** BigInt(balanceScale), scale: balanceScale });
  }
  return undefined;
}

/** How much of the base asset a total buys in this book, from the best level on, cut to the lot. */
export function affordable(levels: readonly Level[], total: string, rules: OrderRules): string {
  let left = digitsAt(getDecimal(total), balanceScale);
  let amount = 0n;
  for (const [price, there] of levels) {
    const one = digitsAt(getDecimal(price), balanceScale);
    const units = digitsAt(getDecimal(there), balanceScale);
    const cost = mulDivCeil(units, one, 10n ** BigInt(balanceScale));
    if (cost > left) {
      amount += mulDivFloor(left, 10n ** BigInt(balanceScale), one);
      break;
    }
    amount += units;
    left -= cost;
  }
  return cutTo(formatUnits(amount, balanceScale), rules.lot);
}

/** So many percent of the largest, cut to a step. */
export function sharePart(largest: string, percent: number, step: string): string {
  const whole = getDecimal(largest);
  const scale = Math.max(whole.scale, getDecimal(step).scale);
  return cutTo(formatUnits((digitsAt(whole, scale) * BigInt(percent)) / 100n, scale), step);
}

/** How many percent of the largest this is, from 0 to 100. */
export function percentOf(part: string, largest: string): number {
  const [first, second] = [getDecimal(part), getDecimal(largest)];
  const scale = Math.max(first.scale, second.scale);
  const whole = digitsAt(second, scale);
  if (whole <= 0n) return 0;
  return Number(smaller((digitsAt(first, scale) * 100n) / whole, 100n));
}

/** The next or the previous multiple of a step; never below one step. */
export function stepFrom(value: string, step: string, direction: 1 | -1): string {
  const [from, one] = [getDecimal(value), getDecimal(step)];
  const scale = Math.max(from.scale, one.scale);
  const [units, by] = [digitsAt(from, scale), digitsAt(one, scale)];
  const below = (units / by) * by;
  const next = direction === 1 ? below + by : below === units ? units - by : below;
  return formatUnits(next < by ? by : next, scale);
}

/** The multiple of a step that is not above the value. */
export function cutTo(value: string, step: string): string {
  const [from, one] = [getDecimal(value), getDecimal(step)];
  const scale = Math.max(from.scale, one.scale);
  const [units, by] = [digitsAt(from, scale), digitsAt(one, scale)];
  return writeDecimal({ digits: (units / by) * by, scale });
}

export function isOnStep(value: string, step: string): boolean {
  return isSame(cutTo(value, step), value);
}

export function isSame(left: string, right: string): boolean {
  return compare(left, right) === 0;
}

/** Below, at or above zero as left is less than, equal to or more than right. */
export function compare(left: string, right: string): number {
  const [first, second] = [getDecimal(left), getDecimal(right)];
  const scale = Math.max(first.scale, second.scale);
  const difference = digitsAt(first, scale) - digitsAt(second, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export function isPositive(value: string): boolean {
  return /[1-9]/.test(value);
}

/**
 * The limit prices that the market takes now from one side, as multiples of the tick: far from the index where that is better
 * for the owner, near it where it is worse. Undefined without an index.
 */
export function bandOf(
  index: string | null,
  side: Side,
  { bandPercent, givePercent, tick }: OrderRules,
): { readonly low: string; readonly high: string } | undefined {
  if (index === null) return undefined;
  const middle = getDecimal(index);
  const width = (percent: string): bigint => {
    const { digits, scale } = getDecimal(percent);
    return mulDivFloor(middle.digits, digits, 100n * 10n ** BigInt(scale));
  };
  const [below, above] = side === 'buy' ? [bandPercent, givePercent] : [givePercent, bandPercent];
  const lowest = middle.digits - width(below);
  const low = formatUnits(lowest < 0n ? 0n : lowest, middle.scale);
  const cut = cutTo(low, tick);
  return {
    low: isSame(cut, low) && isPositive(cut) ? cut : stepFrom(low, tick, 1),
    high: cutTo(formatUnits(middle.digits + width(above), middle.scale), tick),
  };
}

/** The fee of what is received, rounded up, and what is left of it. */
export function estimatedFee(
  received: string,
  percent: string,
): { readonly fee: string; readonly net: string } {
  const whole = getDecimal(received);
  const scale = Math.max(whole.scale, feeScale);
  const units = digitsAt(whole, scale);
  const fee = feeCeil(units, ppmOfPercent(percent), 10n ** BigInt(scale - feeScale));
  return {
    fee: writeDecimal({ digits: fee, scale }),
    net: writeDecimal({ digits: units < fee ? 0n : units - fee, scale }),
  };
}

/** Whether a limit order at this price would meet the other side at once. */
export function crosses(
  side: Side,
  price: string,
  book: { bids: readonly Level[]; asks: readonly Level[] },
): boolean {
  const best = side === 'buy' ? book.asks[0] : book.bids[0];
  if (best === undefined) return false;
  return side === 'buy' ? compare(price, best[0]) >= 0 : compare(price, best[0]) <= 0;
}

/** Left minus right, where left is not the smaller one; zero for a crossed pair. */
export function differenceOf(left: string, right: string): string {
  const [first, second] = [getDecimal(left), getDecimal(right)];
  const scale = Math.max(first.scale, second.scale);
  const difference = digitsAt(first, scale) - digitsAt(second, scale);
  return formatUnits(difference < 0n ? 0n : difference, scale);
}

/** The sum of amounts, exact, without zeros at its end. */
export function totalOfOrder(amounts: readonly string[]): string {
  const parts = amounts.map(getDecimal);
  const scale = Math.max(0, ...parts.map((part) => part.scale));
  const sum = parts.reduce((units, part) => units + digitsAt(part, scale), 0n);
  return writeDecimal({ digits: sum, scale });
}

/** How far the higher price lies above the lower one, in percent with three decimals. */
export function percentBetween(low: string, high: string): string {
  const distance = getDecimal(differenceOf(high, low));
  const whole = digitsAt(getDecimal(high), distance.scale);
  return whole === 0n ? '0' : formatUnits((distance.digits * 100_000n) / whole, 3);
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
