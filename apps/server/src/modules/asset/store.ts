/** The assets there are, as rows of data. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

export type AssetRecord = {
  readonly ledger_id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: 'coin' | 'fiat';
  readonly scale: number;
  readonly decimals: number;
  readonly transfer_min: string;
  readonly transfer_max: string | null;
};

/** One open asset. */
export async function selectAsset(db: Database, code: string): Promise<AssetRecord | undefined> {
  const found = await sql<AssetRecord>`
    select a.ledger_id, a.code, a.name, a.kind, l.scale, a.decimals, a.transfer_min, a.transfer_max
    from app.asset a join ledger.asset l on l.id = a.ledger_id
    where a.code = ${code} and a.is_open`.execute(db);
  return found.rows[0];
}
