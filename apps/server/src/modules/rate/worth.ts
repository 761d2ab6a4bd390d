/** What an amount is worth: to the cent upwards for limits, to the nearest cent for screens. Null when no fresh rate is known. */
import { rateStaleMs } from '@marigold/contract/durations';
import { formatUnits, formatUnitsTrimmed, valueCeil, valueHalfUp } from '@marigold/money/amount';
import type { Brand } from '@marigold/money/brand';
import { divideHalfUp } from '@marigold/money/division';

import type { Database } from '../../platform/database/database.ts';
import { listLastRates, listRatesSince } from './store.ts';

const fiatScale = 2;
const rateDecimals = 18;

/** US dollars for one whole asset, fresh rates only. */
export type FreshRates = ReadonlyMap<string, string>;

export async function freshRates(db: Database, now: number): Promise<FreshRates> {
  return ratesOf(await listRatesSince(db, new Date(now - rateStaleMs)));
}

function ratesOf(rates: readonly { readonly asset: string; readonly usd: string }[]): FreshRates {
  return new Map(rates.map(({ asset, usd }) => [asset, usd]));
}

/** US dollars for one whole asset as last known, however long ago: for limits that must not vanish with their source. */
export async function lastKnownRates(db: Database): Promise<FreshRates> {
  return ratesOf(await listLastRates(db));
}

/** A rate as it was stored, however old. */
export type StoredRate = { readonly asset: string; readonly usd: string; readonly fetched_at: number };

/** Of stored rates those that are fresh now. */
export function freshOf(rates: readonly StoredRate[], now: number): FreshRates {
  return new Map(
    rates.flatMap(({ asset, usd, fetched_at }) =>
      fetched_at > now - rateStaleMs ? [[asset, usd] as const] : [],
    ),
  );
}

/** The rate of one whole asset in a fiat currency; undefined when either side has no fresh rate. */
export function rateIn(
  rates: FreshRates,
  { asset, fiat }: { readonly asset: string; readonly fiat: string },
): string | undefined {
  const ofAsset = rates.get(asset);
  const ofFiat = rates.get(fiat);
  if (ofAsset === undefined || ofFiat === undefined) return undefined;
  return asset === fiat ? '1' : divideHalfUp(ofAsset, ofFiat, rateDecimals);
}

export type PricedHolding = { readonly asset: string; readonly units: bigint; readonly scale: number };

/** Hundredths of a unit of fiat money: no amount of the ledger, which may have other decimals. */
export type Cents = Brand<bigint, 'cents'>;

export const noCents = 0n as Cents;

/** Worth in cents of `fiat` to the nearest, for totals that are only shown. */
export function worthCentsHalfUp(
  rates: FreshRates,
  { asset, units, scale }: PricedHolding,
  fiat: string,
): Cents | undefined {
  const rate = rateIn(rates, { asset, fiat });
  return rate === undefined ? undefined : worthHalfUp(rate, units, scale);
}

/** Worth in cents to the nearest at a rate of rateIn. */
export function worthHalfUp(rate: string, units: bigint, scale: number): Cents {
  return valueHalfUp({ units, scale, rate, fiatScale }) as Cents;
}

/** Worth in US dollars, rounded up so that no limit is slipped under; undefined when no fresh rate is known. */
export function usdForLimits(rates: FreshRates, { asset, units, scale }: PricedHolding): string | undefined {
  const rate = rates.get(asset);
  return rate === undefined
    ? undefined
    : formatUnits(valueCeil({ units, scale, rate, fiatScale }), fiatScale);
}

/** Cents as a decimal string. */
export function formatCents(cents: Cents): string {
  return formatUnits(cents, fiatScale);
}

/** US cents as dollars without zeros at the end: 20, 18.4. */
export function formatCentsTrimmed(cents: bigint): string {
  return formatUnitsTrimmed(cents, fiatScale, 0);
}

/** A decimal string of dollars (as the database gives it) as whole cents, rounded down. */
export function centsFloor(usd: string): Cents {
  const [whole = '0', decimals = ''] = usd.split('.');
  return BigInt(whole + decimals.padEnd(fiatScale, '0').slice(0, fiatScale)) as Cents;
}
