/** Between decimals, as people write them, and the engine's integers. */
import { formatUnitsTrimmed, parseUnits } from '@marigold/money/amount';
import type { Amount, Price, Total } from '@marigold/money/steps';

import type { MarketRow } from '../market/registry.ts';

type Decimals = Pick<MarketRow, 'priceDecimals' | 'amountDecimals'>;

export function priceText({ priceDecimals }: Decimals, price: Price | bigint): string {
  return formatUnitsTrimmed(BigInt(price), priceDecimals, 0);
}

export function amountText({ amountDecimals }: Decimals, amount: Amount | 0 | bigint): string {
  return formatUnitsTrimmed(BigInt(amount), amountDecimals, 0);
}

/** Of price times amount. */
export function totalText({ priceDecimals, amountDecimals }: Decimals, total: Total | 0 | bigint): string {
  return formatUnitsTrimmed(BigInt(total), priceDecimals + amountDecimals, 0);
}

/** What an average price has beyond the decimals of a price. */
const averageDecimals = 2;

/** What one is paid on average, cut after two decimals more than a price has; null while nothing was filled. */
export function averageFloor(
  { priceDecimals }: Decimals,
  { filled, filledTotal }: { readonly filled: Amount | 0 | bigint; readonly filledTotal: Total | 0 | bigint },
): string | null {
  if (BigInt(filled) === 0n) return null;
  const digits = (BigInt(filledTotal) * 10n ** BigInt(averageDecimals)) / BigInt(filled);
  return formatUnitsTrimmed(digits, priceDecimals + averageDecimals, priceDecimals);
}

const largest = BigInt(Number.MAX_SAFE_INTEGER);

/** The engine's integer of a decimal; says so where it has too many decimals, or is larger than any market takes. */
export function readSteps(text: string, decimals: number): number | 'too_fine' | 'too_large' {
  const steps = parseUnits(text, decimals);
  if (steps === undefined) return 'too_fine';
  return steps > largest ? 'too_large' : Number(steps);
}
