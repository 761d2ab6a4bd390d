/** SQL of nonces (app.slot) and of what was signed for them (app.slot_attempt). */
import type { ChainAccount, ChainCode, FeeTerms, Hash } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';
import { before } from '@marigold/money/states';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { accountOf, bytesOf } from '../../chain/registry.ts';
import type { SenderKey } from '../sender/store.ts';
import type { Payout } from '../store.ts';
import { listPayoutsById } from '../store.ts';
import type { Sweep } from '../sweep/store.ts';
import { listSweepsById } from '../sweep/store.ts';
import type { NonceState } from './states.ts';
import { nonceStates } from './states.ts';

export type Attempt = {
  readonly line: number;
  readonly kind: 'pay' | 'cancel';
  readonly txId: string;
  /** Empty of a payment that the database has forgotten and persons recognised on the chain. */
  readonly raw: `0x${string}`;
  readonly fee: FeeTerms;
  readonly createdAt: number;
};

/** What names a nonce. */
export type NonceKey = { readonly chain: ChainCode; readonly account: ChainAccount; readonly number: bigint };

export type Nonce = NonceKey & {
  readonly state: NonceState;
  readonly isCancelled: boolean;
  /** Which of its attempts is in which block. */
  readonly mined: { readonly line: number; readonly height: number } | undefined;
  /** The newest first. */
  readonly attempts: readonly Attempt[];
  readonly work: Work;
};

/** The one thing that a nonce is for. */
export type Work =
  | { readonly purpose: 'payout'; readonly payout: Payout }
  | { readonly purpose: 'topup' | 'sweep'; readonly sweep: Sweep };

/** More than any sender has between signing and finality. */
const noncesMax = 2000;

type NonceRow = {
  account: Buffer;
  nonce: bigint;
  purpose: 'payout' | 'topup' | 'sweep';
  payout_id: string | null;
  sweep_id: string | null;
  state: Nonce['state'];
  is_cancelled: boolean;
  mined_line: number | null;
  mined_height: bigint | null;
};

/** Open nonces of a chain by a condition on s (app.slot), lowest first. */
async function select(db: Database, chain: ChainCode, where: RawBuilder<unknown>): Promise<Nonce[]> {
  const found = await sql<NonceRow>`
    select s.account, s.nonce, s.purpose, s.payout_id, s.sweep_id, s.state, s.is_cancelled, s.mined_line, s.mined_height
    from app.slot s where s.chain = ${chain} and s.state <> 'final' and ${where}
    order by s.account, s.nonce limit ${noncesMax}`.execute(db);
  if (found.rows.length === 0) return [];
  const payoutIds = found.rows.flatMap(({ payout_id }) => payout_id ?? []);
  const sweepIds = found.rows.flatMap(({ sweep_id }) => sweep_id ?? []);
  const payouts = new Map((await listPayoutsById(db, payoutIds)).map((one) => [one.id, one]));
  const sweeps = new Map((await listSweepsById(db, sweepIds)).map((one) => [one.id, one]));
  const attempts = await listAttempts(db, chain, found.rows);
  return found.rows.map((row) => {
    const account = accountOf(row.account);
    return {
      chain,
      account,
      number: row.nonce,
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

function workOf({ purpose }: NonceRow, payout: Payout | undefined, sweep: Sweep | undefined): Work {
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

async function listAttempts(
  db: Database,
  chain: ChainCode,
  nonces: readonly NonceRow[],
): Promise<Map<string, Attempt[]>> {
  const found = await sql<AttemptRow>`
    select a.account, a.nonce, a.line, a.kind, a.tx_id, a.raw, a.gas, a.fee_max, a.tip, a.created_at
    from app.slot_attempt a
    join unnest(${nonces.map(({ account }) => account)}::bytea[], ${nonces.map(({ nonce }) => nonce)}::bigint[])
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

/** Nonces that nothing was signed for yet. */
export async function listReserved(db: Database, chain: ChainCode): Promise<Nonce[]> {
  return await select(db, chain, sql`s.state = 'reserved'`);
}

/** Nonces of which bytes may be on their way or in a block. */
export async function listLive(db: Database, chain: ChainCode): Promise<Nonce[]> {
  return await select(db, chain, sql`s.state = 'live'`);
}

/** Nonces whose bytes are in no block. */
export async function listLiveUnmined(db: Database, chain: ChainCode): Promise<Nonce[]> {
  return await select(db, chain, sql`s.state = 'live' and s.mined_line is null`);
}

/** Nonces that are in no block, signed or not. */
export async function listUnmined(db: Database, chain: ChainCode): Promise<Nonce[]> {
  return await select(db, chain, sql`s.mined_line is null`);
}

/** Nonces of a sender whose payments the balance at this height has not lost yet. */
export async function listNotMinedAt(
  db: Database,
  { chain, account }: SenderKey,
  height: number,
): Promise<Nonce[]> {
  return await select(
    db,
    chain,
    sql`s.account = ${bytesOf(account)} and (s.mined_height is null or s.mined_height > ${height})`,
  );
}

/** The open nonce of a payout; undefined while it has none, and once that is final. */
export async function findNonceOfPayout(
  db: Database,
  { chain, id }: { readonly chain: ChainCode; readonly id: string },
): Promise<Nonce | undefined> {
  return (await select(db, chain, sql`s.payout_id = ${id}`))[0];
}

/** The open nonce of one step of a sweep. */
export async function findNonceOfSweep(
  db: Database,
  chain: ChainCode,
  { sweepId, purpose }: { readonly sweepId: string; readonly purpose: 'topup' | 'sweep' },
): Promise<Nonce | undefined> {
  return (await select(db, chain, sql`s.sweep_id = ${sweepId} and s.purpose = ${purpose}`))[0];
}

/** Locks an open nonce until the transaction ends; undefined when it is final. */
export async function lockNonce(
  db: Database,
  { chain, account, number }: NonceKey,
): Promise<Nonce | undefined> {
  const locked = await sql`
    select 1 from app.slot where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${number}
    for update`.execute(db);
  if (locked.rows.length === 0) return undefined;
  return (await select(db, chain, sql`s.account = ${bytesOf(account)} and s.nonce = ${number}`))[0];
}

/** Whether a sender has nonces that are in no block. */
export async function hasUnminedNonce(db: Database, { chain, account }: SenderKey): Promise<boolean> {
  const open = await sql`
    select 1 from app.slot
    where chain = ${chain} and account = ${bytesOf(account)} and state <> 'final' and mined_line is null limit 1`.execute(
    db,
  );
  return open.rows.length > 0;
}

/** Whether the payout has a nonce: it may be signed at any moment then, and only its replacement takes it back. */
export async function hasNonce(db: Database, payoutId: string): Promise<boolean> {
  const found = await sql`select 1 from app.slot where payout_id = ${payoutId}`.execute(db);
  return found.rows.length > 0;
}

/** Whether nonces below that of a payout are in no block. */
export async function hasLowerNonce(db: Database, payoutId: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.slot s join app.slot lower on lower.chain = s.chain and lower.account = s.account
      and lower.nonce < s.nonce and lower.state <> 'final' and lower.mined_line is null
    where s.payout_id = ${payoutId} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Whether the nonce was given to any payment. */
export async function isNonceGiven(db: Database, { chain, account, number }: NonceKey): Promise<boolean> {
  const holder = await sql`
    select 1 from app.slot
    where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${number}`.execute(db);
  return holder.rows.length > 0;
}

/** Whether a transaction is one of ours already. */
export async function isTransactionKnown(db: Database, { chain }: SenderKey, txId: Hash): Promise<boolean> {
  const found = await sql`
    select 1 from app.slot_attempt where chain = ${chain} and tx_id = ${txId}`.execute(db);
  return found.rows.length > 0;
}

export type NewNonce = NonceKey & {
  readonly purpose: 'payout' | 'topup' | 'sweep';
  /** The payout or the sweep. */
  readonly workId: string;
  readonly now: number;
};

export async function insertNonce(db: Database, nonce: NewNonce): Promise<void> {
  const { chain, account, number, purpose, workId, now } = nonce;
  await sql`
    insert into app.slot (chain, account, nonce, purpose, payout_id, sweep_id, state, created_at)
    values (${chain}, ${bytesOf(account)}, ${number}, ${purpose}, ${purpose === 'payout' ? workId : null},
      ${purpose === 'payout' ? null : workId}, 'reserved', ${new Date(now)})`.execute(db);
}

export async function deleteNonce(db: Database, { chain, account, number }: NonceKey): Promise<void> {
  const written = await sql`
    delete from app.slot where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${number}
      and state = 'reserved'`.execute(db);
  assert(written.numAffectedRows === 1n, 'only a nonce that nothing was signed for is taken back');
}

/** Something was signed for it, perhaps not for the first time. */
export async function updateLive(db: Database, { chain, account, number }: NonceKey): Promise<void> {
  const written = await sql`
    update app.slot set state = 'live'
    where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${number}
      and state = any(${['live', ...before(nonceStates, 'live')]}::text[])`.execute(db);
  assert(written.numAffectedRows === 1n, 'what is signed has a nonce that is not final');
}

/** Which of its attempts is in which block; undefined: none any more. */
export async function updateMined(
  db: Database,
  { chain, account, number }: NonceKey,
  mined: Nonce['mined'],
): Promise<void> {
  const written = await sql`
    update app.slot set mined_line = ${mined?.line ?? null}, mined_height = ${mined?.height ?? null}
    where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${number}`.execute(db);
  assert(written.numAffectedRows === 1n, 'what was mined has a nonce');
}

/** Only of a nonce that is live and locked. */
export async function updateFinal(
  db: Database,
  { chain, account, number }: NonceKey,
  end: { readonly line: number; readonly height: number; readonly gasPaid: bigint },
): Promise<void> {
  const written = await sql`
    update app.slot set state = 'final', mined_line = ${end.line}, mined_height = ${end.height},
      gas_paid = ${String(end.gasPaid)}
    where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${number}
      and state = any(${before(nonceStates, 'final')}::text[])`.execute(db);
  assert(written.numAffectedRows === 1n, 'a nonce becomes final once, and was signed before');
}

/** Locks the nonce of a payout until the transaction ends. */
export async function lockNonceOfPayout(
  db: Database,
  payoutId: string,
): Promise<{ readonly isMined: boolean; readonly isFinal: boolean } | undefined> {
  const found = await sql<{ is_mined: boolean; is_final: boolean }>`
    select mined_line is not null as is_mined, state = 'final' as is_final from app.slot
    where payout_id = ${payoutId} for update`.execute(db);
  const row = found.rows[0];
  return row && { isMined: row.is_mined, isFinal: row.is_final };
}

export async function updateCancelled(db: Database, payoutId: string): Promise<void> {
  const written = await sql`
    update app.slot set is_cancelled = true where payout_id = ${payoutId}`.execute(db);
  assert(written.numAffectedRows === 1n, 'what is replaced has a nonce');
}

export type NewAttempt = Omit<Attempt, 'createdAt'> & { readonly now: number };

export async function insertAttempt(
  db: Database,
  { chain, account, number }: NonceKey,
  { line, kind, txId, raw, fee, now }: NewAttempt,
): Promise<void> {
  const { gas, feeMax, tip } = fee;
  await sql`
    insert into app.slot_attempt (chain, account, nonce, line, kind, tx_id, raw, gas, fee_max, tip, created_at)
    values (${chain}, ${bytesOf(account)}, ${number}, ${line}, ${kind}, ${txId},
      ${Buffer.from(raw.slice(2), 'hex')}, ${String(gas)}, ${String(feeMax)}, ${String(tip)},
      ${new Date(now)})`.execute(db);
}

/** The next attempt of a nonce, of which nothing is known but its transaction. */
export async function insertAdopted(
  db: Database,
  { chain, account, number }: NonceKey,
  { txId, now }: { readonly txId: Hash; readonly now: number },
): Promise<void> {
  const bytes = bytesOf(account);
  await sql`
    insert into app.slot_attempt (chain, account, nonce, line, kind, tx_id, raw, gas, fee_max, tip, created_at)
    select ${chain}, ${bytes}, ${number}, coalesce(max(line), 0) + 1, 'pay', ${txId}, '', 0, 0, 0, ${new Date(now)}
    from app.slot_attempt where chain = ${chain} and account = ${bytes} and nonce = ${number}`.execute(db);
}
