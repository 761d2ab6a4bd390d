/** The assets there are, as rows of data. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { Asset } from './asset.ts';

type Row = {
  ledger_id: number;
  code: string;
  name: string;
  kind: 'coin' | 'fiat';
  scale: number;
  decimals: number;
  transfer_min: string;
  transfer_max: string | null;
};

/** Finds one open asset by its code. */
export async function findAsset(db: Database, code: string): Promise<Asset | undefined> {
  const found = await sql<Row>`
    select a.ledger_id, a.code, a.name, a.kind, l.scale, a.decimals, a.transfer_min, a.transfer_max
    from app.asset a join ledger.asset l on l.id = a.ledger_id
    where a.code = ${code} and a.is_open`.execute(db);
  const row = found.rows[0];
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
