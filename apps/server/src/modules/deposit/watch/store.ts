/** The SQL of deposits as blocks come and go. */
import type { ChainCode } from '@marigold/chain/port';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import { announceSelected, eventColumns } from '../../../platform/outbox.ts';
import type { ChainRow } from '../../chain/registry.ts';
import type { rowsOf } from '../../chain/watch/found-block.ts';
import type { DepositRow, DustOwner } from '../store.ts';
import { follow, selectDeposits } from '../store.ts';

type TransferRow = ReturnType<typeof rowsOf>[number];

/** A transfer with what we know of it. */
export type MatchedTransfer = TransferRow & {
  readonly user_id: string | null;
  readonly asset: string | null;
  readonly to_account: Buffer;
  /** Why nobody is credited for it: its coin or its address is nobody's, or it was paid from where only we can pay. */
  readonly is_aside: boolean;
  /** It was in a block before. */
  readonly deposit_id: string | null;
  readonly bill_id: string | null;
  readonly was_orphaned: boolean;
  readonly was_credited: boolean;
};

/**
 * Joins what whoever sends for us knows of a transaction, as `s` with its `nonce` and its `purpose` ('payout', or what
 * moves between accounts of the house); nothing where it is none of ours.
 */
export type JoinOwnTransaction = (chain: ChainCode, txId: RawBuilder<unknown>) => RawBuilder<unknown>;

/** In the order in which they are credited; without what our own top-ups and sweeps move. */
export async function match(
  db: Database,
  { code, family }: ChainRow,
  rows: readonly TransferRow[],
  joinOwnTransaction: JoinOwnTransaction,
): Promise<readonly MatchedTransfer[]> {
  const found = await sql<MatchedTransfer>`
    select t.block_hash, t.height, t.tx_id, t.position, t.contract, t.address_id, t.from_account, t.amount::text as amount,
      a.user_id, c.asset, a.account as to_account,
      -- Nobody but us can pay from there: whoever did has our key, or our memory was lost.
      c.asset is null or (a.purpose = 'deposit' and a.user_id is null) or (o.id is not null and s.nonce is null)
        as is_aside,
      d.id as deposit_id, d.bill_id, coalesce(d.state = 'orphaned', false) as was_orphaned,
      coalesce(d.turns > 0, false) as was_credited
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(block_hash text, height integer, tx_id text,
      position integer, contract text, address_id integer, from_account text, amount numeric)
    join app.chain_address a on a.id = t.address_id
    left join app.chain_asset c on c.chain = ${code} and c.contract is not distinct from decode(t.contract, 'hex')
    left join app.chain_address o on o.family = ${family} and o.account = decode(t.from_account, 'hex')
    ${joinOwnTransaction(code, sql`t.tx_id`)}
    left join app.deposit d on d.chain = ${code} and d.tx_id = t.tx_id and d.position = t.position
      and d.address_id = t.address_id and d.amount = t.amount
      and d.contract is not distinct from decode(t.contract, 'hex')
    where s.purpose is null or s.purpose = 'payout'
    order by t.height, t.tx_id, t.position`.execute(db);
  return found.rows;
}

/** Deposits that were in another block, or in none, are in these now; what had left the chain waits again. */
export async function updateReincluded(db: Database, known: readonly MatchedTransfer[]): Promise<void> {
  const rows = known.map(({ deposit_id: id, height, block_hash, is_aside }) => ({
    id,
    height,
    block_hash,
    state: follow('orphaned', is_aside ? 'unsupported' : 'confirming'),
  }));
  await sql`
    update app.deposit d set height = row.height, block_hash = row.block_hash,
      state = case when d.state <> 'orphaned' then d.state
        when d.asset is null or (d.user_id is null and a.purpose = 'deposit') then 'unsupported' else row.state end,
      finished_at = case when d.state = 'orphaned' then null else d.finished_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, height bigint, block_hash text, state text),
      app.chain_address a
    where d.id = row.id and a.id = d.address_id`.execute(db);
}

export type NewDeposit = {
  readonly id: string;
  readonly transfer: MatchedTransfer;
  readonly userId: string | null;
  readonly asset: string | null;
  readonly state: 'confirming' | 'unsupported';
  readonly billId: string | null;
};

export async function insertDeposits(
  db: Database,
  chain: ChainCode,
  deposits: readonly NewDeposit[],
  now: number,
): Promise<void> {
  if (deposits.length === 0) return;
  const rows = deposits.map(({ id, transfer, userId, asset, state, billId }) => ({
    id,
    tx_id: transfer.tx_id,
    position: transfer.position,
    address_id: transfer.address_id,
    user_id: userId,
    asset,
    contract: transfer.contract,
    from_account: transfer.from_account,
    amount: transfer.amount,
    state,
    height: transfer.height,
    block_hash: transfer.block_hash,
    bill_id: billId,
  }));
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, contract, from_account, amount, state,
      height, block_hash, bill_id, seen_at)
    select id, ${chain}, tx_id, position, address_id, user_id, asset, decode(contract, 'hex'),
      decode(from_account, 'hex'), amount, state, height, block_hash, bill_id, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, tx_id text, position integer,
      address_id bigint, user_id uuid, asset text, contract text, from_account text, amount numeric, state text,
      height bigint, block_hash text, bill_id uuid)`.execute(db);
}

/** What stood in blocks above a height, locked. */
export async function lockAbove(db: Database, chain: ChainCode, height: number): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`where d.chain = ${chain} and d.height > ${height} order by d.id for update of d`,
  );
}

/** Nobody was credited for these. */
const leavesAtOnce: ReadonlySet<DepositRow['state']> = new Set(['confirming', 'dust', 'unsupported', 'held']);

/** What nobody was credited for is orphaned at once; whatever was credited stays as it is, in no block. */
export async function updateUnrecorded(db: Database, deposits: readonly DepositRow[]): Promise<void> {
  for (const { state } of deposits) if (leavesAtOnce.has(state)) follow(state, 'orphaned');
  await sql`
    update app.deposit d set height = null, block_hash = null, aside_at = null, aside_reason = null,
      state = case when d.state in ('confirming', 'dust', 'unsupported', 'held') then 'orphaned' else d.state end,
      finished_at = case when d.state in ('confirming', 'dust', 'unsupported', 'held') then null else d.finished_at end
    where d.id = any(${deposits.map(({ id }) => id)}::uuid[])`.execute(db);
}

/** What of a person's coin is on its way already and was never credited, in the order in which it is credited. */
export async function listPending(
  db: Database,
  chain: ChainCode,
  { userId, asset }: DustOwner,
): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`where d.user_id = ${userId} and d.chain = ${chain} and d.asset = ${asset} and d.state = 'confirming'
        and d.turns = 0 order by d.height, d.tx_id, d.position`,
  );
}

/** On a new block the people whose deposits wait hear of the newest one, once. */
export async function announceProgress(
  db: Database,
  { code, confirmations }: ChainRow,
  height: number,
): Promise<void> {
  const { event, data } = eventColumns('deposit', {
    id: sql`(array_agg(id order by id desc))[1]`,
    chain: sql`${code}::text`,
  });
  await announceSelected(
    db,
    sql`select user_id, ${event}, ${data}
    from app.deposit
    where chain = ${code} and state = 'confirming' and height > ${height - confirmations}
      and user_id is not null
    group by user_id`,
  );
}
