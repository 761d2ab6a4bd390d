import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { asOwner } from '../../../testing/database.ts';
import type { PayoutSetup } from '../../../testing/payout-setup.ts';
import { finalityDepth, openPayoutSetup } from '../../../testing/payout-setup.ts';
import { cancelWaiting } from './cancel.ts';
import { bumpPayout, cancelByReplacement, judgePayout } from './operate/operate.ts';

let setup: PayoutSetup;
const usdt = 1_000_000n;
const ether = 10n ** 18n;

beforeEach(async () => {
  setup = await openPayoutSetup();
  await setup.fund(setup.signer.known.hot, 'ETH', 10n * ether);
  await setup.fund(setup.signer.known.hot, 'USDT', 10_000n * usdt);
});
afterEach(async () => {
  await setup.close();
});

const inside = async <T>(run: (db: PayoutSetup['db']) => Promise<T>): Promise<T> =>
  await setup.db.transaction().execute(run);
const noticesOf = async (userId: string) =>
  (
    await sql<{ kind: string }>`select kind from app.notice where user_id = ${userId} order by id`.execute(
      setup.db,
    )
  ).rows.map(({ kind }) => kind);

it('is confirming in one and in eleven blocks, completed in twelve, settled once final, and told once', async () => {
  const payout = await setup.order({ units: 5_000_000_000n, feeUnits: 500_000_000n });
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('sending');
  await setup.blocks(1);
  expect(await setup.state(payout)).toBe('confirming');
  await setup.blocks(10);
  expect(await setup.state(payout)).toBe('confirming');
  await setup.blocks(1);
  expect(await setup.state(payout)).toBe('completed');
  expect(await setup.balance(payout.userId, 'USDT', 'held')).toBe(5_000_000_000n);
  await setup.blocks(finalityDepth);
  expect(await setup.states(payout)).toEqual(['waiting', 'sending', 'confirming', 'completed', 'settled']);
  expect((await setup.bill(payout)).steps).toEqual([
    'running',
    'waiting',
    'pending',
    'confirming',
    'success',
  ]);
  expect(await noticesOf(payout.userId)).toEqual(['payoutCompleted']);
  expect(await setup.balance(payout.userId, 'USDT', 'held')).toBe(0n);
  expect(await setup.balance(null, 'USDT', 'fee')).toBe(500_000_000n);
  expect(await setup.got(payout)).toBe(45n * usdt);
  await setup.assertTrue();
});

it('pays the chain’s own coin, to the last base unit of gas', async () => {
  // Gas that is no whole number of ledger units.
  setup.chain.setBaseFee(1_234_567_891n);
  const payout = await setup.order({ asset: 'ETH', units: 50_000_000n, feeUnits: 50_000n });
  await setup.finish();
  expect(await setup.state(payout)).toBe('settled');
  expect(await setup.got(payout)).toBe(49_950_000n * 10n ** 10n);
  await setup.assertTrue();
});

it('pays once when both answers of the node are lost', async () => {
  const payout = await setup.order();
  setup.chain.faults.answersLost = 2;
  await setup.pipeline.pass();
  await setup.pipeline.pass();
  await setup.finish();
  expect(await setup.got(payout)).toBe(45n * usdt);
  expect(await setup.attempts()).toHaveLength(1);
});

it('gives nothing back while the node is away for 25 blocks, and pays once when it is there again', async () => {
  const payout = await setup.order();
  setup.chain.faults.swallowed = 1;
  await setup.pipeline.pass();
  setup.chain.faults.isDown = true;
  for (let block = 0; block < 25; block += 1) {
    setup.chain.mine();
    setup.clock.move(12_000);
    expect(await setup.pipeline.pass()).toBe('unavailable');
  }
  expect(await setup.state(payout)).toBe('sending');
  setup.chain.faults.isDown = false;
  await setup.finish();
  expect(await setup.state(payout)).toBe('settled');
  expect(await setup.got(payout)).toBe(45n * usdt);
});

it('raises only the lowest nonce when fees rise sixty times: three replacements, each paid once', async () => {
  const payouts = [await setup.order(), await setup.order(), await setup.order()];
  await setup.pipeline.pass();
  setup.chain.setBaseFee(60n * 10n ** 9n);
  await setup.pipeline.pass();
  expect((await setup.attempts()).map(({ nonce }) => nonce)).toEqual([0, 0, 1, 2]);
  for (let block = 0; block < 4; block += 1) await setup.blocks(1);
  await setup.finish();
  expect((await setup.attempts()).map(({ nonce }) => nonce)).toEqual([0, 0, 1, 1, 2, 2]);
  for (const payout of payouts) expect(await setup.got(payout)).toBe(45n * usdt);
  await setup.assertTrue();
});

it('asks a tenth more in both fees for a replacement, rounded up', async () => {
  const payout = await setup.order();
  await setup.pipeline.pass();
  expect(await inside(async (db) => await bumpPayout(db, { payoutId: payout.id, now: 1 }))).toBe('done');
  await setup.pipeline.pass();
  const fees = await sql<{ fee_max: string; tip: string }>`
    select fee_max, tip from app.slot_attempt order by line`.execute(setup.db);
  expect(fees.rows).toEqual([
    { fee_max: '3000000000', tip: '1000000000' },
    { fee_max: '3300000000', tip: '1100000000' },
  ]);
  expect(await setup.states(payout)).toEqual(['waiting', 'sending', 'stuck', 'sending']);
});

it('is stuck after ten minutes without a block, and only that one is replaced', async () => {
  const [first, second] = [await setup.order(), await setup.order()];
  await setup.pipeline.pass();
  setup.clock.move(9 * minuteMs);
  await setup.pipeline.pass();
  expect(await setup.attempts()).toHaveLength(2);
  setup.clock.move(minuteMs);
  await setup.pipeline.pass();
  expect((await setup.attempts()).map(({ nonce }) => nonce)).toEqual([0, 0, 1]);
  expect([await setup.state(first), await setup.state(second)]).toEqual(['sending', 'stuck']);
  expect((await setup.bill(second)).status).toBe('pending');
  await setup.finish();
  expect([await setup.got(first), await setup.got(second)]).toEqual([45n * usdt, 45n * usdt]);
});

it('heals a gap: the first of two is dropped by the pool and sent again', async () => {
  const [first, second] = [await setup.order(), await setup.order()];
  await setup.pipeline.pass();
  setup.chain.drop((await setup.attempts())[0]?.tx ?? '');
  setup.chain.mine(2);
  expect([await setup.got(first), await setup.got(second)]).toEqual([0n, 0n]);
  await setup.finish();
  expect([await setup.got(first), await setup.got(second)]).toEqual([45n * usdt, 45n * usdt]);
});

it('gives the amount back when it was mined and failed, less its gas, at finality and not before', async () => {
  const payout = await setup.order();
  await setup.pipeline.pass();
  setup.chain.stopInToken(setup.tokens.USDT, payout.to);
  await setup.blocks(12);
  expect(await setup.state(payout)).toBe('confirming');
  expect(await setup.refunds(payout)).toEqual([]);
  await setup.blocks(finalityDepth);
  expect(await setup.state(payout)).toBe('failed');
  expect(await setup.refunds(payout)).toEqual([{ units: '4500000000', status: 'success' }]);
  expect(await setup.balance(payout.userId, 'USDT', 'available')).toBe(4_500_000_000n);
  expect(await setup.balance(null, 'ETH', 'gas')).toBeLessThan(0n);
  expect((await setup.bill(payout)).steps.at(-1)).toBe('failed');
  expect(await noticesOf(payout.userId)).toEqual(['payoutBurnt']);
  await setup.assertTrue();
});

it('replaces a payment by its cancel, for ever: later replacements stay cancels, and the money comes back', async () => {
  const payout = await setup.order();
  await setup.pipeline.pass();
  const ask = { payoutId: payout.id, now: setup.clock.now() };
  expect(await inside(async (db) => await cancelByReplacement(db, ask))).toBe('done');
  await setup.pipeline.pass();
  setup.chain.setBaseFee(60n * 10n ** 9n);
  await setup.pipeline.pass();
  expect((await setup.attempts()).map(({ kind }) => kind)).toEqual(['pay', 'cancel', 'cancel']);
  await setup.blocks(12);
  expect(await setup.state(payout)).toBe('confirming');
  expect(await setup.refunds(payout)).toEqual([]);
  await setup.blocks(finalityDepth);
  expect(await setup.state(payout)).toBe('failed');
  expect(await setup.got(payout)).toBe(0n);
  expect(await setup.balance(payout.userId, 'USDT', 'available')).toBe(5_000_000_000n);
  await setup.assertTrue();
});

it('pays, and gives nothing back, when the payment wins against its cancel', async () => {
  const payout = await setup.order();
  await setup.pipeline.pass();
  const paid = (await setup.attempts())[0]?.tx;
  // The payment, sent again, and then its cancel.
  setup.chain.faults.swallowed = 2;
  await inside(async (db) => await cancelByReplacement(db, { payoutId: payout.id, now: 1 }));
  await setup.pipeline.pass();
  setup.chain.mine(1, { only: (txId) => txId === paid });
  await setup.finish();
  expect(await setup.state(payout)).toBe('settled');
  expect(await setup.got(payout)).toBe(45n * usdt);
  expect(await setup.refunds(payout)).toEqual([]);
});

it('is sent again after a reorganisation and paid once, also when it was completed before', async () => {
  const payout = await setup.order();
  await setup.pipeline.pass();
  await setup.blocks(5);
  setup.chain.reorg(5, { keep: 'none' });
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('sending');
  await setup.blocks(12);
  expect(await setup.state(payout)).toBe('completed');
  setup.chain.reorg(14, { keep: 'none' });
  await setup.pipeline.pass();
  expect((await setup.bill(payout)).status).toBe('pending');
  await setup.blocks(12);
  await setup.finish();
  expect(await setup.got(payout)).toBe(45n * usdt);
  expect(await setup.states(payout)).toEqual([
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
  expect(await setup.attempts()).toHaveLength(1);
  await setup.assertTrue();
});

it('stays completed when the node shows an older head above the same block', async () => {
  const payout = await setup.order();
  await setup.pipeline.pass();
  await setup.blocks(12);
  setup.chain.faults.lag = 3;
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('completed');
});

it.each([
  { isPaid: false, state: 'failed', available: 5_000_000_000n },
  { isPaid: true, state: 'settled', available: 0n },
])('halts the asset when the token moved nothing, and ends as a person judges: $state', async (one) => {
  const silent = setup.chain.createToken('silent', 'USDT that lies');
  await asOwner(
    setup.ownerUrl,
    `update app.chain_asset set contract = '\\x${silent.slice(2)}' where asset = 'USDT'`,
  );
  setup.chain.give(setup.signer.known.hot, silent, 1_000n * usdt);
  const payout = await setup.order();
  const other = await setup.order();
  await setup.pipeline.pass();
  await setup.blocks(1);
  expect((await setup.asset('USDT')).isHalted).toBe(true);
  const later = await setup.order();
  await setup.blocks(finalityDepth + 12);
  expect([await setup.state(payout), await setup.state(later)]).toEqual(['confirming', 'waiting']);
  expect(await setup.balance(payout.userId, 'USDT', 'held')).toBe(5_000_000_000n);
  const judge = { payoutId: payout.id, isPaid: one.isPaid, now: setup.clock.now() };
  expect(await inside(async (db) => await judgePayout(db, judge))).toBe('done');
  await setup.pipeline.pass();
  expect([await setup.state(payout), await setup.state(other)]).toEqual([one.state, 'confirming']);
  expect(await setup.balance(payout.userId, 'USDT', 'available')).toBe(one.available);
});

it('comes back whole when its owner cancels before it has a nonce, and not after', async () => {
  const [early, late] = [await setup.order(), await setup.order()];
  const cancel = async (payoutId: string) =>
    await inside(async (db) => await cancelWaiting(db, { payoutId, now: setup.clock.now() }));
  expect(await cancel(early.id)).toBe(true);
  expect(await cancel(early.id)).toBe(false);
  await setup.pipeline.pass();
  expect(await cancel(late.id)).toBe(false);
  await setup.finish();
  expect([await setup.state(early), await setup.state(late)]).toEqual(['cancelled', 'settled']);
  expect(await setup.refunds(early)).toEqual([{ units: '5000000000', status: 'success' }]);
  expect(await setup.got(early)).toBe(0n);
  expect(await noticesOf(early.userId)).toEqual([]);
});
