/** SQL of prices and purchases. */
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { Asset } from '../asset/asset.ts';
import { purchaseStates } from './states.ts';

export type Product = 'kyc' | 'card';

/** Which rows of app.price. */
export type PriceOffer = {
  readonly product: Product;
  readonly purpose: string;
  readonly mode: 'demo' | 'production';
};

export type PriceRow = { readonly asset: string; readonly units: bigint; readonly scale: number };

/** In the order in which screens list assets; those that are closed are left out. */
export async function listPrices(db: Database, { product, purpose, mode }: PriceOffer): Promise<PriceRow[]> {
  const found = await sql<{ asset: string; units: string; scale: number }>`
    select p.asset, p.units::text as units, l.scale from app.price p
    join app.asset a on a.code = p.asset and a.is_open
    join ledger.asset l on l.id = a.ledger_id
    where p.product = ${product} and p.purpose = ${purpose} and p.mode = ${mode}
    order by a.position`.execute(db);
  return found.rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

export async function insertPurchase(
  db: Database,
  row: {
    readonly id: string;
    readonly userId: string;
    readonly product: Product;
    readonly objectId: string;
    readonly asset: string;
    readonly units: bigint;
    readonly usd: string | undefined;
    readonly billId: string;
    readonly journalId: bigint;
    readonly now: number;
  },
): Promise<void> {
  await sql`
    insert into app.purchase (id, user_id, product, object_id, asset, units, usd, bill_id, journal_id, state, created_at)
    values (${row.id}, ${row.userId}, ${row.product}, ${row.objectId}, ${row.asset}, ${String(row.units)},
      ${row.usd ?? null}, ${row.billId}, ${String(row.journalId)}, 'paid', ${new Date(row.now)})`.execute(db);
}

export type Purchase = Pick<Asset, 'code' | 'ledgerId' | 'scale' | 'decimals'> & {
  readonly id: string;
  readonly userId: string;
  readonly units: bigint;
  readonly billId: string;
};

/** Locks the open purchase of an object until the transaction ends; undefined where nothing was paid, or it is over. */
export async function lockOpenPurchase(
  db: Database,
  { product, objectId }: { readonly product: Product; readonly objectId: string },
): Promise<Purchase | undefined> {
  const found = await sql<Omit<Purchase, 'units'> & { units: string }>`
    select p.id, p.user_id as "userId", p.units::text as units, p.bill_id as "billId",
      a.code, a.ledger_id as "ledgerId", l.scale, a.decimals
    from app.purchase p join app.asset a on a.code = p.asset join ledger.asset l on l.id = a.ledger_id
    where p.product = ${product} and p.object_id = ${objectId} and p.state = 'paid' for update of p`.execute(
    db,
  );
  const row = found.rows[0];
  return row === undefined ? undefined : { ...row, units: BigInt(row.units) };
}

export async function endPurchase(
  db: Database,
  { id, to, now }: { readonly id: string; readonly to: 'earned' | 'refunded'; readonly now: number },
): Promise<boolean> {
  const ended = await sql`
    update app.purchase set state = ${to}, ended_at = ${new Date(now)}
    where id = ${id} and state = any(${before(purchaseStates, to)}::text[])`.execute(db);
  return ended.numAffectedRows === 1n;
}
