/** The SQL of deposits as blocks come and go. */
import type { ChainCode } from '@marigold/chain/port';
import type { ChainDepositState } from '@marigold/chain/states';
import { depositStates } from '@marigold/chain/states';
import { assert } from '@marigold/money/assert';
import { assertBegins } from '@marigold/money/states';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { announceSelected, eventColumns } from '../../../platform/database/outbox.ts';
import type { ChainRow } from '../../chain/registry.ts';
import type { blockRows } from '../../chain/watch/found-block.ts';
import type { DepositRow, DustOwner } from '../store.ts';
import { follow, selectDeposits } from '../store.ts';

type TransferRow = ReturnType<typeof blockRows>[number];

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
  const ids = known.map(({ deposit_id: id }) => id);
  const locked = await selectDeposits(
    db,
    sql`where d.id = any(${ids}::uuid[]) order by d.id for update of d`,
  );
  const deposits = new Map(locked.map((deposit) => [deposit.id, deposit]));
  const stands = known.map(({ deposit_id: id, height, block_hash: blockHash, is_aside: isUncredited }) => {
    const deposit = deposits.get(id ?? '');
    assert(deposit !== undefined, 'what was in a block before is a deposit');
    const state = deposit.state === 'orphaned' ? againIn(deposit, isUncredited) : deposit.state;
    return { deposit, state, height, blockHash };
  });
  await updateStanding(db, stands);
}

/** Where one goes on that is in a block again: whose it is was said when it came first. */
function againIn({ asset, userId, purpose }: DepositRow, isUncredited: boolean): ChainDepositState {
  const isNobodys = asset === null || (userId === null && purpose === 'deposit');
  return isNobodys || isUncredited ? 'unsupported' : 'confirming';
}

type Stand = {
  readonly deposit: DepositRow;
  readonly state: ChainDepositState;
  /** Null: in no block. */
  readonly height: number | null;
  readonly blockHash: string | null;
};

/** Writes where locked deposits stand, and their states along the arrows of their table, as one statement. */
async function updateStanding(db: Database, stands: readonly Stand[]): Promise<void> {
  const rows = stands.map(({ deposit, state, height, blockHash }) => ({
    id: deposit.id,
    was: deposit.state,
    state: follow(deposit.state, state),
    height,
    block_hash: blockHash,
  }));
  const written = await sql`
    update app.deposit d set height = row.height, block_hash = row.block_hash, state = row.state,
      finished_at = case when row.state = row.was then d.finished_at end,
      aside_at = case when row.height is not null then d.aside_at end,
      aside_reason = case when row.height is not null then d.aside_reason end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(id uuid, was text, state text, height bigint, block_hash text)
    where d.id = row.id and d.state = row.was`.execute(db);
  assert(written.numAffectedRows === BigInt(rows.length), 'every deposit of a block is as it was read');
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
    state: assertBegins(depositStates, [state]),
    height: transfer.height,
    block_hash: transfer.block_hash,
    bill_id: billId,
  }));
  const written = await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, contract, from_account, amount, state,
      height, block_hash, bill_id, seen_at)
    select id, ${chain}, tx_id, position, address_id, user_id, asset, decode(contract, 'hex'),
      decode(from_account, 'hex'), amount, state, height, block_hash, bill_id, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, tx_id text, position integer,
      address_id bigint, user_id uuid, asset text, contract text, from_account text, amount numeric, state text,
      height bigint, block_hash text, bill_id uuid)`.execute(db);
  assert(written.numAffectedRows === BigInt(rows.length), 'everything that came is written');
}

/**
 * What stood in blocks above a height, locked. All of it, because the blocks are gone in this transaction: `reorgMax` of them
 * at most, and more only where two persons let a halted chain go on from deeper down.
 */
export async function lockAbove(db: Database, chain: ChainCode, height: number): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`where d.chain = ${chain} and d.height > ${height} order by d.id for update of d`,
  );
}

/** Nobody was credited for these. */
const leavesAtOnce: ReadonlySet<ChainDepositState> = new Set(['confirming', 'dust', 'unsupported', 'held']);

/** What nobody was credited for is orphaned at once; whatever was credited stays as it is, in no block. Of locked rows. */
export async function updateUnrecorded(db: Database, deposits: readonly DepositRow[]): Promise<void> {
  const stands = deposits.map((deposit) => {
    const state = leavesAtOnce.has(deposit.state) ? 'orphaned' : deposit.state;
    return { deposit, state, height: null, blockHash: null } as const;
  });
  await updateStanding(db, stands);
}

/** What comes behind so many is promised nothing before it is credited. */
const pendingMax = 1000;

/** What of a person's coin is on its way already and was never credited, in the order in which it is credited. */
export async function listPending(
  db: Database,
  chain: ChainCode,
  { userId, asset }: DustOwner,
): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`where d.user_id = ${userId} and d.chain = ${chain} and d.asset = ${asset} and d.state = 'confirming'
        and d.turns = 0 order by d.height, d.tx_id, d.position limit ${pendingMax}`,
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
