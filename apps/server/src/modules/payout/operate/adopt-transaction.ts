/**
 * A payment that the chain shows and the database has forgotten. Persons name it; the chain must say the same before it is
 * written down, and the pipeline asks the chain once more before the payout is completed and settled.
 */
import type { Chain } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import type { recognisePayout } from '@marigold/operations/rows/payout';

import type { Database } from '../../../platform/database/database.ts';
import { isPayoutUndecided } from '../../risk/views.ts';
import { changePayout } from '../change.ts';
import { readView } from '../context.ts';
import { findNonce, takeNonce } from '../nonce/nonce.ts';
import type { Nonce, NonceKey } from '../nonce/store.ts';
import { insertAdopted, isNonceGiven, isTransactionKnown, lockNonce, updateLive } from '../nonce/store.ts';
import { hasPaid } from '../pipeline/outcome.ts';
import { lockSender, openSender } from '../sender/sender.ts';
import type { SenderKey } from '../sender/store.ts';
import { listPayingAccounts } from '../sender/store.ts';
import type { Payout } from '../store.ts';
import { findPayout, lockPayout, paymentOf, updateTransaction } from '../store.ts';
import type { PayoutAnswer, OnPayout } from './operate.ts';

type RecogniseAnswer = PayoutAnswer<typeof recognisePayout>;

/** A payout, and the nonce and transaction that persons say paid it. */
export type Named = OnPayout & { readonly nonce: bigint; readonly txId: string };

/**
 * Whether a transaction is final and moved exactly what a payout orders out of an account of ours that pays people: which
 * sender that is, or the word that says why not. The port tells neither sender nor nonce of a transaction: what left our
 * account was signed by its key, and of the nonce only that it is used. Throws ChainUnavailable or WrongChain.
 */
export async function findPayingAccount(
  db: Database,
  chain: Chain,
  { payoutId, nonce, txId, now }: Named,
): Promise<SenderKey | Exclude<RecogniseAnswer, 'done'>> {
  const payout = await findPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  const { finalized } = await readView({ db, chain, code: payout.chain, clock: () => now });
  const found = await chain.transaction(txId);
  if (found.state !== 'mined') return 'not_paid';
  const accounts = await listPayingAccounts(db, payout.chain);
  const account = accounts.find((one) => hasPaid(found, one, paymentOf(payout)));
  if (account === undefined) return 'not_paid';
  if (found.block.height > finalized.height) return 'not_final';
  const there = await chain.block(found.block.height);
  if (there?.hash !== found.block.hash) throw new ChainUnavailable(`the block of ${txId} is not there`);
  return (await chain.nonce(account)) > nonce ? { chain: payout.chain, account } : 'nonce_unused';
}

/**
 * Writes the payment down as the one attempt that is known of its nonce, without bytes and never sent again, in the
 * caller's transaction. The next pass of the pipeline finds it on the chain. The caller has asked `findPayingAccount`.
 */
export async function adoptTransaction(
  db: Database,
  { payoutId, nonce, txId, now, sender }: Named & { readonly sender: SenderKey },
): Promise<RecogniseAnswer> {
  await openSender(db, sender);
  // Paused or not: nobody else takes a nonce of it meanwhile.
  await lockSender(db, sender);
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (await isPayoutUndecided(db, payoutId)) return 'undecided_case';
  if (await isTransactionKnown(db, sender, txId)) return 'transaction_taken';
  const key = { ...sender, number: nonce };
  const found = await findNonce(db, payoutId);
  const own = found && (await lockNonce(db, found));
  const problem = own === undefined ? await newNonceProblem(db, payout, key) : knownNonceProblem(own, key);
  if (problem !== undefined) return problem;
  if (own === undefined) await takeNonce(db, { ...key, purpose: 'payout', workId: payoutId, now });
  await insertAdopted(db, key, { txId, now });
  await updateLive(db, key);
  await updateTransaction(db, payoutId, txId);
  await startSending(db, payout, now);
  return 'done';
}

async function newNonceProblem(
  db: Database,
  { state }: Payout,
  key: NonceKey,
): Promise<Exclude<RecogniseAnswer, 'done'> | undefined> {
  if (state !== 'review' && state !== 'waiting' && state !== 'no-liquidity') return 'wrong_state';
  return (await isNonceGiven(db, key)) ? 'nonce_taken' : undefined;
}

/** A backup may know the nonce and not the last transaction that was signed for it. */
function knownNonceProblem(
  own: Nonce,
  { account, number }: NonceKey,
): Exclude<RecogniseAnswer, 'done'> | undefined {
  if (own.account !== account || own.number !== number) return 'nonce_taken';
  return own.mined === undefined ? undefined : 'mined';
}

/** Step by step: its bill may stand where a step leads, and then stays. */
async function startSending(db: Database, payout: Payout, now: number): Promise<void> {
  const { state } = payout;
  if (state === 'sending' || state === 'stuck') return;
  if (state !== 'waiting') await changePayout(db, payout, { states: ['waiting'], now });
  await changePayout(db, { ...payout, state: 'waiting' }, { states: ['sending'], now });
}
