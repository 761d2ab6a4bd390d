/** Spec 9: number abbreviation for market volume, never for the user's own money (DESIGN.md 4). */
import { writeDecimal } from './amount.ts';
import { getDecimal } from './decimal.ts';

export type Abbreviation = { readonly decimal: string; readonly suffix: '' | 'K' | 'M' };

const decimalsMax = 3;

/**
 * Above 1,000 in K, above 1,000,000 in M, with up to 3 decimals, as parts so that a screen can localise the number.
 * The rest is cut, not rounded: 999,999.9 stays below 1000K. 1,000 itself and less are returned as written,
 * because cutting a small volume could show zero.
 */
export function abbreviateFloor(decimal: string): Abbreviation {
  const { digits, scale } = getDecimal(decimal);
  const magnitude = digits < 0n ? -digits : digits;
  const one = 10n ** BigInt(scale);
  if (magnitude <= 1_000n * one) return { decimal, suffix: '' };
  const step = magnitude <= 1_000_000n * one ? 1_000n : 1_000_000n;
  const cut = (magnitude * 10n ** BigInt(decimalsMax)) / (step * one);
  const text = writeDecimal({ digits: digits < 0n ? -cut : cut, scale: decimalsMax });
  return { decimal: text, suffix: step === 1_000n ? 'K' : 'M' };
}
