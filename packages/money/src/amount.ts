/** Money in the program: whole units of one asset. Decimal strings exist only at the doors (wire, screen, entry). */
import { assert } from './assert.ts';
import type { Decimal } from './decimal.ts';

/** The most decimals an asset can have (decisions.md, "Amounts"). */
export const scaleMax = 18;
/** The most digits before the point; with the most decimals they fill the ledger's 38 digits exactly. */
export const integerDigitsMax = 20;

const decimalSyntax = /^([0-9]{1,20})(?:\.([0-9]{1,18}))?$/;

/**
 * Reads an unsigned decimal string into units of the given scale, exactly; undefined for anything else:
 * excess decimals (even zeros), signs, exponents, blanks, commas, digits other than 0-9, a bare point,
 * more than 20 digits before the point. Never rounds (protocol.md, "Answers": excess is refused).
 */
export function parseUnits(text: string, scale: number): bigint | undefined {
  assertScale(scale);
  const match = decimalSyntax.exec(text);
  if (match === null) return undefined;
  const [, integer = '', decimals = ''] = match;
  if (decimals.length > scale) return undefined;
  return BigInt(integer + decimals.padEnd(scale, '0'));
}

/** Writes units as a decimal string with all decimals of the scale: exact, no exponent, ASCII minus for negatives. */
export function formatUnits(units: bigint, scale: number): string {
  assertScale(scale);
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** As formatUnits, without the trailing zeros behind the first `decimalsMin` decimals (0 to scale). */
export function formatUnitsTrimmed(units: bigint, scale: number, decimalsMin: number): string {
  assert(
    Number.isInteger(decimalsMin) && decimalsMin >= 0 && decimalsMin <= scale,
    'the decimals to keep are within the scale',
  );
  const text = formatUnits(units, scale);
  let dropped = 0;
  // Ends: each turn drops one more of the decimals.
  while (dropped < scale - decimalsMin && text.at(-1 - dropped) === '0') dropped += 1;
  if (scale > 0 && dropped === scale) dropped += 1;
  return text.slice(0, text.length - dropped);
}

/** The other way round from parseDecimal: a decimal string as short as it can be, exact and without an exponent. */
export function writeDecimal({ digits, scale }: Decimal): string {
  return formatUnitsTrimmed(digits, scale, 0);
}

/**
 * Splits units by weights so that the parts always add up to the whole; the first parts take the remainder.
 * A part of weight zero gets nothing, the remainder included. Units and weights are not negative.
 */
export function split(units: bigint, weights: readonly bigint[]): bigint[] {
  assert(units >= 0n, 'the units of a split are not negative');
  assert(
    weights.every((weight) => weight >= 0n),
    'no weight of a split is negative',
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  assert(total > 0n, 'the weights of a split are positive together');
  const parts = weights.map((weight) => (units * weight) / total);
  let rest = units - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, index) => {
    if (rest === 0n || weights[index] === 0n) return part;
    rest -= 1n;
    return part + 1n;
  });
}

/** value x numerator / denominator, towards minus infinity. The denominator is positive. */
export function mulDivFloor(value: bigint, numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'a denominator is positive');
  const product = value * numerator;
  const quotient = product / denominator;
  return product < 0n && quotient * denominator !== product ? quotient - 1n : quotient;
}

/** value x numerator / denominator, towards plus infinity. The denominator is positive. */
export function mulDivCeil(value: bigint, numerator: bigint, denominator: bigint): bigint {
  return -mulDivFloor(-value, numerator, denominator);
}

/**
 * value x numerator / denominator to the nearest integer; a half goes away from zero, so that a debit and its
 * reversal always mirror each other. The denominator is positive.
 */
export function mulDivHalfUp(value: bigint, numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'a denominator is positive');
  const product = value * numerator;
  const magnitude = product < 0n ? -product : product;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return product < 0n ? -rounded : rounded;
}

/** Units of an asset of `scale`, to be valued at `rate` (fiat for one whole asset, a decimal string) in fiat units. */
export type Valuation = {
  readonly units: bigint;
  readonly scale: number;
  readonly rate: string;
  readonly fiatScale: number;
};

/** The value in fiat units, never more than the exact one. */
export function valueFloor(valuation: Valuation): bigint {
  return mulDivFloor(...valuationFraction(valuation));
}

/** The value in fiat units, never less than the exact one: for limits that must not be slipped under. */
export function valueCeil(valuation: Valuation): bigint {
  return mulDivCeil(...valuationFraction(valuation));
}

/** The value in fiat units nearest to the exact one: for totals that are only shown. */
export function valueHalfUp(valuation: Valuation): bigint {
  return mulDivHalfUp(...valuationFraction(valuation));
}

function valuationFraction({ units, scale, rate, fiatScale }: Valuation): [bigint, bigint, bigint] {
  assertScale(scale);
  assertScale(fiatScale);
  const rateUnits = parseUnits(rate, scaleMax);
  assert(rateUnits !== undefined, 'a rate is an unsigned decimal of at most 18 decimals');
  return [units, rateUnits * 10n ** BigInt(fiatScale), 10n ** BigInt(scale + scaleMax)];
}

function assertScale(scale: number): void {
  assert(Number.isInteger(scale) && scale >= 0 && scale <= scaleMax, 'a scale is an integer from 0 to 18');
}
