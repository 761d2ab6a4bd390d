import { randomUUID } from 'node:crypto';

import { watchKey } from '@marigold/chain/hd';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { forget, openTreasury } from '../../../../testing/forget.ts';
import type { OrderedPayout } from '../../../../testing/payout-books.ts';
import type { PayoutSetup } from '../../../../testing/payout-setup.ts';
import { finalityDepth, openPayoutSetup } from '../../../../testing/payout-setup.ts';
import { createLog } from '../../../platform/process/log.ts';
import { drawAddress, fillPool } from '../../chain/address/pool.ts';
import { cancelWaiting } from '../cancel.ts';
import { watchSenders } from '../sender/sender.ts';
import { findPayingAccount, adoptTransaction } from './adopt-transaction.ts';
import type { OnPayout, OperatorAnswer } from './operate.ts';
import { adoptSender, approvePayout, bumpPayout, rejectPayout, resumeSender } from './operate.ts';
import { holdRestored, releaseNonce } from './restore.ts';

let setup: PayoutSetup;
const usdt = 1_000_000n;

beforeEach(async () => {
  setup = await openPayoutSetup();
  await openTreasury(setup);
});
afterEach(async () => {
  await setup.close();
});

const inside = async <T>(run: (db: PayoutSetup['db']) => Promise<T>): Promise<T> =>
  await setup.db.transaction().execute(run);
const operate = async (
  command: (db: PayoutSetup['db'], on: OnPayout) => Promise<OperatorAnswer>,
  { id }: OrderedPayout,
) => await inside(async (db) => await command(db, { payoutId: id, now: setup.clock.now() }));
const cancel = async ({ id }: OrderedPayout) =>
  await inside(async (db) => await cancelWaiting(db, { payoutId: id, now: setup.clock.now() }));
const hold = async () => await inside(async (db) => await holdRestored(db, setup.clock.now()));
const sender = () => ({ chain: 'eth', account: setup.signer.known.hot });
const resume = async () => await inside(async (db) => await resumeSender(db, sender()));
const watch = async () => {
  const { db, chain, clock } = setup;
  await watchSenders({ db, chain, code: 'eth', clock: () => clock.now(), log: createLog('silent') });
};
const senders = async () =>
  (
    await sql<{ next_nonce: bigint; paused_reason: string | null }>`
      select next_nonce, paused_reason from app.lane`.execute(setup.db)
  ).rows;
const rowOf = async ({ id }: OrderedPayout) =>
  (
    await sql<{ state: string; reason: string | null }>`
      select state, reason from app.payout where id = ${id}`.execute(setup.db)
  ).rows[0];

/** As the operator's command does it: the chain is asked first. */
async function recognise({ id }: OrderedPayout, nonce: bigint, txId: string): Promise<OperatorAnswer> {
  const named = { payoutId: id, nonce, txId, now: setup.clock.now() };
  const found = await findPayingAccount(setup.db, setup.chain, named);
  if (typeof found === 'string') return found;
  return await inside(async (db) => await adoptTransaction(db, { ...named, sender: found }));
}

/** Signs and sends what waits, mines so many blocks without a look at them, and answers the transactions. */
async function pay(blocks = finalityDepth + 1): Promise<string[]> {
  await setup.pipeline.pass();
  setup.chain.mine(blocks);
  return (await setup.attempts()).map(({ tx }) => tx);
}

it('settles a payment that the database forgot, once persons recognised it on the chain', async () => {
  const payout = await setup.order();
  const [tx = ''] = await pay(1);
  await forget(setup, payout);
  const held = await hold();
  expect(held.payouts.map(({ id, state }) => [id, state])).toEqual([[payout.id, 'waiting']]);
  expect(held.senders).toEqual([{ ...sender(), next: 0n }]);
  expect(await rowOf(payout)).toEqual({ state: 'review', reason: 'restored' });
  expect(await senders()).toEqual([{ next_nonce: 0n, paused_reason: 'restored from a backup' }]);
  await resume();
  expect(await cancel(payout)).toBe(false);
  expect(await recognise(payout, 0n, tx)).toBe('not_final');
  setup.chain.mine(finalityDepth);
  expect(await recognise(payout, 0n, tx)).toBe('done');
  expect(await recognise(payout, 0n, tx)).toBe('transaction_taken');
  await setup.pipeline.pass();
  expect(await setup.states(payout)).toEqual([
    'waiting',
    'review',
    'waiting',
    'sending',
    'confirming',
    'completed',
    'settled',
  ]);
  expect((await setup.bill(payout)).steps).toEqual([
    'running',
    'waiting',
    'pending',
    'confirming',
    'success',
  ]);
  expect(await setup.got(payout)).toBe(45n * usdt);
  expect(await setup.refunds(payout)).toEqual([]);
  const next = await setup.order();
  await setup.finish();
  expect(await setup.state(next)).toBe('settled');
  expect((await setup.attempts()).map(({ nonce }) => nonce)).toEqual([0, 1]);
  await setup.assertTrue();
});

it('takes no other transaction for the payment', async () => {
  const { hot } = setup.signer.known;
  const [payout, other] = [await setup.order(), await setup.order({ units: 4_000_000_000n })];
  const [tx = '', otherTx = ''] = await pay();
  await forget(setup, payout, other);
  await hold();
  const coin = setup.tokens.USDT;
  setup.chain.give(payout.to, coin, 100n * usdt);
  const exact = { kind: 'pay', coin, from: hot, to: payout.to, amount: 45n * usdt } as const;
  const wrong = [
    setup.chain.send({ coin, from: payout.to, to: payout.to, amount: 45n * usdt }),
    setup.chain.send({ coin, from: hot, to: payout.to, amount: 44n * usdt }),
    setup.chain.send({ from: hot, steps: [exact, { kind: 'fail' }] }),
    otherTx,
    `0x${'0'.repeat(64)}`,
  ];
  setup.chain.mine(finalityDepth + 1);
  for (const one of wrong) expect(await recognise(payout, 0n, one)).toBe('not_paid');
  expect(await recognise(payout, 2n, tx)).toBe('nonce_unused');
  expect(await recognise(other, 1n, otherTx)).toBe('done');
  expect(await recognise(payout, 1n, tx)).toBe('nonce_taken');
  expect(await rowOf(payout)).toEqual({ state: 'review', reason: 'restored' });
  expect(await recognise(payout, 0n, tx)).toBe('done');
  await setup.pipeline.pass();
  expect([await setup.state(payout), await setup.state(other)]).toEqual(['settled', 'settled']);
});

it('settles nothing by a transaction that did not pay it, whatever was written down', async () => {
  const payout = await setup.order();
  await hold();
  setup.chain.give(payout.to, setup.tokens.USDT, 45n * usdt);
  const txId = setup.chain.send({
    coin: setup.tokens.USDT,
    from: payout.to,
    to: payout.to,
    amount: 45n * usdt,
  });
  setup.chain.mine(finalityDepth + 1);
  const named = { payoutId: payout.id, nonce: 0n, txId, now: setup.clock.now() };
  expect(await inside(async (db) => await adoptTransaction(db, { ...named, sender: sender() }))).toBe('done');
  await resume();
  await setup.finish();
  expect(await rowOf(payout)).toEqual({ state: 'confirming', reason: 'transfer_missing' });
  expect(await setup.balance(payout.userId, 'USDT', 'held')).toBe(5_000_000_000n);
});

it('finds a restore that nobody told of, though nothing waits to be signed, and gives nothing back', async () => {
  const [payout, second] = [await setup.order(), await setup.order()];
  await pay();
  await forget(setup, payout, second);
  await sql`update app.payout set state = 'review' where id = ${second.id}`.execute(setup.db);
  await watch();
  expect(await senders()).toEqual([
    { next_nonce: 0n, paused_reason: 'the chain counts 2 transactions, we know of 0' },
  ]);
  expect([await cancel(payout), await cancel(second)]).toEqual([false, false]);
  expect(await operate(rejectPayout, second)).toBe('sender_paused');
  await setup.finish();
  expect([await setup.state(payout), await setup.state(second)]).toEqual(['waiting', 'review']);
  expect([await setup.refunds(payout), await setup.refunds(second)]).toEqual([[], []]);
});

it('looks at the lanes again once the chain answers', async () => {
  setup.chain.faults.isDown = true;
  await watch();
  expect(await senders()).toEqual([]);
  setup.chain.faults.isDown = false;
  await watch();
  expect(await senders()).toEqual([{ next_nonce: 0n, paused_reason: null }]);
});

it('holds what waits for money and what is in review too, and goes on or back as persons say', async () => {
  const [waits, low, second] = [
    await setup.order(),
    await setup.order({ asset: 'USDC' }),
    await setup.order({ needsReview: true }),
  ];
  await sql`update app.payout set state = 'no-liquidity', reason = 'hot_wallet_low' where id = ${low.id}`.execute(
    setup.db,
  );
  expect((await hold()).payouts.map(({ state }) => state)).toEqual(['waiting', 'no-liquidity', 'review']);
  for (const payout of [waits, low, second]) {
    expect(await rowOf(payout)).toEqual({ state: 'review', reason: 'restored' });
  }
  await resume();
  await setup.pipeline.pass();
  expect(await setup.attempts()).toEqual([]);
  expect(await operate(rejectPayout, low)).toBe('done');
  expect(await operate(approvePayout, second)).toBe('done');
  expect(await operate(approvePayout, waits)).toBe('done');
  await setup.finish();
  expect([await setup.state(waits), await setup.state(low), await setup.state(second)]).toEqual([
    'settled',
    'rejected',
    'settled',
  ]);
  expect((await setup.bill(low)).steps).toEqual(['running', 'waiting', 'failed']);
  await setup.assertTrue();
});

it('gives nothing back by itself for a case that is refused after a restore', async () => {
  const payout = await setup.order({ needsReview: true });
  await sql`
    insert into app.risk_case (id, user_id, rule, payout_id, state, asks, created_at)
    values (${randomUUID()}, ${payout.userId}, 'amount', ${payout.id}, 'open', '{purpose}', now())`.execute(
    setup.db,
  );
  await hold();
  expect(await operate(rejectPayout, payout)).toBe('undecided_case');
  await sql`update app.risk_case set state = 'refused'`.execute(setup.db);
  await resume();
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('review');
  expect(await operate(rejectPayout, payout)).toBe('done');
  expect(await setup.state(payout)).toBe('rejected');
});

it('leads out where the lane went on without a look: the nonce that the signer refused is taken back', async () => {
  const payout = await setup.order();
  const [tx = ''] = await pay();
  await forget(setup, payout);
  await watch();
  expect(await inside(async (db) => await adoptSender(db, { ...sender(), nonce: 1n }))).toBe('done');
  await resume();
  await setup.pipeline.pass();
  const refused = 'the signer refused nonce 1: nonce_taken';
  expect(await senders()).toEqual([{ next_nonce: 2n, paused_reason: refused }]);
  expect(await recognise(payout, 0n, tx)).toBe('nonce_taken');
  expect(await operate(releaseNonce, payout)).toBe('done');
  expect(await operate(releaseNonce, payout)).toBe('wrong_state');
  expect(await rowOf(payout)).toEqual({ state: 'review', reason: 'restored' });
  expect(await recognise(payout, 0n, tx)).toBe('done');
  await resume();
  const next = await setup.order();
  await setup.finish();
  expect([await setup.state(payout), await setup.state(next)]).toEqual(['settled', 'settled']);
  expect(await setup.got(payout)).toBe(45n * usdt);
  await setup.assertTrue();
});

it('takes back no nonce that may have been signed for, or that others follow', async () => {
  const [first, second] = [await setup.order(), await setup.order()];
  await setup.pipeline.pass();
  expect(await operate(releaseNonce, first)).toBe('signed');
  await sql`delete from app.slot_attempt where nonce = 0`.execute(setup.db);
  await sql`update app.slot set state = 'reserved' where nonce = 0`.execute(setup.db);
  expect(await operate(releaseNonce, first)).toBe('not_last');
  expect(await operate(releaseNonce, second)).toBe('signed');
});

it('takes a replacement that the backup does not know for a nonce that it knows', async () => {
  const payout = await setup.order();
  await setup.pipeline.pass();
  expect(await operate(bumpPayout, payout)).toBe('done');
  const newest = (await pay()).at(-1) ?? '';
  await sql`delete from app.slot_attempt where tx_id = ${newest}`.execute(setup.db);
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('sending');
  expect(await recognise(payout, 0n, newest)).toBe('done');
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('settled');
  await setup.assertTrue();
});

it('gives nobody an address that somebody else may have been given since the backup', async () => {
  const { db, clock, signer } = setup;
  const [anna, boris] = [await setup.person(), await setup.person()];
  const { depositKey } = await signer.accounts();
  const pool = { ...watchKey(depositKey), family: 'evm', size: 3, now: clock.now() } as const;
  const draw = async (userId: string) =>
    await drawAddress(db, { userId, family: 'evm', label: null, now: clock.now() });
  await fillPool(db, pool);
  const first = await draw(anna);
  expect((await hold()).retired).toBe(2);
  expect(await draw(boris)).toBeUndefined();
  expect(await fillPool(db, pool)).toBe(3);
  const drawn = await draw(boris);
  // What was derived after the backup and given by then lies between.
  expect(drawn?.pathIndex).toBeGreaterThan(1_000_000);
  expect(await fillPool(db, pool)).toBe(1);
  const found = await sql<{ path_index: number; is_given: boolean }>`
    select path_index, user_id is not null as is_given from app.chain_address
    where purpose = 'deposit' order by path_index`.execute(db);
  expect(found.rows.map(({ is_given: isGiven }) => isGiven)).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
  expect(first?.pathIndex).toBe(0);
});
