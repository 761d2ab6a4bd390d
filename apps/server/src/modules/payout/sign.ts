/**
 * From a nonce to bytes on their way: draft, signature, commit, and only then the first send (W1). Signing and sending
 * happen outside of database transactions; what another worker did meanwhile is found out when the bytes are stored.
 */
import type { Draft, FeeTerms, Signed } from '@marigold/chain/port';
import { SignerRefused } from '@marigold/chain/signer-port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { mapConcurrent } from '../chain/map-concurrent.ts';
import { bytesOf } from '../chain/registry.ts';
import { isStopped } from '../chain/views.ts';
import { changePayout } from './change.ts';
import type { Context, View } from './context.ts';
import { lockLane, pause } from './lane.ts';
import type { Slot } from './slot.ts';
import { assetOf, hasBytes, listSlots, lockSlot, orderOf } from './slot.ts';
import { lockPayout } from './store.ts';

/** Transactions on their way to the nodes at the same time. */
const sentAtOnce = 16;

/**
 * Signs the next attempt of a slot on these terms, stores it and sends it once. A slot that was once to be cancelled is
 * only ever signed as its cancel. False: nothing was stored. Throws SignerUnavailable.
 */
export async function signSlot(
  context: Context,
  view: View,
  { slot, fee }: { readonly slot: Slot; readonly fee: FeeTerms },
): Promise<boolean> {
  const { signer, db, log, crash, chain } = context;
  const { payment, approval } = orderOf(slot.work);
  const draft: Draft = {
    chain: slot.chain,
    networkId: view.networkId,
    from: slot.account,
    nonce: slot.nonce,
    kind: slot.isCancelled ? 'cancel' : 'pay',
    payment,
    fee,
  };
  let signed: Signed;
  try {
    signed = await signer.sign(draft, approval);
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error;
    const reason = `the signer refused nonce ${slot.nonce}: ${error.refusal}`;
    await pause({ db, log, key: slot, reason, now: view.now });
    return false;
  }
  await crash('payout.after-sign');
  const isStored = await db.transaction().execute(async (inside) => {
    const stored = await store(inside, slot, draft, signed, view.now);
    await crash('payout.before-store-commit');
    return stored;
  });
  if (!isStored) return false;
  await crash('payout.after-store-commit');
  await chain.broadcast(signed);
  await crash('payout.after-send');
  return true;
}

/** Compare-and-set: the slot must be as it was when the bytes were made, or they are forgotten unsent. */
async function store(db: Database, slot: Slot, draft: Draft, signed: Signed, now: number): Promise<boolean> {
  const { work } = slot;
  if ((await lockLane(db, slot)) === undefined) return false;
  // Somebody may have stopped it while it was signed; a cancel moves nothing.
  const moved = { chain: slot.chain, asset: assetOf(work) };
  if (draft.kind === 'pay' && (await isStopped(db, moved))) return false;
  const payout = work.purpose === 'payout' ? await lockPayout(db, work.payout.id) : undefined;
  const locked = await lockSlot(db, slot);
  const line = slot.attempts[0]?.line ?? 0;
  const isSame =
    locked !== undefined &&
    // Slot and attempts were read one after the other: what another worker stored in between shows in one of them.
    locked.state === slot.state &&
    locked.isCancelled === slot.isCancelled &&
    (locked.attempts[0]?.line ?? 0) === line &&
    locked.mined === undefined;
  if (!isSame) return false;
  const { gas, feeMax, tip } = draft.fee;
  await sql`
    insert into app.slot_attempt (chain, account, nonce, line, kind, tx_id, raw, gas, fee_max, tip, created_at)
    values (${slot.chain}, ${bytesOf(slot.account)}, ${slot.nonce}, ${line + 1}, ${draft.kind}, ${signed.txId},
      ${Buffer.from(signed.raw.slice(2), 'hex')}, ${String(gas)}, ${String(feeMax)}, ${String(tip)},
      ${new Date(now)})`.execute(db);
  await sql`
    update app.slot set state = 'live'
    where chain = ${slot.chain} and account = ${bytesOf(slot.account)} and nonce = ${slot.nonce}`.execute(db);
  if (payout === undefined) return true;
  await sql`update app.payout set tx_id = ${signed.txId}, height = null where id = ${payout.id}`.execute(db);
  if (payout.state !== 'sending') await changePayout(db, payout, { states: ['sending'], now });
  return true;
}

/**
 * Sends the newest bytes of every slot that is in no block, lowest nonces first: whatever was lost is healed by this.
 * Several at once, so that a provider that does not answer keeps few of them waiting.
 */
export async function sendAgain({ db, chain, code }: Context): Promise<void> {
  const live = await listSlots(db, code, sql`s.state = 'live' and s.mined_line is null`);
  const newest = live.flatMap(({ attempts }) => attempts.find(hasBytes) ?? []);
  await mapConcurrent(newest, sentAtOnce, async ({ txId, raw }) => await chain.broadcast({ txId, raw }));
}
