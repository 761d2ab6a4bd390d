/**
 * A payment that the chain shows and the database has forgotten. Persons name it; the chain must say the same before it is
 * written down, and the pipeline asks the chain once more before the payout is completed and settled.
 */
import type { Chain } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { bytesOf } from '../chain/registry.ts';
import { changePayout } from './change.ts';
import { look } from './context.ts';
import type { LaneKey } from './lane.ts';
import { lockLane, openLane, payingAccounts, takeNonce } from './lane.ts';
import type { OnPayout, OperatorAnswer } from './operate.ts';
import { hasOpenCase } from './operate.ts';
import type { Slot } from './slot.ts';
import { findSlot, lockSlot } from './slot.ts';
import type { Payout } from './store.ts';
import { lockPayout, paymentOf, selectPayouts } from './store.ts';
import { hasPaid } from './verdict.ts';

/** A payout, and the nonce and transaction that persons say paid it. */
export type Named = OnPayout & { readonly nonce: bigint; readonly txId: string };

/**
 * Whether a transaction is final and moved exactly what a payout orders out of an account of ours that pays people: which
 * lane that is, or the word that says why not. The port tells neither sender nor nonce of a transaction: what left our
 * account was signed by its key, and of the nonce only that it is used. Throws ChainUnavailable or WrongChain.
 */
export async function findPayer(
  db: Database,
  chain: Chain,
  { payoutId, nonce, txId, now }: Named,
): Promise<LaneKey | OperatorAnswer> {
  const [payout] = await selectPayouts(db, sql`p.id = ${payoutId}`);
  if (payout === undefined) return 'not_found';
  const { finalized } = await look({ db, chain, code: payout.chain, clock: () => now });
  const said = await chain.transaction(txId);
  if (said.state !== 'mined') return 'not_paid';
  const accounts = await payingAccounts(db, payout.chain);
  const account = accounts.find((one) => hasPaid(said, one, paymentOf(payout)));
  if (account === undefined) return 'not_paid';
  if (said.block.height > finalized.height) return 'not_final';
  const there = await chain.block(said.block.height);
  if (there?.hash !== said.block.hash) throw new ChainUnavailable(`the block of ${txId} is not there`);
  return (await chain.nonce(account)) > nonce ? { chain: payout.chain, account } : 'nonce_unused';
}

/**
 * Writes the payment down as the one attempt that is known of its nonce, without bytes and never sent again, in the
 * caller's transaction. The next pass of the pipeline finds it on the chain. The caller has asked `findPayer`.
 */
export async function recognisePayout(
  db: Database,
  { payoutId, nonce, txId, now, lane }: Named & { readonly lane: LaneKey },
): Promise<OperatorAnswer> {
  await openLane(db, lane);
  // Paused or not: nobody else takes a nonce of it meanwhile.
  await lockLane(db, lane);
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (await hasOpenCase(db, payoutId)) return 'undecided_case';
  if (await isKnown(db, lane, txId)) return 'transaction_taken';
  const found = await findSlot(db, payoutId);
  const slot = found && (await lockSlot(db, found));
  const problem =
    slot === undefined
      ? await newSlotProblem(db, payout, { ...lane, nonce })
      : slotProblem(slot, { ...lane, nonce });
  if (problem !== undefined) return problem;
  const key = { ...lane, nonce };
  if (slot === undefined) await takeNonce(db, { ...key, purpose: 'payout', workId: payoutId, now });
  await writeAttempt(db, key, txId, now);
  await sql`update app.payout set tx_id = ${txId}, height = null where id = ${payoutId}`.execute(db);
  await goOn(db, payout, now);
  return 'done';
}

type Place = LaneKey & { readonly nonce: bigint };

async function isKnown(db: Database, { chain }: LaneKey, txId: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.slot_attempt where chain = ${chain} and tx_id = ${txId}`.execute(db);
  return found.rows.length > 0;
}

async function newSlotProblem(
  db: Database,
  { state }: Payout,
  { chain, account, nonce }: Place,
): Promise<OperatorAnswer | undefined> {
  if (state !== 'review' && state !== 'waiting' && state !== 'no-liquidity') return 'wrong_state';
  const holder = await sql`
    select 1 from app.slot
    where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${nonce}`.execute(db);
  return holder.rows.length > 0 ? 'nonce_taken' : undefined;
}

/** A backup may know the nonce and not the last transaction that was signed for it. */
function slotProblem(slot: Slot, { account, nonce }: Place): OperatorAnswer | undefined {
  if (slot.account !== account || slot.nonce !== nonce) return 'nonce_taken';
  return slot.mined === undefined ? undefined : 'mined';
}

async function writeAttempt(
  db: Database,
  { chain, account, nonce }: Place,
  txId: string,
  now: number,
): Promise<void> {
  const bytes = bytesOf(account);
  await sql`
    insert into app.slot_attempt (chain, account, nonce, line, kind, tx_id, raw, gas, fee_max, tip, created_at)
    select ${chain}, ${bytes}, ${nonce}, coalesce(max(line), 0) + 1, 'pay', ${txId}, '', 0, 0, 0, ${new Date(now)}
    from app.slot_attempt where chain = ${chain} and account = ${bytes} and nonce = ${nonce}`.execute(db);
  await sql`
    update app.slot set state = 'live'
    where chain = ${chain} and account = ${bytes} and nonce = ${nonce}`.execute(db);
}

/** Step by step: its bill may stand where a step leads, and then stays. */
async function goOn(db: Database, payout: Payout, now: number): Promise<void> {
  const { state } = payout;
  if (state === 'sending' || state === 'stuck') return;
  if (state !== 'waiting') await changePayout(db, payout, { states: ['waiting'], now });
  await changePayout(db, { ...payout, state: 'waiting' }, { states: ['sending'], now });
}
