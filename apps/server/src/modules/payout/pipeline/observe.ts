/** Looks where every live nonce stands on the chain and writes what changed. Nothing else decides that money moves. */
import type { ChainReader } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import { Halted } from '@marigold/ledger/errors';

import type { Database } from '../../../platform/database/database.ts';
import { sayUnits } from '../../asset/asset.ts';
import { haltAsset } from '../../chain/state/halt.ts';
import { notify } from '../../message/notify.ts';
import type { PayoutReturn } from '../change.ts';
import { changePayout, giveBack } from '../change.ts';
import type { Context, View } from '../context.ts';
import { assetOf, instructionOf } from '../nonce/nonce.ts';
import type { Nonce } from '../nonce/store.ts';
import { listLive, lockNonce, updateMined } from '../nonce/store.ts';
import { stopSender } from '../sender/sender.ts';
import type { Payout } from '../store.ts';
import { hasCompleted, lockPayout, updateStanding } from '../store.ts';
import type { MinedPayout, PayoutPlan } from './outcome.ts';
import { describeMined, planPayout } from './outcome.ts';
import { finishNonce, retainedFeeOf, lockMoney, payOut } from './settle.ts';

/** Nonces asked about side by side. */
const concurrentMax = 16;

/** Throws ChainUnavailable: what was written before it stays true. */
export async function observeNonces(context: Context, view: View): Promise<void> {
  const nonces = await listLive(context.db, context.code);
  for (let first = 0; first < nonces.length; first += concurrentMax) {
    const group = nonces.slice(first, first + concurrentMax);
    const seen = await Promise.all(
      group.map(async (nonce) => ({ nonce, mined: await findMined(context.chain, nonce, view) })),
    );
    for (const { nonce, mined } of seen) await write(context, view, nonce, mined);
  }
}

/** Of all attempts of a nonce the chain takes one at most. */
async function findMined(chain: ChainReader, nonce: Nonce, view: View): Promise<MinedPayout | undefined> {
  const { payment } = instructionOf(nonce.work);
  for (const attempt of likeliestFirst(nonce)) {
    const onChain = await chain.transaction(attempt.txId);
    if (onChain.state !== 'mined') continue;
    const mined = describeMined(nonce, attempt, onChain, { payment, view });
    if (mined.isFinal) await assertCanonical(chain, mined);
    return mined;
  }
  return undefined;
}

function likeliestFirst({ attempts, mined }: Nonce) {
  const known = attempts.filter(({ line }) => line === mined?.line);
  return [...known, ...attempts.filter(({ line }) => line !== mined?.line)];
}

/** Money follows from this block: it must still be the one at its height. */
async function assertCanonical(chain: ChainReader, { block, attempt }: MinedPayout): Promise<void> {
  const there = await chain.block(block.height);
  if (there?.hash !== block.hash) throw new ChainUnavailable(`the block of ${attempt.txId} is not there`);
}

async function write(
  context: Context,
  view: View,
  nonce: Nonce,
  mined: MinedPayout | undefined,
): Promise<void> {
  const { db, log, crash } = context;
  if (!isNews(nonce, mined, view)) return;
  const isEnd = ends(nonce, mined, view);
  try {
    await db.transaction().execute(async (inside) => {
      const { work } = nonce;
      const payout = work.purpose === 'payout' ? await lockPayout(inside, work.payout.id) : undefined;
      const locked = await lockNonce(inside, nonce);
      if (locked?.state !== 'live') return;
      if (isEnd) await lockMoney(inside, view, work);
      await updateMined(inside, locked, mined && { line: mined.attempt.line, height: mined.block.height });
      if (payout !== undefined) await writePayout(inside, view, payout, mined);
      if (isEnd && mined !== undefined) await finishNonce(inside, view, locked, mined);
      if (mined?.outcome === 'missing') await stopAsset(inside, context, locked, { mined, view });
      await crash(isEnd ? 'payout.before-settle-commit' : 'payout.before-observe-commit');
    });
  } catch (error) {
    // Money stopped while we were at it: the same is decided again once it runs.
    if (error instanceof Halted) return;
    throw error;
  }
  await crash(isEnd ? 'payout.after-settle-commit' : 'payout.after-observe-commit');
  if (isEnd && mined?.outcome !== 'paid' && nonce.work.purpose !== 'payout') {
    // It would be planned again at once and burn gas again.
    const reason = `a ${nonce.work.purpose} ended: ${String(mined?.outcome)}`;
    await stopSender({ db, log, key: nonce, reason, now: view.now });
  }
}

/** A nonce is final when one of its attempts is; a payout that did not move as ordered stays open for a person. */
function ends({ work }: Nonce, mined: MinedPayout | undefined, { mayMove }: View): boolean {
  if (mined === undefined || !mined.isFinal || !mayMove) return false;
  return mined.outcome !== 'missing' || work.purpose !== 'payout';
}

function isNews(nonce: Nonce, mined: MinedPayout | undefined, view: View): boolean {
  const before = nonce.mined;
  if (before?.line !== mined?.attempt.line || before?.height !== mined?.block.height) return true;
  if (ends(nonce, mined, view)) return true;
  return nonce.work.purpose === 'payout' && planPayout(nonce.work.payout, mined, view).states.length > 0;
}

async function writePayout(
  db: Database,
  view: View,
  payout: Payout,
  mined: MinedPayout | undefined,
): Promise<void> {
  const plan = planPayout(payout, mined, view);
  await updateStanding(db, payout.id, plan);
  if (mined !== undefined && plan.states.at(-1) === 'failed') {
    const back = plan.states.slice(0, -1);
    await walk(db, payout, { ...plan, states: back }, view.now);
    const end = { state: 'failed', now: view.now } as const;
    const last = { ...payout, state: back.at(-1) ?? payout.state };
    await giveBack(db, last, { ...end, ...(await readFailure(db, view, payout, mined)) });
    return;
  }
  const isNew = plan.states.includes('completed') && !(await hasCompleted(db, payout.id));
  await walk(db, payout, plan, view.now);
  if (plan.states.includes('settled')) await payOut(db, view, payout);
  if (isNew) await notifyCompleted(db, payout, view.now);
}

/** Whoever ordered what fails when it is mined pays the gas that it took; a cancel and a judgement are the house's. */
async function readFailure(
  db: Database,
  view: View,
  payout: Payout,
  { outcome, gasPaid }: MinedPayout,
): Promise<Pick<PayoutReturn, 'reason' | 'retainedUnits'>> {
  if (outcome !== 'failed') return { reason: outcome === 'cancelled' ? 'cancelled_by_us' : 'judged_unpaid' };
  const retainedUnits = await retainedFeeOf(db, view, payout, gasPaid);
  return { reason: retainedUnits > 0n ? 'transaction_burnt' : 'transaction_failed', retainedUnits };
}

async function walk(
  db: Database,
  payout: Payout,
  { states, reason }: PayoutPlan,
  now: number,
): Promise<void> {
  const [first, ...others] = states;
  if (first !== undefined) await changePayout(db, payout, { states: [first, ...others], reason, now });
}

async function notifyCompleted(db: Database, payout: Payout, now: number): Promise<void> {
  const { userId, asset, billId } = payout;
  const amount = sayUnits(payout, payout.units - payout.feeUnits);
  const to = payout.counterparty ?? payout.account;
  await notify(db, { userId, kind: 'payoutCompleted', facts: { amount, currency: asset, to, billId }, now });
}

/** The coin did not do what was signed: nobody is paid in it before a person has looked. */
async function stopAsset(
  db: Database,
  { code, log }: Context,
  nonce: Nonce,
  { mined, view }: { readonly mined: MinedPayout; readonly view: View },
): Promise<void> {
  // Once for each block it stands in: a person who resumed the asset has seen this one.
  if (nonce.mined?.line === mined.attempt.line && nonce.mined.height === mined.block.height) return;
  const asset = assetOf(nonce.work);
  const { txId } = mined.attempt;
  const reason = `${txId} was mined and did not move what was signed`;
  await haltAsset(db, { chain: code, asset, reason, now: view.now });
  log.error({ chain: code, asset, txId }, 'an asset stopped: what was mined is not what was signed');
}
