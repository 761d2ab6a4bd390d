/** Exact decimal strings without a known asset: rates, prices and displayed numbers, on bigint only. */
import { assert } from './assert.ts';

/** digits / 10^scale. */
export type Decimal = { readonly digits: bigint; readonly scale: number };

const signedSyntax = /^(-?)([0-9]{1,20})(?:\.([0-9]{1,18}))?$/;

/** The pieces of a decimal string as written: sign ('' or '-'), digits before and behind the point; else undefined. */
export function matchDecimal(
  text: string,
): { readonly sign: string; readonly integer: string; readonly decimals: string } | undefined {
  const match = signedSyntax.exec(text);
  if (match === null) return undefined;
  const [, sign = '', integer = '', decimals = ''] = match;
  return { sign, integer, decimals };
}

/** Reads a signed decimal string (at most 20 digits before and 18 behind the point); anything else is undefined. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = matchDecimal(text);
  if (match === undefined) return undefined;
  return { digits: BigInt(match.sign + match.integer + match.decimals), scale: match.decimals.length };
}

/** As parseDecimal, for strings that our own code or server made. */
export function getDecimal(text: string): Decimal {
  const decimal = parseDecimal(text);
  assert(decimal !== undefined, `"${text.slice(0, 60)}" is a decimal string`);
  return decimal;
}

/** The digits of a decimal at a scale that is not smaller than its own. */
export function digitsAt({ digits, scale }: Decimal, wantedScale: number): bigint {
  assert(wantedScale >= scale, 'a wider scale loses no digits');
  return digits * 10n ** BigInt(wantedScale - scale);
}
