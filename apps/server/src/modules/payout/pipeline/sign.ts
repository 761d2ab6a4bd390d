/**
 * From a nonce to bytes on their way: draft, signature, commit, and only then the first send (W1). Signing and sending
 * happen outside of database transactions; what another worker did meanwhile is found out when the bytes are stored.
 */
import type { TransactionDraft, FeeTerms, Signed } from '@marigold/chain/port';
import { SignerRefused } from '@marigold/chain/signer-port';

import type { Database } from '../../../platform/database/database.ts';
import { mapConcurrent } from '../../../platform/process/map-concurrent.ts';
import { isStopped } from '../../chain/views.ts';
import { changePayout } from '../change.ts';
import type { Context, View } from '../context.ts';
import { assetOf, hasBytes, instructionOf } from '../nonce/nonce.ts';
import type { Nonce } from '../nonce/store.ts';
import { insertAttempt, listLiveUnmined, lockNonce, updateLive } from '../nonce/store.ts';
import { lockSender, stopSender } from '../sender/sender.ts';
import { lockPayout, updateTransaction } from '../store.ts';

/** Transactions on their way to the nodes at the same time. */
const sentAtOnce = 16;

/**
 * Signs the next attempt of a nonce on these terms, stores it and sends it once. A nonce that was once to be cancelled is
 * only ever signed as its cancel. False: nothing was stored. Throws SignerUnavailable.
 */
export async function signNonce(
  context: Context,
  view: View,
  { nonce, fee }: { readonly nonce: Nonce; readonly fee: FeeTerms },
): Promise<boolean> {
  const { signer, db, log, crash, chain } = context;
  const { payment, approval } = instructionOf(nonce.work);
  const draft: TransactionDraft = {
    chain: nonce.chain,
    networkId: view.networkId,
    from: nonce.account,
    nonce: nonce.number,
    kind: nonce.isCancelled ? 'cancel' : 'pay',
    payment,
    fee,
  };
  let signed: Signed;
  try {
    signed = await signer.sign(draft, approval);
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error;
    const reason = `the signer refused nonce ${nonce.number}: ${error.refusal}`;
    await stopSender({ db, log, key: nonce, reason, now: view.now });
    return false;
  }
  await crash('payout.after-sign');
  const isStored = await db.transaction().execute(async (inside) => {
    const stored = await store(inside, nonce, draft, signed, view.now);
    await crash('payout.before-store-commit');
    return stored;
  });
  if (!isStored) return false;
  await crash('payout.after-store-commit');
  await chain.broadcast(signed);
  await crash('payout.after-send');
  return true;
}

/** Compare-and-set: the nonce must be as it was when the bytes were made, or they are forgotten unsent. */
async function store(
  db: Database,
  nonce: Nonce,
  draft: TransactionDraft,
  signed: Signed,
  now: number,
): Promise<boolean> {
  const { work } = nonce;
  if ((await lockSender(db, nonce)) === undefined) return false;
  // Somebody may have stopped it while it was signed; a cancel moves nothing.
  const moved = { chain: nonce.chain, asset: assetOf(work) };
  if (draft.kind === 'pay' && (await isStopped(db, moved))) return false;
  const payout = work.purpose === 'payout' ? await lockPayout(db, work.payout.id) : undefined;
  const locked = await lockNonce(db, nonce);
  const line = nonce.attempts[0]?.line ?? 0;
  const isSame =
    locked !== undefined &&
    // Nonce and attempts were read one after the other: what another worker stored in between shows in one of them.
    locked.state === nonce.state &&
    locked.isCancelled === nonce.isCancelled &&
    (locked.attempts[0]?.line ?? 0) === line &&
    locked.mined === undefined;
  if (!isSame) return false;
  const { txId, raw } = signed;
  await insertAttempt(db, nonce, { line: line + 1, kind: draft.kind, txId, raw, fee: draft.fee, now });
  await updateLive(db, nonce);
  if (payout === undefined) return true;
  await updateTransaction(db, payout.id, signed.txId);
  if (payout.state !== 'sending') await changePayout(db, payout, { states: ['sending'], now });
  return true;
}

/**
 * Sends the newest bytes of every nonce that is in no block, lowest nonces first: whatever was lost is healed by this.
 * Several at once, so that a provider that does not answer keeps few of them waiting.
 */
export async function sendAgain({ db, chain, code }: Context): Promise<void> {
  const live = await listLiveUnmined(db, code);
  const newest = live.flatMap(({ attempts }) => attempts.find(hasBytes) ?? []);
  await mapConcurrent(newest, sentAtOnce, async ({ txId, raw }) => await chain.broadcast({ txId, raw }));
}
