/** How much somebody may give away in a market within a day: a part of what he is worth, and what he allowed with a code. */
import { formatUnitsTrimmed, parseUnits, scaleMax, valueFloor } from '@marigold/money/amount';
import { sql } from 'kysely';

import { column } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/database.ts';
import type { MarketRow } from '../../market/registry.ts';
import type { FreshRates } from '../../rate/worth.ts';
import { lastKnownRates } from '../../rate/worth.ts';

const fiatScale = 2;

/** What somebody may give away in all, and how much more one code allows; in price steps times amount steps. */
export type LossLimit = { readonly limit: number; readonly more: number };

export type LossTerms = Pick<
  MarketRow,
  'quote' | 'priceDecimals' | 'amountDecimals' | 'lossPercent' | 'lossUsd'
>;

/**
 * In price steps times amount steps: `lossUsd` of the market, or `lossPercent` of the worth in cents where that is more.
 * 0 where nobody knows what the quote asset is worth: then an order gives away nothing.
 */
export function lossLimit(market: LossTerms, worthCents: bigint, quoteUsd: string | undefined): number {
  const rate = quoteUsd === undefined ? undefined : parseUnits(quoteUsd, scaleMax);
  if (rate === undefined || rate <= 0n) return 0;
  const share = partOf(worthCents, market.lossPercent);
  const floor = parseUnits(market.lossUsd, fiatScale) ?? 0n;
  const cents = share > floor ? share : floor;
  const decimals = market.priceDecimals + market.amountDecimals + scaleMax - fiatScale;
  return Number((cents * 10n ** BigInt(decimals)) / rate);
}

/** A percentage has four decimals at most; whole cents, rounded down. */
function partOf(cents: bigint, percent: string): bigint {
  return (cents * (parseUnits(percent, 4) ?? 0n)) / 1_000_000n;
}

/** What each of them has in all assets, also in open orders, in cents at the rates as last known. */
export async function readWorths(
  db: Database,
  users: readonly string[],
  rates: FreshRates,
): Promise<ReadonlyMap<string, bigint>> {
  const found = await sql<{ owner_id: string; asset: string; scale: number; units: string }>`
    select a.owner_id, s.code as asset, s.scale, sum(a.balance)::text as units
    from ledger.account a join ledger.asset s on s.id = a.asset_id
    where a.owner_id = any(${column(users)}::uuid[]) and a.kind in ('available', 'order') and a.balance > 0
    group by a.owner_id, s.code, s.scale`.execute(db);
  const worths = new Map<string, bigint>();
  for (const { owner_id, asset, scale, units } of found.rows) {
    const rate = rates.get(asset);
    if (rate === undefined) continue;
    const worth = valueFloor({ units: BigInt(units), scale, rate, fiatScale });
    worths.set(owner_id, (worths.get(owner_id) ?? 0n) + worth);
  }
  return worths;
}

/** What each of them allowed beyond the limit and still may, as the limit is counted. */
export async function readAllowances(
  db: Database,
  symbol: string,
  users: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ user_id: string; amount: string }>`
    select user_id, sum(amount)::text as amount from app.trade_allowance
    where user_id = any(${column(users)}::uuid[]) and symbol = ${symbol} and until > ${new Date(now)}
    group by user_id`.execute(db);
  return new Map(found.rows.map(({ user_id, amount }) => [user_id, Number(amount)]));
}

/** The limit of one person without what was allowed. */
export async function readLossLimit(db: Database, market: LossTerms, userId: string): Promise<number> {
  const rates = await lastKnownRates(db);
  const worths = await readWorths(db, [userId], rates);
  return lossLimit(market, worths.get(userId) ?? 0n, rates.get(market.quote));
}

/** A sum in the quote asset as people read it: no more decimals than its size needs, rounded down. */
export function lossText(market: LossTerms, steps: number): string {
  const decimals = market.priceDecimals + market.amountDecimals;
  const kept = Math.min(decimals, steps >= 10 ** decimals ? fiatScale : 6);
  return formatUnitsTrimmed(BigInt(Math.floor(steps)) / 10n ** BigInt(decimals - kept), kept, 0);
}
