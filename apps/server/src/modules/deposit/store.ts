/** Deposits and dust balances as the parts of this module read and write them. */
import type { Family } from '@marigold/chain/account';
import type { ChainAccount, ChainCode, Coin, Hash } from '@marigold/chain/port';
import type { ChainDepositState } from '@marigold/chain/states';
import { depositStates } from '@marigold/chain/states';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';
import type { AccountName } from '@marigold/ledger/account';
import { assert } from '@marigold/money/assert';
import { assertMayFollow } from '@marigold/money/states';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { accountOf } from '../chain/registry.ts';
import { joinCursor } from '../chain/views.ts';
import type { DustBalance } from './dust-balance.ts';
import { emptyDustBalance } from './dust-balance.ts';

/** Something is still to happen by itself or by a person. What is too little waits in its sum instead. */
const openStates: readonly ChainDepositState[] = ['confirming', 'can-trade', 'orphaned', 'held'];

/** One deposit with the account it came to. */
export type DepositRow = {
  readonly id: string;
  readonly chain: ChainCode;
  readonly txId: Hash;
  readonly position: number;
  readonly userId: string | null;
  readonly asset: string | null;
  readonly coin: Coin;
  readonly from: ChainAccount;
  readonly to: ChainAccount;
  readonly purpose: 'deposit' | 'hot' | 'gas';
  readonly amount: ChainUnits;
  readonly state: ChainDepositState;
  readonly height: number | null;
  readonly blockHash: Hash | null;
  readonly units: bigint;
  readonly takenUnits: bigint;
  readonly debtUnits: bigint;
  readonly lockUnits: bigint;
  readonly turns: number;
  readonly billId: string | null;
};

/**
 * Of one that waits to be credited: its credit was taken back before, so it is given back and no new one. Not told by what
 * was taken: with others it may have made a whole unit and been nothing by itself.
 */
export function isReturning({ turns }: Pick<DepositRow, 'turns'>): boolean {
  return turns > 0;
}

type Row = {
  id: string;
  chain: string;
  tx_id: string;
  position: number;
  user_id: string | null;
  asset: string | null;
  contract: Buffer | null;
  from_account: Buffer;
  account: Buffer;
  purpose: 'deposit' | 'hot' | 'gas';
  amount: string;
  state: ChainDepositState;
  height: bigint | null;
  block_hash: string | null;
  units: string;
  taken_units: string;
  debt_units: string;
  lock_units: string;
  turns: number;
  bill_id: string | null;
};

/** Rows of deposits `d` under a condition, locked where that is said after it. */
export async function selectDeposits(db: Database, rest: RawBuilder<unknown>): Promise<DepositRow[]> {
  const found = await sql<Row>`
    select d.id, d.chain, d.tx_id, d.position, d.user_id, d.asset, d.contract, d.from_account, a.account, a.purpose,
      d.amount::text as amount, d.state, d.height, d.block_hash, d.units::text as units,
      d.taken_units::text as taken_units, d.debt_units::text as debt_units, d.lock_units::text as lock_units, d.turns,
      d.bill_id
    from app.deposit d join app.chain_address a on a.id = d.address_id ${rest}`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    chain: row.chain,
    txId: row.tx_id,
    position: row.position,
    userId: row.user_id,
    asset: row.asset,
    coin: row.contract === null ? 'native' : accountOf(row.contract),
    from: accountOf(row.from_account),
    to: accountOf(row.account),
    purpose: row.purpose,
    amount: toChainUnits(BigInt(row.amount)),
    state: row.state,
    height: row.height === null ? null : Number(row.height),
    blockHash: row.block_hash,
    units: BigInt(row.units),
    takenUnits: BigInt(row.taken_units),
    debtUnits: BigInt(row.debt_units),
    lockUnits: BigInt(row.lock_units),
    turns: row.turns,
    billId: row.bill_id,
  }));
}

export type DepositChange = {
  readonly deposit: DepositRow;
  readonly state: ChainDepositState;
  readonly units?: bigint;
  readonly takenUnits?: bigint;
  readonly debtUnits?: bigint;
  readonly lockUnits?: bigint;
  readonly turns?: number;
  readonly journalId?: bigint | undefined;
  readonly billId?: string | null | undefined;
  readonly isCredited?: boolean;
};

/** A deposit rests in these states unless something happens to its block. */
const finishedStates: ReadonlySet<ChainDepositState> = new Set([
  'success',
  'house',
  'recovered',
  'closed',
  'unsupported',
]);

/** The state that a deposit goes to: the only way from one to another is along the arrows of their table. */
export function follow(from: ChainDepositState, to: ChainDepositState): ChainDepositState {
  return to === from ? to : assertMayFollow(depositStates, from, to);
}

/** Writes locked deposits along the arrows of their table, as one statement. */
export async function changeDeposits(
  db: Database,
  changes: readonly DepositChange[],
  now: number,
): Promise<void> {
  if (changes.length === 0) return;
  const at = new Date(now).toISOString();
  const rows = changes.map((change) => {
    const { deposit, state } = change;
    return {
      id: deposit.id,
      was: deposit.state,
      state: follow(deposit.state, state),
      units: String(change.units ?? deposit.units),
      taken_units: String(change.takenUnits ?? deposit.takenUnits),
      debt_units: String(change.debtUnits ?? deposit.debtUnits),
      lock_units: String(change.lockUnits ?? deposit.lockUnits),
      turns: change.turns ?? deposit.turns,
      journal_id: change.journalId === undefined ? null : String(change.journalId),
      bill_id: change.billId === undefined ? deposit.billId : change.billId,
      credited_at: change.isCredited === true ? at : null,
      finished_at: finishedStates.has(state) ? at : null,
    };
  });
  const written = await sql`
    update app.deposit d set state = row.state, units = row.units, taken_units = row.taken_units,
      debt_units = row.debt_units, lock_units = row.lock_units, turns = row.turns,
      journal_id = coalesce(row.journal_id, d.journal_id), bill_id = row.bill_id,
      credited_at = coalesce(row.credited_at, d.credited_at), finished_at = row.finished_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, was text, state text, units numeric,
      taken_units numeric, debt_units numeric, lock_units numeric, turns smallint, journal_id bigint, bill_id uuid,
      credited_at timestamptz, finished_at timestamptz)
    where d.id = row.id and d.state = row.was`.execute(db);
  assert(written.numAffectedRows === BigInt(rows.length), 'every deposit that changes is as it was read');
}

/** Whose dust balance of which coin. */
export type DustOwner = { readonly userId: string; readonly asset: string };

export function dustKey({ userId, asset }: DustOwner): string {
  return `${userId} ${asset}`;
}

/** The dust balances of these people, locked until the transaction ends. Those that do not exist are empty. */
export async function lockDustBalances(
  db: Database,
  chain: ChainCode,
  names: readonly DustOwner[],
): Promise<Map<string, DustBalance>> {
  const balances = new Map<string, DustBalance>(names.map((name) => [dustKey(name), emptyDustBalance]));
  if (balances.size === 0) return balances;
  const found = await sql<{ user_id: string; asset: string; amount: string; dust: string }>`
    with dust_balance as materialized (
      select p.user_id, p.asset, p.amount from app.deposit_dust p
      join (select distinct user_id, asset from jsonb_to_recordset(${ownerRows(names)}::jsonb)
          as row(user_id uuid, asset text)) named
        on named.user_id = p.user_id and named.asset = p.asset
      where p.chain = ${chain}
      order by p.user_id, p.asset for update of p
    )
    select dust_balance.user_id, dust_balance.asset, dust_balance.amount::text as amount,
      (select coalesce(sum(d.amount), 0) from app.deposit d
        where d.user_id = dust_balance.user_id and d.chain = ${chain} and d.asset = dust_balance.asset and d.state = 'dust')::text as dust
    from dust_balance`.execute(db);
  for (const row of found.rows) {
    balances.set(dustKey({ userId: row.user_id, asset: row.asset }), {
      // It may be below zero (DustBalance).
      amount: BigInt(row.amount) as ChainUnits,
      dust: toChainUnits(BigInt(row.dust)),
    });
  }
  return balances;
}

function ownerRows(names: readonly DustOwner[]): string {
  return JSON.stringify(names.map(({ userId, asset }) => ({ user_id: userId, asset })));
}

/** Writes dust balances that were locked, and makes those that were not there. */
export async function writeDustBalances(
  db: Database,
  chain: ChainCode,
  balances: readonly (DustOwner & { readonly balance: DustBalance })[],
): Promise<void> {
  if (balances.length === 0) return;
  const rows = balances.map(({ userId, asset, balance }) => ({
    user_id: userId,
    asset,
    amount: String(balance.amount),
  }));
  const written = await sql`
    insert into app.deposit_dust (user_id, chain, asset, amount)
    select user_id, ${chain}, asset, amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(user_id uuid, asset text, amount numeric)
    on conflict (user_id, chain, asset) do update set amount = excluded.amount`.execute(db);
  assert(written.numAffectedRows === BigInt(rows.length), 'every dust balance that changed is written');
}

export type Accounts = (name: AccountName) => bigint;

/** Finds or makes all these accounts with one statement, in one order, so that two at once do not wait crosswise. */
export async function openDepositAccounts(db: Database, names: readonly AccountName[]): Promise<Accounts> {
  const found = await sql<{ owner: string | null; asset: number; kind: string; id: bigint }>`
    select named.owner, named.asset, named.kind,
      coalesce(a.id, ledger.open_account(named.owner, named.asset, named.kind)) as id
    from (
      select distinct owner, asset, kind
      from jsonb_to_recordset(${rowsOf(names)}::jsonb) as row(owner uuid, asset smallint, kind text)
      order by owner nulls first, asset, kind
    ) named
    left join ledger.account a on a.owner_id = named.owner and a.asset_id = named.asset and a.kind = named.kind`.execute(
    db,
  );
  const ids = new Map(found.rows.map(({ owner, asset, kind, id }) => [`${owner} ${asset} ${kind}`, id]));
  return ({ owner, assetId, kind }) => {
    const id = ids.get(`${owner} ${assetId} ${kind}`);
    assert(id !== undefined, 'an account that was opened has an id');
    return id;
  };
}

function rowsOf(names: readonly AccountName[]): string {
  return JSON.stringify(names.map(({ owner, assetId, kind }) => ({ owner, asset: assetId, kind })));
}

/** What is on these accounts, locked until the transaction ends. */
export async function lockDepositBalances(
  db: Database,
  accounts: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const found = await sql<{ id: bigint; balance: string }>`
    select id, balance::text as balance from ledger.lock_accounts(${accounts}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, balance }) => [id, BigInt(balance)]));
}

export async function findDeposit(db: Database, id: string): Promise<DepositRow | undefined> {
  return (await selectDeposits(db, sql`where d.id = ${id}`))[0];
}

/** As findDeposit, and nobody else changes it until the transaction ends. */
export async function lockDeposit(db: Database, id: string): Promise<DepositRow | undefined> {
  return (await selectDeposits(db, sql`where d.id = ${id} for update of d`))[0];
}

/** Whose it is and in which coin, said after it came. */
export async function updateOwner(
  db: Database,
  { id, userId, asset }: { readonly id: string; readonly userId: string; readonly asset: string },
): Promise<void> {
  const written = await sql`
    update app.deposit set user_id = ${userId}, asset = ${asset} where id = ${id}`.execute(db);
  assert(written.numAffectedRows === 1n, 'a deposit that gets an owner is there');
}

type Filter = { readonly chain: string | undefined; readonly currency: string | undefined };

export type ListedDeposit = {
  readonly id: string;
  readonly state: Exclude<ChainDepositState, 'house'>;
  readonly asset: string | null;
  readonly chain: string;
  readonly amount: string;
  readonly tx_id: string;
  readonly height: bigint | null;
  readonly bill_id: string | null;
  readonly seen_at: number;
  readonly account: Buffer;
  readonly family: Family;
  readonly confirmations: number;
  readonly explorer_transaction: string | null;
  readonly head: bigint | null;
  /** Null: a coin that is not listed. */
  readonly chain_scale: number | null;
  readonly scale: number | null;
  readonly decimals: number | null;
};

export type DepositPage = Filter & {
  readonly userId: string;
  /** Those alone with which something is still to happen. */
  readonly isOpen: boolean;
  readonly before: string | null;
  readonly count: number;
};

/** What came to a person, newest first; whether a rule or the books stopped it, a person of the house has to look. */
export async function listDepositsOf(
  db: Database,
  { userId, chain, currency, isOpen, before, count }: DepositPage,
): Promise<ListedDeposit[]> {
  const found = await sql<ListedDeposit>`
    -- Whether a rule or the books stopped it, a person of the house has to look.
    select d.id, case when d.aside_at is null then d.state else 'held' end as state, d.asset, d.chain, d.amount, d.tx_id, d.height, d.bill_id, d.seen_at, w.account,
      n.family, n.confirmations, n.explorer_transaction, c.height as head,
      s.chain_scale, l.scale, a.decimals
    from app.deposit d
    join app.chain_address w on w.id = d.address_id
    join app.chain n on n.code = d.chain
    ${joinCursor(sql`d.chain`)}
    left join app.chain_asset s on s.chain = d.chain and s.asset = d.asset
    left join app.asset a on a.code = s.asset
    left join ledger.asset l on l.id = a.ledger_id
    where d.user_id = ${userId} and d.state <> 'house'
      and (${chain ?? null}::text is null or d.chain = ${chain ?? null})
      and (${currency ?? null}::text is null or d.asset = ${currency ?? null})
      and (not ${isOpen}::boolean or d.state = any (${openStates}))
      and (${before}::uuid is null or d.id < ${before}::uuid)
    order by d.id desc limit ${count}`.execute(db);
  return found.rows;
}

/** What waits below the minimum: chain units by chain and asset. */
export async function listDustOf(
  db: Database,
  { userId, chain, currency, count }: Filter & { readonly userId: string; readonly count: number },
): Promise<{ chain: string; asset: string; amount: string }[]> {
  const found = await sql<{ chain: string; asset: string; amount: string }>`
    select chain, asset, amount from app.deposit_dust
    where user_id = ${userId} and amount > 0
      and (${chain ?? null}::text is null or chain = ${chain ?? null})
      and (${currency ?? null}::text is null or asset = ${currency ?? null})
    order by chain, asset limit ${count}`.execute(db);
  return found.rows;
}
