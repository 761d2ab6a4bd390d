/** What other rooms read of assets. */
import type { Database } from '../../platform/database/database.ts';
import type { Asset } from './asset.ts';
import { selectAsset } from './store.ts';

/** Finds one open asset by its code. */
export async function findAsset(db: Database, code: string): Promise<Asset | undefined> {
  const row = await selectAsset(db, code);
  if (row === undefined) return undefined;
  return {
    ledgerId: row.ledger_id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    scale: row.scale,
    decimals: row.decimals,
    transferMin: BigInt(row.transfer_min),
    transferMax: row.transfer_max === null ? null : BigInt(row.transfer_max),
  };
}
