/** What a transaction should pay for being mined. Pure: the market comes in, terms go out. */
import type { FeeTerms } from '@marigold/chain/port';

/** What the next block asks for, in the native coin for each unit of gas. */
export interface FeeMarket {
  /** The part that is burned; it may double before a transaction on new terms waits. */
  readonly base: bigint;
  readonly tip: bigint;
}

/** Nodes measure the gas of a call as it would run now; a token may ask for a little more when it is mined. */
export function gasWithRoom(measured: bigint): bigint {
  return (measured * 12n + 9n) / 10n;
}

export function termsAt({ base, tip }: FeeMarket, gas: bigint): FeeTerms {
  return { gas, feeMax: 2n * base + tip, tip };
}

/** Nodes take a replacement only where both fees are a tenth higher at least; below the market it would wait as before. */
export function termsToReplace(before: FeeTerms, market: FeeMarket): FeeTerms {
  const fresh = termsAt(market, before.gas);
  const tip = larger(tenthMore(before.tip), fresh.tip);
  return { gas: before.gas, feeMax: larger(tenthMore(before.feeMax), fresh.feeMax, tip), tip };
}

/** No block takes it while the base is above what it pays at most. */
export function waitsInVain(fee: FeeTerms, { base }: FeeMarket): boolean {
  return fee.feeMax < base;
}

/** Rounded up, and never the same: a tenth of nothing is nothing. */
function tenthMore(before: bigint): bigint {
  return before === 0n ? 1n : (before * 110n + 99n) / 100n;
}

function larger(...values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}
