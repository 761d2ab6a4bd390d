/** Spec 9: conversion to the fiat on display. Estimates only: nothing is ever posted with these numbers. */
import { formatUnits, mulDivHalfUp } from './amount.ts';
import { digitsAt, getDecimal } from './decimal.ts';

const decimalsOut = 2;
const pairSyntax = /^[A-Z0-9]+_([A-Z0-9]+)$/;

/**
 * Amount times the rate of the currency behind the underscore of the pair key, to 2 decimals. The key is compared in
 * upper case: `btc_usdt` and `BTC_USDT` both look up `USDT`. Undefined when the key is no pair or the rate is not
 * known, so that a screen shows no estimate instead of a wrong one. To the nearest cent, because the nearest is the
 * least wrong estimate; a direction would add up over a list. The amount may be negative, a rate may not.
 */
export function convertByPairHalfUp(
  amount: string,
  pairKey: string,
  rates: Readonly<Record<string, string>>,
): string | undefined {
  const currency = pairSyntax.exec(pairKey.toUpperCase())?.[1];
  if (currency === undefined || !Object.hasOwn(rates, currency)) return undefined;
  const rate = getDecimal(rates[currency] ?? '');
  if (rate.digits < 0n) return undefined;
  const { digits, scale } = getDecimal(amount);
  const cents = mulDivHalfUp(digits, rate.digits * 100n, 10n ** BigInt(scale + rate.scale));
  return formatUnits(cents, decimalsOut);
}

/**
 * The same pair the other way: how much of the currency before the underscore an amount of the one behind it comes to.
 * Undefined as above, and at a rate of zero. `decimals`: a cent of a coin may be worth a fortune.
 */
export function convertBackByPairHalfUp(
  amount: string,
  pairKey: string,
  rates: Readonly<Record<string, string>>,
  decimals = decimalsOut,
): string | undefined {
  const currency = pairSyntax.exec(pairKey.toUpperCase())?.[1];
  if (currency === undefined || !Object.hasOwn(rates, currency)) return undefined;
  const rate = getDecimal(rates[currency] ?? '');
  if (rate.digits <= 0n) return undefined;
  const { digits, scale } = getDecimal(amount);
  const units = mulDivHalfUp(
    digits,
    10n ** BigInt(rate.scale + decimals),
    rate.digits * 10n ** BigInt(scale),
  );
  return formatUnits(units, decimals);
}

/** The change from one price to the next in percent, 2 decimals, to the nearest; undefined from a price of zero. */
export function percentChangeHalfUp(from: string, to: string): string | undefined {
  const before = getDecimal(from);
  const after = getDecimal(to);
  const scale = Math.max(before.scale, after.scale);
  const base = digitsAt(before, scale);
  if (base <= 0n) return undefined;
  return formatUnits(mulDivHalfUp(digitsAt(after, scale) - base, 10_000n, base), decimalsOut);
}
