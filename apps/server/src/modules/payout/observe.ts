/** Looks where every live slot stands on the chain and writes what changed. Nothing else decides that money moves. */
import type { ChainReader } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import { Halted } from '@marigold/ledger/errors';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { bytesOf } from '../chain/registry.ts';
import { haltAsset } from '../chain/state/halt.ts';
import { notify } from '../message/notify.ts';
import type { Return } from './change.ts';
import { changePayout, giveBack, sayUnits } from './change.ts';
import type { Context, View } from './context.ts';
import { pause } from './lane.ts';
import { finishSlot, keptOf, lockMoney, payOut } from './settle.ts';
import type { Slot } from './slot.ts';
import { assetOf, listSlots, lockSlot, orderOf } from './slot.ts';
import type { Payout } from './store.ts';
import { lockPayout } from './store.ts';
import type { Mined, PayoutPlan } from './verdict.ts';
import { minedAs, planPayout } from './verdict.ts';

/** Slots asked about side by side. */
const askedAtOnce = 16;

/** Throws ChainUnavailable: what was written before it stays true. */
export async function observeSlots(context: Context, view: View): Promise<void> {
  const slots = await listSlots(context.db, context.code, sql`s.state = 'live'`);
  for (let first = 0; first < slots.length; first += askedAtOnce) {
    const group = slots.slice(first, first + askedAtOnce);
    const seen = await Promise.all(
      group.map(async (slot) => ({ slot, mined: await findMined(context.chain, slot, view) })),
    );
    for (const { slot, mined } of seen) await write(context, view, slot, mined);
  }
}

/** Of all attempts of a nonce the chain takes one at most. */
async function findMined(chain: ChainReader, slot: Slot, view: View): Promise<Mined | undefined> {
  const { payment } = orderOf(slot.work);
  for (const attempt of likeliestFirst(slot)) {
    const said = await chain.transaction(attempt.txId);
    if (said.state !== 'mined') continue;
    const mined = minedAs(slot, attempt, said, { payment, view });
    if (mined.isFinal) await assertCanonical(chain, mined);
    return mined;
  }
  return undefined;
}

function likeliestFirst({ attempts, mined }: Slot) {
  const known = attempts.filter(({ line }) => line === mined?.line);
  return [...known, ...attempts.filter(({ line }) => line !== mined?.line)];
}

/** Money follows from this block: it must still be the one at its height. */
async function assertCanonical(chain: ChainReader, { block, attempt }: Mined): Promise<void> {
  const there = await chain.block(block.height);
  if (there?.hash !== block.hash) throw new ChainUnavailable(`the block of ${attempt.txId} is not there`);
}

async function write(context: Context, view: View, slot: Slot, mined: Mined | undefined): Promise<void> {
  const { db, log, crash } = context;
  if (!isNews(slot, mined, view)) return;
  const isEnd = ends(slot, mined, view);
  try {
    await db.transaction().execute(async (inside) => {
      const { work } = slot;
      const payout = work.purpose === 'payout' ? await lockPayout(inside, work.payout.id) : undefined;
      const locked = await lockSlot(inside, slot);
      if (locked?.state !== 'live') return;
      if (isEnd) await lockMoney(inside, view, work);
      await markMined(inside, locked, mined);
      if (payout !== undefined) await writePayout(inside, view, payout, mined);
      if (isEnd && mined !== undefined) await finishSlot(inside, view, locked, mined);
      if (mined?.outcome === 'missing') await stopAsset(inside, context, locked, { mined, view });
      await crash(isEnd ? 'payout.before-settle-commit' : 'payout.before-observe-commit');
    });
  } catch (error) {
    // Money stopped while we were at it: the same is decided again once it runs.
    if (error instanceof Halted) return;
    throw error;
  }
  await crash(isEnd ? 'payout.after-settle-commit' : 'payout.after-observe-commit');
  if (isEnd && mined?.outcome !== 'paid' && slot.work.purpose !== 'payout') {
    // It would be planned again at once and burn gas again.
    const reason = `a ${slot.work.purpose} ended: ${String(mined?.outcome)}`;
    await pause({ db, log, key: slot, reason, now: view.now });
  }
}

/** A slot is final when one of its attempts is; a payout that did not move as ordered stays open for a person. */
function ends({ work }: Slot, mined: Mined | undefined, { mayMove }: View): boolean {
  if (mined === undefined || !mined.isFinal || !mayMove) return false;
  return mined.outcome !== 'missing' || work.purpose !== 'payout';
}

function isNews(slot: Slot, mined: Mined | undefined, view: View): boolean {
  const before = slot.mined;
  if (before?.line !== mined?.attempt.line || before?.height !== mined?.block.height) return true;
  if (ends(slot, mined, view)) return true;
  return slot.work.purpose === 'payout' && planPayout(slot.work.payout, mined, view).states.length > 0;
}

async function markMined(db: Database, slot: Slot, mined: Mined | undefined): Promise<void> {
  await sql`
    update app.slot set mined_line = ${mined?.attempt.line ?? null}, mined_height = ${mined?.block.height ?? null}
    where chain = ${slot.chain} and account = ${bytesOf(slot.account)} and nonce = ${slot.nonce}`.execute(db);
}

async function writePayout(
  db: Database,
  view: View,
  payout: Payout,
  mined: Mined | undefined,
): Promise<void> {
  const plan = planPayout(payout, mined, view);
  await sql`
    update app.payout set tx_id = ${plan.txId}, height = ${plan.height}, reason = coalesce(${plan.reason ?? null}, reason)
    where id = ${payout.id}`.execute(db);
  if (mined !== undefined && plan.states.at(-1) === 'failed') {
    const back = plan.states.slice(0, -1);
    await walk(db, payout, { ...plan, states: back }, view.now);
    const end = { state: 'failed', now: view.now } as const;
    const last = { ...payout, state: back.at(-1) ?? payout.state };
    await giveBack(db, last, { ...end, ...(await howItFailed(db, view, payout, mined)) });
    return;
  }
  const isNew = plan.states.includes('completed') && !(await wasCompleted(db, payout.id));
  await walk(db, payout, plan, view.now);
  if (plan.states.includes('settled')) await payOut(db, view, payout);
  if (isNew) await tellCompleted(db, payout, view.now);
}

/** Whoever ordered what fails when it is mined pays the gas that it took; a cancel and a judgement are the house's. */
async function howItFailed(
  db: Database,
  view: View,
  payout: Payout,
  { outcome, gasPaid }: Mined,
): Promise<Pick<Return, 'reason' | 'keptUnits'>> {
  if (outcome !== 'failed') return { reason: outcome === 'cancelled' ? 'cancelled_by_us' : 'judged_unpaid' };
  const keptUnits = await keptOf(db, view, payout, gasPaid);
  return { reason: keptUnits > 0n ? 'transaction_burnt' : 'transaction_failed', keptUnits };
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

/** A reorganisation may complete a payout twice; it is told once. */
async function wasCompleted(db: Database, id: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.payout_step where payout_id = ${id} and state = 'completed' limit 1`.execute(db);
  return found.rows.length > 0;
}

async function tellCompleted(db: Database, payout: Payout, now: number): Promise<void> {
  const { userId, asset, billId } = payout;
  const amount = sayUnits(payout, payout.units - payout.feeUnits);
  const to = payout.counterparty ?? payout.account;
  await notify(db, { userId, kind: 'payoutCompleted', facts: { amount, currency: asset, to, billId }, now });
}

/** The coin did not do what was signed: nobody is paid in it before a person has looked. */
async function stopAsset(
  db: Database,
  { code, log }: Context,
  slot: Slot,
  { mined, view }: { readonly mined: Mined; readonly view: View },
): Promise<void> {
  // Once for each block it stands in: a person who resumed the asset has seen this one.
  if (slot.mined?.line === mined.attempt.line && slot.mined.height === mined.block.height) return;
  const asset = assetOf(slot.work);
  const { txId } = mined.attempt;
  const reason = `${txId} was mined and did not move what was signed`;
  await haltAsset(db, { chain: code, asset, reason, now: view.now });
  log.error({ chain: code, asset, txId }, 'an asset stopped: what was mined is not what was signed');
}
