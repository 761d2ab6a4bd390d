/** Balances, assets and prices as the wallet reads them. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { queryable } from '../../platform/database.ts';
import { locksOf } from '../deposit/views.ts';

export type HoldingRow = {
  readonly owner_id: string;
  readonly asset_id: number;
  readonly available: string;
  readonly held: string;
  readonly locked: string;
};

const holdings = `select owner_id, asset_id, sum(available) as available, sum(held) as held, sum(locked) as locked
     from (
       select owner_id, asset_id, case kind when 'available' then balance else 0 end as available,
         case when kind in ('held', 'order') then balance else 0 end as held, 0 as locked
       from ledger.account where owner_id = any($1::uuid[]) and kind in ('available', 'held', 'order')
       union all
       select owner_id, asset_id, 0, 0, lock_units from (${locksOf('$1::uuid[]')}) lock
     ) part
     group by owner_id, asset_id`;

/** What these people hold, by the asset's number in the ledger. */
export async function sumHoldings(db: Database, owners: readonly string[]): Promise<readonly HoldingRow[]> {
  const found = await queryable(db).query<HoldingRow>(holdings, [owners]);
  return found.rows;
}

/** What is held of one asset for transfers and for orders. */
export async function sumHeld(db: Database, userId: string, assetId: number): Promise<bigint> {
  const found = await sql<{ balance: string | null }>`
    select sum(balance) as balance from ledger.account
    where owner_id = ${userId} and asset_id = ${assetId} and kind in ('held', 'order')`.execute(db);
  return BigInt(found.rows[0]?.balance ?? '0');
}

export type PricedAsset = {
  readonly ledger_id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: 'coin' | 'fiat';
  readonly scale: number;
  readonly decimals: number;
  readonly is_open: boolean;
  readonly usd: string | null;
  readonly fetched_at: number | null;
};

/** Every asset, in the order in which they are shown, with its price as it was stored. */
export async function listPricedAssets(db: Database): Promise<readonly PricedAsset[]> {
  const found = await sql<PricedAsset>`
    select a.ledger_id, a.code, a.name, a.kind, l.scale, a.decimals, a.is_open, r.usd, r.fetched_at
    from app.asset a
    join ledger.asset l on l.id = a.ledger_id
    left join app.rate r on r.asset = a.code
    order by a.position limit 100`.execute(db);
  return found.rows;
}
