import type { AccountKind } from '../src/account.ts';
import type { Queryable } from '../src/queryable.ts';

/** Every account of an owner that exists, by asset and kind. */
export async function balances(db: Queryable, owner: string) {
  const { rows } = await db.query<{ id: string; asset_id: number; kind: AccountKind; units: string }>(
    `select id::text, asset_id, kind, balance::text as units from ledger.account
     where owner_id = $1::uuid order by asset_id, kind`,
    [owner],
  );
  return rows.map((row) => ({
    accountId: BigInt(row.id),
    assetId: row.asset_id,
    kind: row.kind,
    units: BigInt(row.units),
  }));
}
