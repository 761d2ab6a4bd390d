/** Slots with their attempts and what they are for. */
import type { Account, ChainCode, Coin, FeeTerms, Payment } from '@marigold/chain/port';
import type { Approval } from '@marigold/chain/signer-port';
import { assert } from '@marigold/money/assert';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { accountOf, bytesOf } from '../chain/registry.ts';
import type { Payout } from './store.ts';
import { paymentOf, selectPayouts } from './store.ts';

export type Attempt = {
  readonly line: number;
  readonly kind: 'pay' | 'cancel';
  readonly txId: string;
  /** Empty of a payment that the database has forgotten and persons recognised on the chain. */
  readonly raw: `0x${string}`;
  readonly fee: FeeTerms;
  readonly createdAt: number;
};

/** Whether it can be sent again. */
export function hasBytes({ raw }: Attempt): boolean {
  return raw !== '0x';
}

/** What names a slot. */
export type SlotKey = { readonly chain: ChainCode; readonly account: Account; readonly nonce: bigint };

export type Slot = SlotKey & {
  readonly state: 'reserved' | 'live' | 'final';
  readonly isCancelled: boolean;
  /** Which of its attempts is in which block. */
  readonly mined: { readonly line: number; readonly height: number } | undefined;
  /** The newest first. */
  readonly attempts: readonly Attempt[];
  readonly work: Work;
};

export type Sweep = {
  readonly id: string;
  readonly asset: string;
  readonly coin: Coin;
  /** The deposit address, and its index below the extended public key. */
  readonly account: Account;
  readonly index: number;
  /** Where it goes. */
  readonly hot: Account;
  readonly amount: bigint;
  /** Sent ahead for gas. */
  readonly gasAmount: bigint | null;
  readonly state: 'planned' | 'fuelling' | 'fuelled' | 'sweeping' | 'done' | 'failed';
};

/** The one thing that a slot is for. */
export type Work =
  | { readonly purpose: 'payout'; readonly payout: Payout }
  | { readonly purpose: 'topup' | 'sweep'; readonly sweep: Sweep };

/** More than any lane has between signing and finality. */
const slotsMax = 2000;

type SlotRow = {
  account: Buffer;
  nonce: bigint;
  purpose: 'payout' | 'topup' | 'sweep';
  payout_id: string | null;
  sweep_id: string | null;
  state: Slot['state'];
  is_cancelled: boolean;
  mined_line: number | null;
  mined_height: bigint | null;
};

/** Open slots of a chain by a condition on s (app.slot), lowest nonces first. */
export async function listSlots(
  db: Database,
  chain: ChainCode,
  where: RawBuilder<unknown> = sql`true`,
): Promise<Slot[]> {
  const found = await sql<SlotRow>`
    select s.account, s.nonce, s.purpose, s.payout_id, s.sweep_id, s.state, s.is_cancelled, s.mined_line, s.mined_height
    from app.slot s where s.chain = ${chain} and s.state <> 'final' and ${where}
    order by s.account, s.nonce limit ${slotsMax}`.execute(db);
  if (found.rows.length === 0) return [];
  const payoutIds = found.rows.flatMap(({ payout_id }) => payout_id ?? []);
  const sweepIds = found.rows.flatMap(({ sweep_id }) => sweep_id ?? []);
  const payouts = new Map(
    (await selectPayouts(db, sql`p.id = any(${payoutIds}::uuid[])`)).map((one) => [one.id, one]),
  );
  const sweeps = new Map(
    (await selectSweeps(db, sql`w.id = any(${sweepIds}::uuid[])`)).map((one) => [one.id, one]),
  );
  const attempts = await attemptsOf(db, chain, found.rows);
  return found.rows.map((row) => {
    const account = accountOf(row.account);
    return {
      chain,
      account,
      nonce: row.nonce,
      state: row.state,
      isCancelled: row.is_cancelled,
      mined:
        row.mined_line === null || row.mined_height === null
          ? undefined
          : { line: row.mined_line, height: Number(row.mined_height) },
      attempts: attempts.get(`${account}/${row.nonce}`) ?? [],
      work: workOf(row, payouts.get(row.payout_id ?? ''), sweeps.get(row.sweep_id ?? '')),
    };
  });
}

function workOf({ purpose }: SlotRow, payout: Payout | undefined, sweep: Sweep | undefined): Work {
  if (purpose === 'payout') {
    assert(payout !== undefined, 'a slot of a payout has it');
    return { purpose, payout };
  }
  assert(sweep !== undefined, 'a slot of a sweep has it');
  return { purpose, sweep };
}

type AttemptRow = {
  account: Buffer;
  nonce: bigint;
  line: number;
  kind: 'pay' | 'cancel';
  tx_id: string;
  raw: Buffer;
  gas: string;
  fee_max: string;
  tip: string;
  created_at: number;
};

async function attemptsOf(
  db: Database,
  chain: ChainCode,
  slots: readonly SlotRow[],
): Promise<Map<string, Attempt[]>> {
  const found = await sql<AttemptRow>`
    select a.account, a.nonce, a.line, a.kind, a.tx_id, a.raw, a.gas, a.fee_max, a.tip, a.created_at
    from app.slot_attempt a
    join unnest(${slots.map(({ account }) => account)}::bytea[], ${slots.map(({ nonce }) => nonce)}::bigint[])
      as s(account, nonce) on s.account = a.account and s.nonce = a.nonce
    where a.chain = ${chain} order by a.line desc`.execute(db);
  const byKey = new Map<string, Attempt[]>();
  for (const row of found.rows) {
    const key = `${accountOf(row.account)}/${row.nonce}`;
    const list = byKey.get(key) ?? [];
    list.push({
      line: row.line,
      kind: row.kind,
      txId: row.tx_id,
      raw: `0x${row.raw.toString('hex')}`,
      fee: { gas: BigInt(row.gas), feeMax: BigInt(row.fee_max), tip: BigInt(row.tip) },
      createdAt: row.created_at,
    });
    byKey.set(key, list);
  }
  return byKey;
}

type SweepRow = {
  id: string;
  asset: string;
  contract: Buffer | null;
  account: Buffer;
  path_index: number;
  hot_account: Buffer;
  amount: string;
  gas_amount: string | null;
  state: Sweep['state'];
};

/** Sweeps by a condition on w (app.sweep), with whatever order, limit and lock it carries. */
export async function selectSweeps(db: Database, where: RawBuilder<unknown>): Promise<Sweep[]> {
  const found = await sql<SweepRow>`
    select w.id, w.asset, c.contract, d.account, d.path_index, w.hot_account, w.amount, w.gas_amount, w.state
    from app.sweep w
    join app.chain_asset c on c.chain = w.chain and c.asset = w.asset
    join app.chain_address d on d.id = w.address_id
    where ${where}`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    asset: row.asset,
    coin: row.contract === null ? 'native' : accountOf(row.contract),
    account: accountOf(row.account),
    index: row.path_index,
    hot: accountOf(row.hot_account),
    amount: BigInt(row.amount),
    gasAmount: row.gas_amount === null ? null : BigInt(row.gas_amount),
    state: row.state,
  }));
}

/** The open slot of a payout; undefined while it has no nonce, and once that is final. */
export async function findSlot(db: Database, payoutId: string): Promise<Slot | undefined> {
  const [payout] = await selectPayouts(db, sql`p.id = ${payoutId}`);
  if (payout === undefined) return undefined;
  return (await listSlots(db, payout.chain, sql`s.payout_id = ${payoutId}`))[0];
}

/** Locks an open slot until the transaction ends; undefined when it is final. */
export async function lockSlot(db: Database, { chain, account, nonce }: SlotKey): Promise<Slot | undefined> {
  const locked = await sql`
    select 1 from app.slot where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${nonce}
    for update`.execute(db);
  if (locked.rows.length === 0) return undefined;
  const found = await listSlots(db, chain, sql`s.account = ${bytesOf(account)} and s.nonce = ${nonce}`);
  return found[0];
}

/** What a slot pays, to whom, and why the signer may sign it. */
export function orderOf(work: Work): { readonly payment: Payment; readonly approval: Approval } {
  if (work.purpose === 'payout') {
    const approval = { kind: 'payout', payoutId: work.payout.id } as const;
    return { payment: paymentOf(work.payout), approval };
  }
  const { account, index, hot, amount, coin, gasAmount } = work.sweep;
  if (work.purpose === 'sweep') {
    return { payment: { coin, to: hot, amount }, approval: { kind: 'sweep', index } };
  }
  assert(gasAmount !== null, `the top-up of sweep ${work.sweep.id} has an amount`);
  return { payment: { coin: 'native', to: account, amount: gasAmount }, approval: { kind: 'topup', index } };
}

/** The asset that stops when something is wrong with this work; gas alone belongs to the native coin. */
export function assetOf(work: Work): string {
  return work.purpose === 'payout' ? work.payout.asset : work.sweep.asset;
}
