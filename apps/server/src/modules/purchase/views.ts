/** What other modules may know of prices and purchases. */
import type { BrokenRow } from '@marigold/ledger/audit';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { Outflow } from '../spending/outflow.ts';
import { listPrices, type PriceOffer } from './store.ts';

/** A price as people read it. */
export type ListPrice = { readonly currency: string; readonly amount: string };

/** In every asset that it can be paid in; empty: it costs nothing. Undefined: it is not sold. */
export async function readPrices(db: Database, offer: PriceOffer): Promise<ListPrice[] | undefined> {
  const rows = await listPrices(db, offer);
  if (rows.length === 0) return undefined;
  return rows
    .filter(({ units }) => units > 0n)
    .map(({ asset, units, scale }) => ({ currency: asset, amount: formatUnits(units, scale) }));
}

/** What was paid for an object, whatever became of it. */
export async function findPaidPrice(
  db: Database,
  objectId: string,
): Promise<{ readonly price: ListPrice; readonly billId: string } | undefined> {
  const found = await sql<{ asset: string; units: string; scale: number; billId: string }>`
    select p.asset, p.units::text as units, l.scale, p.bill_id as "billId"
    from app.purchase p join app.asset a on a.code = p.asset join ledger.asset l on l.id = a.ledger_id
    where p.object_id = ${objectId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const { asset: currency, units, scale, billId } = row;
  return { price: { currency, amount: formatUnits(BigInt(units), scale) }, billId };
}

/** Purchases count for the limits of a level as what was paid to others does; what came back does not. */
export const purchaseOutflow: Outflow = {
  limited(userId, since) {
    return sql`select usd, created_at, false as is_chain from app.purchase
      where user_id = ${userId} and created_at > ${since} and state <> 'refunded'`;
  },
  // The digits of the authenticator came with each: they neither need a second verification nor stand for one.
  payments(userId, since) {
    return sql`select usd, journal_id, null::uuid as challenge_id, created_at from app.purchase
      where user_id = ${userId} and created_at > ${since} and false`;
  },
};

/** Purchases and trust against their accounts (identity-cards-fund-agents.md 1.4, identities a to c). */
export async function listBrokenPurchases(db: Database, max: number): Promise<readonly BrokenRow[]> {
  const found = await sql<BrokenRow>`
    select what, id from app.broken_purchases union all select what, id from app.broken_trust limit ${max}`.execute(
    db,
  );
  return found.rows;
}
