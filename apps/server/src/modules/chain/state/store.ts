/** The SQL of stops, and of how far chains were read as people see it. */
import type { ChainCode } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import type { AuditDecision } from '../../audit/decision.ts';

type Stop = { readonly chain: ChainCode; readonly reason: string; readonly now: number };

/** False: it is stopped already. */
export async function insertAssetHalt(
  db: Database,
  { chain, asset, reason, now }: Stop & { readonly asset: string },
): Promise<boolean> {
  const made = await sql`
    insert into app.chain_halt (id, chain, asset, reason, halted_at)
    values (${newRowId()}, ${chain}, ${asset}, ${reason}, ${new Date(now)})
    on conflict (chain, asset) where resumed_at is null do nothing
    returning id`.execute(db);
  return made.rows.length > 0;
}

/** False: it is stopped already, or is not watched. */
export async function updateHalt(db: Database, { chain, reason, now }: Stop): Promise<boolean> {
  const made = await sql`
    update app.chain_cursor set halted_at = ${new Date(now)}, halted_reason = ${reason}
    where chain = ${chain} and halted_at is null returning chain`.execute(db);
  return made.rows.length > 0;
}

/** False: it was not stopped. */
export async function updateAssetResumed(
  db: Database,
  { chain, asset }: { readonly chain: ChainCode; readonly asset: string },
  decision: AuditDecision,
): Promise<boolean> {
  const resumed = await sql`
    update app.chain_halt set resumed_at = ${new Date(decision.now)}, resumed_by = ${decision.by},
      second_by = ${decision.second}, resume_reason = ${decision.reason}
    where chain = ${chain} and asset = ${asset} and resumed_at is null returning id`.execute(db);
  return resumed.rows.length > 0;
}

export type ProgressRow = {
  readonly chain: string;
  readonly network_id: string;
  readonly height: bigint;
  readonly mined_at: number | null;
  readonly read_at: number;
  readonly is_halted: boolean;
  readonly sees_inner: boolean;
};

/** Every chain that was read at all, with the time of its newest block. */
export async function listProgress(db: Database): Promise<ProgressRow[]> {
  const found = await sql<ProgressRow>`
    select c.chain, c.network_id, c.height, b.mined_at, c.read_at, c.halted_at is not null as is_halted, c.sees_inner
    from app.chain_cursor c left join app.chain_block b on b.chain = c.chain and b.hash = c.hash`.execute(db);
  return found.rows;
}
