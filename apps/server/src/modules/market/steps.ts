/** Between the engine's whole numbers and decimals: what a market tells, answers, refuses and reads is written here. */
import { formatUnits, formatUnitsTrimmed, parseUnits, writeDecimal } from '@marigold/money/amount';
import type { Amount, Price, Total } from '@marigold/money/steps';

import type { MarketRow } from './registry.ts';

type Decimals = Pick<MarketRow, 'priceDecimals' | 'amountDecimals'>;

/** So many steps of 10^-decimals with all decimals, as channels, charts and orders have them: 1234 at 2 is 12.34. */
export function formatSteps(steps: number | bigint, decimals: number): string {
  return formatUnits(BigInt(steps), decimals);
}

/** A price in sentences and answers, without zeros at its end. */
export function plainPriceText({ priceDecimals }: Decimals, price: Price | bigint): string {
  return writeDecimal({ digits: BigInt(price), scale: priceDecimals });
}

/** An amount of the base asset, likewise. */
export function amountText({ amountDecimals }: Decimals, amount: Amount | 0 | bigint): string {
  return writeDecimal({ digits: BigInt(amount), scale: amountDecimals });
}

/** Price times amount, likewise. */
export function plainTotalText(
  { priceDecimals, amountDecimals }: Decimals,
  total: Total | 0 | bigint,
): string {
  return writeDecimal({ digits: BigInt(total), scale: priceDecimals + amountDecimals });
}

/** Price times amount, cut to so many decimals: a sum of which the last digits say nothing. */
export function totalTextFloor(
  { priceDecimals, amountDecimals }: Decimals,
  total: bigint,
  decimalsMax: number,
): string {
  const scale = Math.min(priceDecimals + amountDecimals, decimalsMax);
  return writeDecimal({ digits: total / 10n ** BigInt(priceDecimals + amountDecimals - scale), scale });
}

/** What an average price has beyond the decimals of a price. */
const averageDecimals = 2;

/** What one is paid on average, cut after two decimals more than a price has; null while nothing was filled. */
export function averageFloor(
  { priceDecimals }: Pick<Decimals, 'priceDecimals'>,
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
