/** The one formula of trading fees: what the engine takes, what the server estimates and what the form foretells. */
import { formatUnitsTrimmed, mulDivCeil, parseUnits } from './amount.ts';
import { assert } from './assert.ts';

const million = 1_000_000;
/** A millionth is a percent with four decimals. */
const percentDecimals = 4;

/**
 * The fee on what somebody receives, rounded up against who pays it, and never more than there is. Rounded up to whole
 * grains where it is foretold in coarser units than it is counted in.
 */
export function feeCeil(received: bigint, ppm: number, grain = 1n): bigint {
  assert(Number.isInteger(ppm) && ppm >= 0 && ppm <= million, 'a fee is between nothing and everything');
  const exact = mulDivCeil(received, BigInt(ppm), BigInt(million));
  return grain === 1n ? exact : mulDivCeil(exact, 1n, grain) * grain;
}

/**
 * Millionths as a percent, a decimal string: a rate of fees with two decimals at least (0.10 for a thousandth), the rules
 * of a market and what refusals say of them with none that says nothing (`decimalsMin` 0: 0.1).
 */
export function percentOfPpm(ppm: number, decimalsMin = 2): string {
  return formatUnitsTrimmed(BigInt(ppm), percentDecimals, decimalsMin);
}

/** The other way round, from what percentOfPpm wrote. */
export function ppmOfPercent(percent: string): number {
  const ppm = parseUnits(percent, percentDecimals);
  assert(ppm !== undefined, 'a rate has at most four decimals of a percent');
  return Number(ppm);
}
