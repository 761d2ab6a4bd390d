import { mulDivCeil } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';

const million = 1_000_000;

/** The fee on what somebody receives, rounded up against who pays it, and never more than there is. */
export function feeCeil(received: bigint, ppm: number): bigint {
  assert(Number.isInteger(ppm) && ppm >= 0 && ppm <= million, 'a fee is between nothing and everything');
  return mulDivCeil(received, BigInt(ppm), BigInt(million));
}
