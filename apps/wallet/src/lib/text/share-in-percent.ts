/** Apart from format.ts: it needs whole units, and no first screen does. */
import { formatUnits } from '@marigold/money/amount';
import { getDecimal } from '@marigold/money/decimal';

import { percentText } from './format.ts';

/** A percent is a share of one with its point moved by so many places. */
const percentScale = 2;

/** A share of one in percent: `0.015` is 1.5 %. */
export function shareInPercent(share: string): string {
  const { digits, scale } = getDecimal(share);
  const missing = Math.max(0, percentScale - scale);
  return percentText(formatUnits(digits * 10n ** BigInt(missing), scale + missing - percentScale));
}
