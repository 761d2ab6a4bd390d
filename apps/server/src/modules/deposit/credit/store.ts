/** The SQL of deposits that are deep enough: which are credited next, and which wait for a proof. */
import type { ChainCode } from '@marigold/chain/port';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { isDepositCleared, joinClearedCase } from '../../risk/views.ts';
import type { DepositRow } from '../store.ts';
import { selectDeposits } from '../store.ts';

/** Joins for deposits `d` that `isLarge` needs. */
const proofJoins = sql`
  join app.chain_asset c on c.chain = d.chain and c.asset = d.asset
  left join app.rate r on r.asset = d.asset`;
/** What nobody knows the worth of is large. */
const isLarge = sql`coalesce(d.amount * r.usd >= c.proof_usd * power(10::numeric, c.chain_scale), true)`;
/** A proof is of a deposit in one block. */
const provenName = sql`d.id::text || ' ' || d.block_hash`;

export type Batch = {
  /** How high a block may be that has its confirmations. */
  readonly height: number;
  /** Those that are credited now. */
  readonly assets: readonly string[];
  /** Large ones on which two providers agree. */
  readonly proven: readonly string[];
  /** This one alone. */
  readonly only?: string;
  readonly count: number;
};

function restOf({ height, assets, proven, only, count }: Batch): RawBuilder<unknown> {
  return sql`d.height <= ${height} and d.asset = any(${assets}) and d.aside_at is null
    and (${only ?? null}::uuid is null or d.id = ${only ?? null})
    and (not ${isLarge} or ${provenName} = any(${proven}::text[]))
    order by d.height, d.tx_id, d.position limit ${count} for update of d`;
}

/** What is deep enough, locked, in the order in which it is credited. */
export async function lockConfirming(db: Database, chain: ChainCode, batch: Batch): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`${proofJoins} where d.chain = ${chain} and d.state = 'confirming' and ${restOf(batch)}`,
  );
}

/** What a rule held back and a person cleared, locked. */
export async function lockCleared(db: Database, chain: ChainCode, batch: Batch): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`${proofJoins} where d.chain = ${chain} and d.state = 'held'
      and ${isDepositCleared(sql`d.id`)} and ${restOf(batch)}`,
  );
}

/**
 * What waits below the minimum of these people, locked. All of it, because it is credited at once and named one by one: the
 * people of a batch, each with less than the minimum of a coin together, for each part of which somebody paid a fee.
 */
export async function lockDust(
  db: Database,
  chain: ChainCode,
  userIds: readonly string[],
): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`where d.user_id = any(${userIds}::uuid[]) and d.chain = ${chain} and d.state = 'dust'
          order by d.height for update of d`,
  );
}

/** What is large and deep enough; those that were doubted before, longest ago first, behind those that were not. */
export async function listLarge(
  db: Database,
  chain: ChainCode,
  {
    deep,
    assets,
    doubted,
    count,
  }: {
    readonly deep: number;
    readonly assets: readonly string[];
    readonly doubted: readonly string[];
    readonly count: number;
  },
): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`${proofJoins}
    where d.id in (
        select id from app.deposit where chain = ${chain} and state = 'confirming' and height <= ${deep}
        union all
        select h.id from app.deposit h ${joinClearedCase(sql`h.id`)}
        where h.chain = ${chain} and h.state = 'held' and h.height <= ${deep})
      and d.asset = any(${assets}) and d.aside_at is null and ${isLarge}
    order by array_position(${doubted}::uuid[], d.id) nulls first, d.height limit ${count}`,
  );
}

/** What is final and still locks something, locked. */
export async function lockFinal(
  db: Database,
  chain: ChainCode,
  { finalizedHeight, count }: { readonly finalizedHeight: number; readonly count: number },
): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`where d.chain = ${chain} and d.state = 'can-trade' and d.height <= ${finalizedHeight}
        order by d.height limit ${count} for update of d`,
  );
}

/** Nothing credits it any more. */
export async function updateUncredited(
  db: Database,
  { id, reason, now }: { readonly id: string; readonly reason: string; readonly now: number },
): Promise<void> {
  await sql`
      update app.deposit set aside_at = ${new Date(now)}, aside_reason = ${reason}
      where id = ${id} and aside_at is null and state in ('confirming', 'held')`.execute(db);
}

/** False: it was not uncredited. */
export async function updateTakenUp(db: Database, id: string): Promise<boolean> {
  const taken = await sql`
      update app.deposit set aside_at = null, aside_reason = null
      where id = ${id} and aside_at is not null returning id`.execute(db);
  return taken.rows.length > 0;
}
