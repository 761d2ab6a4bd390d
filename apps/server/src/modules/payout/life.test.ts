import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { asOwner } from '../../../testing/database.ts';
import type { PayoutScene } from '../../../testing/payout-scene.ts';
import { finalityDepth, openPayoutScene } from '../../../testing/payout-scene.ts';
import { cancelWaiting } from './cancel.ts';
import { bumpPayout, cancelByReplacement, judgePayout } from './operate/operate.ts';

let scene: PayoutScene;
const usdt = 1_000_000n;
const ether = 10n ** 18n;

beforeEach(async () => {
  scene = await openPayoutScene();
  await scene.fund(scene.signer.known.hot, 'ETH', 10n * ether);
  await scene.fund(scene.signer.known.hot, 'USDT', 10_000n * usdt);
});
afterEach(async () => {
  await scene.close();
});

const inside = async <T>(run: (db: PayoutScene['db']) => Promise<T>): Promise<T> =>
  await scene.db.transaction().execute(run);
const noticesOf = async (userId: string) =>
  (
    await sql<{ kind: string }>`select kind from app.notice where user_id = ${userId} order by id`.execute(
      scene.db,
    )
  ).rows.map(({ kind }) => kind);

it('is confirming in one and in eleven blocks, completed in twelve, settled once final, and told once', async () => {
  const payout = await scene.order({ units: 5_000_000_000n, feeUnits: 500_000_000n });
  await scene.pipeline.pass();
  expect(await scene.state(payout)).toBe('sending');
  await scene.blocks(1);
  expect(await scene.state(payout)).toBe('confirming');
  await scene.blocks(10);
  expect(await scene.state(payout)).toBe('confirming');
  await scene.blocks(1);
  expect(await scene.state(payout)).toBe('completed');
  expect(await scene.balance(payout.userId, 'USDT', 'held')).toBe(5_000_000_000n);
  await scene.blocks(finalityDepth);
  expect(await scene.states(payout)).toEqual(['waiting', 'sending', 'confirming', 'completed', 'settled']);
  expect((await scene.bill(payout)).steps).toEqual([
    'running',
    'waiting',
    'pending',
    'confirming',
    'success',
  ]);
  expect(await noticesOf(payout.userId)).toEqual(['payoutCompleted']);
  expect(await scene.balance(payout.userId, 'USDT', 'held')).toBe(0n);
  expect(await scene.balance(null, 'USDT', 'fee')).toBe(500_000_000n);
  expect(await scene.got(payout)).toBe(45n * usdt);
  await scene.assertTrue();
});

it('pays the chain’s own coin, to the last base unit of gas', async () => {
  // Gas that is no whole number of ledger units.
  scene.chain.setBaseFee(1_234_567_891n);
  const payout = await scene.order({ asset: 'ETH', units: 50_000_000n, feeUnits: 50_000n });
  await scene.finish();
  expect(await scene.state(payout)).toBe('settled');
  expect(await scene.got(payout)).toBe(49_950_000n * 10n ** 10n);
  await scene.assertTrue();
});

it('pays once when both answers of the node are lost', async () => {
  const payout = await scene.order();
  scene.chain.faults.answersLost = 2;
  await scene.pipeline.pass();
  await scene.pipeline.pass();
  await scene.finish();
  expect(await scene.got(payout)).toBe(45n * usdt);
  expect(await scene.attempts()).toHaveLength(1);
});

it('gives nothing back while the node is away for 25 blocks, and pays once when it is there again', async () => {
  const payout = await scene.order();
  scene.chain.faults.swallowed = 1;
  await scene.pipeline.pass();
  scene.chain.faults.isDown = true;
  for (let block = 0; block < 25; block += 1) {
    scene.chain.mine();
    scene.clock.move(12_000);
    expect(await scene.pipeline.pass()).toBe('unavailable');
  }
  expect(await scene.state(payout)).toBe('sending');
  scene.chain.faults.isDown = false;
  await scene.finish();
  expect(await scene.state(payout)).toBe('settled');
  expect(await scene.got(payout)).toBe(45n * usdt);
});

it('raises only the lowest nonce when fees rise sixty times: three replacements, each paid once', async () => {
  const payouts = [await scene.order(), await scene.order(), await scene.order()];
  await scene.pipeline.pass();
  scene.chain.setBaseFee(60n * 10n ** 9n);
  await scene.pipeline.pass();
  expect((await scene.attempts()).map(({ nonce }) => nonce)).toEqual([0, 0, 1, 2]);
  for (let block = 0; block < 4; block += 1) await scene.blocks(1);
  await scene.finish();
  expect((await scene.attempts()).map(({ nonce }) => nonce)).toEqual([0, 0, 1, 1, 2, 2]);
  for (const payout of payouts) expect(await scene.got(payout)).toBe(45n * usdt);
  await scene.assertTrue();
});

it('asks a tenth more in both fees for a replacement, rounded up', async () => {
  const payout = await scene.order();
  await scene.pipeline.pass();
  expect(await inside(async (db) => await bumpPayout(db, { payoutId: payout.id, now: 1 }))).toBe('done');
  await scene.pipeline.pass();
  const fees = await sql<{ fee_max: string; tip: string }>`
    select fee_max, tip from app.slot_attempt order by line`.execute(scene.db);
  expect(fees.rows).toEqual([
    { fee_max: '3000000000', tip: '1000000000' },
    { fee_max: '3300000000', tip: '1100000000' },
  ]);
  expect(await scene.states(payout)).toEqual(['waiting', 'sending', 'stuck', 'sending']);
});

it('is stuck after ten minutes without a block, and only that one is replaced', async () => {
  const [first, second] = [await scene.order(), await scene.order()];
  await scene.pipeline.pass();
  scene.clock.move(9 * minuteMs);
  await scene.pipeline.pass();
  expect(await scene.attempts()).toHaveLength(2);
  scene.clock.move(minuteMs);
  await scene.pipeline.pass();
  expect((await scene.attempts()).map(({ nonce }) => nonce)).toEqual([0, 0, 1]);
  expect([await scene.state(first), await scene.state(second)]).toEqual(['sending', 'stuck']);
  expect((await scene.bill(second)).status).toBe('pending');
  await scene.finish();
  expect([await scene.got(first), await scene.got(second)]).toEqual([45n * usdt, 45n * usdt]);
});

it('heals a gap: the first of two is dropped by the pool and sent again', async () => {
  const [first, second] = [await scene.order(), await scene.order()];
  await scene.pipeline.pass();
  scene.chain.drop((await scene.attempts())[0]?.tx ?? '');
  scene.chain.mine(2);
  expect([await scene.got(first), await scene.got(second)]).toEqual([0n, 0n]);
  await scene.finish();
  expect([await scene.got(first), await scene.got(second)]).toEqual([45n * usdt, 45n * usdt]);
});

it('gives the amount back when it was mined and failed, less its gas, at finality and not before', async () => {
  const payout = await scene.order();
  await scene.pipeline.pass();
  scene.chain.stopInToken(scene.tokens.USDT, payout.to);
  await scene.blocks(12);
  expect(await scene.state(payout)).toBe('confirming');
  expect(await scene.refunds(payout)).toEqual([]);
  await scene.blocks(finalityDepth);
  expect(await scene.state(payout)).toBe('failed');
  expect(await scene.refunds(payout)).toEqual([{ units: '4500000000', status: 'success' }]);
  expect(await scene.balance(payout.userId, 'USDT', 'available')).toBe(4_500_000_000n);
  expect(await scene.balance(null, 'ETH', 'gas')).toBeLessThan(0n);
  expect((await scene.bill(payout)).steps.at(-1)).toBe('failed');
  expect(await noticesOf(payout.userId)).toEqual(['payoutBurnt']);
  await scene.assertTrue();
});

it('replaces a payment by its cancel, for ever: later replacements stay cancels, and the money comes back', async () => {
  const payout = await scene.order();
  await scene.pipeline.pass();
  const ask = { payoutId: payout.id, now: scene.clock.now() };
  expect(await inside(async (db) => await cancelByReplacement(db, ask))).toBe('done');
  await scene.pipeline.pass();
  scene.chain.setBaseFee(60n * 10n ** 9n);
  await scene.pipeline.pass();
  expect((await scene.attempts()).map(({ kind }) => kind)).toEqual(['pay', 'cancel', 'cancel']);
  await scene.blocks(12);
  expect(await scene.state(payout)).toBe('confirming');
  expect(await scene.refunds(payout)).toEqual([]);
  await scene.blocks(finalityDepth);
  expect(await scene.state(payout)).toBe('failed');
  expect(await scene.got(payout)).toBe(0n);
  expect(await scene.balance(payout.userId, 'USDT', 'available')).toBe(5_000_000_000n);
  await scene.assertTrue();
});

it('pays, and gives nothing back, when the payment wins against its cancel', async () => {
  const payout = await scene.order();
  await scene.pipeline.pass();
  const paid = (await scene.attempts())[0]?.tx;
  // The payment, sent again, and then its cancel.
  scene.chain.faults.swallowed = 2;
  await inside(async (db) => await cancelByReplacement(db, { payoutId: payout.id, now: 1 }));
  await scene.pipeline.pass();
  scene.chain.mine(1, { only: (txId) => txId === paid });
  await scene.finish();
  expect(await scene.state(payout)).toBe('settled');
  expect(await scene.got(payout)).toBe(45n * usdt);
  expect(await scene.refunds(payout)).toEqual([]);
});

it('is sent again after a reorganisation and paid once, also when it was completed before', async () => {
  const payout = await scene.order();
  await scene.pipeline.pass();
  await scene.blocks(5);
  scene.chain.reorg(5, { keep: 'none' });
  await scene.pipeline.pass();
  expect(await scene.state(payout)).toBe('sending');
  await scene.blocks(12);
  expect(await scene.state(payout)).toBe('completed');
  scene.chain.reorg(14, { keep: 'none' });
  await scene.pipeline.pass();
  expect((await scene.bill(payout)).status).toBe('pending');
  await scene.blocks(12);
  await scene.finish();
  expect(await scene.got(payout)).toBe(45n * usdt);
  expect(await scene.states(payout)).toEqual([
    'waiting',
    'sending',
    'confirming',
    'sending',
    'confirming',
    'completed',
    'sending',
    'confirming',
    'completed',
    'settled',
  ]);
  expect(await noticesOf(payout.userId)).toEqual(['payoutCompleted']);
  expect(await scene.attempts()).toHaveLength(1);
  await scene.assertTrue();
});

it('stays completed when the node shows an older head above the same block', async () => {
  const payout = await scene.order();
  await scene.pipeline.pass();
  await scene.blocks(12);
  scene.chain.faults.lag = 3;
  await scene.pipeline.pass();
  expect(await scene.state(payout)).toBe('completed');
});

it.each([
  { isPaid: false, state: 'failed', available: 5_000_000_000n },
  { isPaid: true, state: 'settled', available: 0n },
])('halts the asset when the token moved nothing, and ends as a person judges: $state', async (one) => {
  const silent = scene.chain.createToken('silent', 'USDT that lies');
  await asOwner(
    scene.ownerUrl,
    `update app.chain_asset set contract = '\\x${silent.slice(2)}' where asset = 'USDT'`,
  );
  scene.chain.give(scene.signer.known.hot, silent, 1_000n * usdt);
  const payout = await scene.order();
  const other = await scene.order();
  await scene.pipeline.pass();
  await scene.blocks(1);
  expect((await scene.asset('USDT')).isHalted).toBe(true);
  const later = await scene.order();
  await scene.blocks(finalityDepth + 12);
  expect([await scene.state(payout), await scene.state(later)]).toEqual(['confirming', 'waiting']);
  expect(await scene.balance(payout.userId, 'USDT', 'held')).toBe(5_000_000_000n);
  const judge = { payoutId: payout.id, isPaid: one.isPaid, now: scene.clock.now() };
  expect(await inside(async (db) => await judgePayout(db, judge))).toBe('done');
  await scene.pipeline.pass();
  expect([await scene.state(payout), await scene.state(other)]).toEqual([one.state, 'confirming']);
  expect(await scene.balance(payout.userId, 'USDT', 'available')).toBe(one.available);
});

it('comes back whole when its owner cancels before it has a nonce, and not after', async () => {
  const [early, late] = [await scene.order(), await scene.order()];
  const cancel = async (payoutId: string) =>
    await inside(async (db) => await cancelWaiting(db, { payoutId, now: scene.clock.now() }));
  expect(await cancel(early.id)).toBe(true);
  expect(await cancel(early.id)).toBe(false);
  await scene.pipeline.pass();
  expect(await cancel(late.id)).toBe(false);
  await scene.finish();
  expect([await scene.state(early), await scene.state(late)]).toEqual(['cancelled', 'settled']);
  expect(await scene.refunds(early)).toEqual([{ units: '5000000000', status: 'success' }]);
  expect(await scene.got(early)).toBe(0n);
  expect(await noticesOf(early.userId)).toEqual([]);
});
