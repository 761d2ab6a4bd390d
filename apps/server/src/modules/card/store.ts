/** SQL of the card shop: products, who issues them, and where cards go. */
import type { ProductDesign } from '@marigold/contract/calls/card/fields';
import type { HolderField } from '@marigold/partners/card-states';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

/** Shares of one and amounts are decimal strings; amounts are in the product's currency. */
export type ProductRow = {
  readonly id: string;
  readonly design: ProductDesign;
  readonly name: string;
  readonly form: 'virtual' | 'physical';
  readonly network: string;
  readonly currency: string;
  readonly rechargeFee: string;
  readonly purchaseFee: string;
  readonly atmFee: string;
  /** Null: what the company takes of the day. */
  readonly foreignFee: string | null;
  readonly monthlyFee: string;
  readonly rechargeMin: string;
  readonly rechargeMax: string;
  readonly dailyLimit: string;
  readonly kycLevel: number;
  readonly pinMin: number;
  readonly pinMax: number;
  readonly needs: readonly HolderField[];
  readonly stock: number | null;
  readonly isOpen: boolean;
  /** The company that issues it here, and its own code of it. */
  readonly provider: string;
  readonly code: string;
};

const columns = sql`p.id, p.design, p.name, p.form, p.network, p.currency, trim_scale(p.recharge_fee)::text as "rechargeFee",
  trim_scale(p.purchase_fee)::text as "purchaseFee", trim_scale(p.atm_fee)::text as "atmFee",
  trim_scale(p.foreign_fee)::text as "foreignFee", trim_scale(p.monthly_fee)::text as "monthlyFee",
  trim_scale(p.recharge_min)::text as "rechargeMin", trim_scale(p.recharge_max)::text as "rechargeMax",
  trim_scale(p.daily_limit)::text as "dailyLimit", p.kyc_level as "kycLevel", p.pin_min as "pinMin", p.pin_max as "pinMax",
  p.needs, p.stock, p.is_open as "isOpen", i.provider, i.code`;

async function select(db: Database, condition: RawBuilder<unknown>): Promise<ProductRow[]> {
  const found = await sql<ProductRow>`
    select ${columns} from app.card_product p join app.card_issuing i on i.product_id = p.id
    where ${condition} order by p.position, i.provider`.execute(db);
  return found.rows;
}

/** Everything that one of these companies issues, in the order of the shop. */
export async function listProducts(db: Database, providers: readonly string[]): Promise<ProductRow[]> {
  return await select(db, sql`i.provider = any(${[...providers]}::text[])`);
}

/** One product as one of these companies issues it; undefined: it is not sold here. */
export async function findProduct(
  db: Database,
  { id, providers }: { readonly id: string; readonly providers: readonly string[] },
): Promise<ProductRow | undefined> {
  return (await select(db, sql`p.id = ${id} and i.provider = any(${[...providers]}::text[])`))[0];
}

/** As people know it, whoever issues it. */
export async function nameOfProduct(db: Database, id: string): Promise<string> {
  const found = await sql<{ name: string }>`select name from app.card_product where id = ${id}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw new Error('Broken: a product that was applied for is there');
  return row.name;
}

/** Takes one from the stock; false where none is left. A product without a stock has as many as are wanted. */
export async function takeFromStock(db: Database, id: string): Promise<boolean> {
  const taken = await sql`
    update app.card_product set stock = stock - 1 where id = ${id} and (stock is null or stock > 0)`.execute(
    db,
  );
  return taken.numAffectedRows === 1n;
}

export async function putIntoStock(db: Database, id: string): Promise<void> {
  await sql`update app.card_product set stock = stock + 1 where id = ${id} and stock is not null`.execute(db);
}

export async function listRegions(db: Database, productId: string): Promise<string[]> {
  const found = await sql<{ region: string }>`
    select region from app.card_region where product_id = ${productId} order by region`.execute(db);
  return found.rows.map(({ region }) => region);
}

export type PickupRow = {
  readonly id: string;
  readonly region: string;
  readonly city: string;
  readonly line: string;
};

export async function listPickups(db: Database, mode: 'demo' | 'production'): Promise<PickupRow[]> {
  const found = await sql<PickupRow>`
    select id, region, city, line from app.card_pickup where mode = ${mode} and is_open order by region, city`.execute(
    db,
  );
  return found.rows;
}

/** Whether it is sold from now on. False where it was so before; undefined where there is none. With the owner's login. */
export async function setProductOpen(
  db: Database,
  id: string,
  isOpen: boolean,
): Promise<boolean | undefined> {
  const found = await sql<{ was: boolean }>`
    select is_open as was from app.card_product where id = ${id} for update`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  await sql`update app.card_product set is_open = ${isOpen} where id = ${id}`.execute(db);
  return row.was !== isOpen;
}
