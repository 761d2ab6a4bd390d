/** The assets there are, as rows of data. */
import { formatUnits, parseUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

export type Asset = {
  readonly ledgerId: number;
  readonly code: string;
  readonly name: string;
  readonly kind: 'coin' | 'fiat';
  /** Decimals of the ledger unit. */
  readonly scale: number;
  /** Decimals that screens show at least. */
  readonly decimals: number;
  /** Smallest internal transfer, in units. */
  readonly transferMin: bigint;
  /** Largest internal transfer in units, where there is one. */
  readonly transferMax: bigint | null;
};

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

type Scales = Pick<Asset, 'kind' | 'scale' | 'decimals'>;

/** Decimals that an amount may have: those of the ledger unit; of a fiat currency those of its smallest coin. */
export function entryScale({ kind, scale, decimals }: Scales): number {
  return kind === 'fiat' ? Math.min(decimals, scale) : scale;
}

/** How many ledger units the smallest step of an amount is: a hundred for the yen, one for most. */
function entryStep(asset: Scales): bigint {
  return 10n ** BigInt(asset.scale - entryScale(asset));
}

/** The ledger units of an amount that somebody entered; undefined when it is finer than the asset can be paid. */
export function parseAmount(asset: Scales, amount: string): bigint | undefined {
  const units = parseUnits(amount, asset.scale);
  return units === undefined || units % entryStep(asset) !== 0n ? undefined : units;
}

/** Ledger units as an amount that can be entered again; what is less than one step is left away. */
export function formatAmount(asset: Scales, units: bigint): string {
  return formatUnits(units / entryStep(asset), entryScale(asset));
}

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
