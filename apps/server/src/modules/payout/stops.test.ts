import { randomUUID } from 'node:crypto';

import { toChainUnits } from '@marigold/chain/units';
import { hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { asOwner } from '../../../testing/database.ts';
import type { OrderedPayout } from '../../../testing/payout-books.ts';
import type { PayoutScene } from '../../../testing/payout-scene.ts';
import { openPayoutScene } from '../../../testing/payout-scene.ts';
import { cancelWaiting } from './cancel.ts';
import type { OnPayout, OperatorAnswer } from './operate/operate.ts';
import {
  adoptSender,
  approvePayout,
  bumpPayout,
  cancelByReplacement,
  pauseSender,
  rejectPayout,
  requeuePayout,
  resumeSender,
} from './operate/operate.ts';

let scene: PayoutScene;
const usdt = 1_000_000n;
const ether = 10n ** 18n;

beforeEach(async () => {
  scene = await openPayoutScene();
});
afterEach(async () => {
  await scene.close();
});

async function rich(): Promise<void> {
  await scene.fund(scene.signer.known.hot, 'ETH', 10n * ether);
  await scene.fund(scene.signer.known.hot, 'USDT', 10_000n * usdt);
  await scene.fund(scene.signer.known.hot, 'USDC', 10_000n * usdt);
}
const inside = async <T>(run: (db: PayoutScene['db']) => Promise<T>): Promise<T> =>
  await scene.db.transaction().execute(run);
const operate = async (
  command: (db: PayoutScene['db'], on: OnPayout) => Promise<OperatorAnswer>,
  payout: OrderedPayout,
) => await inside(async (db) => await command(db, { payoutId: payout.id, now: scene.clock.now() }));
const sender = () => ({ chain: 'eth', account: scene.signer.known.hot });
const senders = async () =>
  (
    await sql<{ next_nonce: bigint; paused_reason: string | null }>`
      select next_nonce, paused_reason from app.lane`.execute(scene.db)
  ).rows;
const statesOf = async (...payouts: OrderedPayout[]) =>
  await Promise.all(payouts.map(async (payout) => await scene.state(payout)));
const reasonOf = async ({ id }: OrderedPayout) =>
  (await sql<{ reason: string | null }>`select reason from app.payout where id = ${id}`.execute(scene.db))
    .rows[0]?.reason;

it('waits for liquidity in the order of arrival within an asset, and never pays more than the hot account has', async () => {
  const { hot } = scene.signer.known;
  await scene.fund(hot, 'ETH', 10n * ether);
  await scene.fund(hot, 'USDT', 50n * usdt);
  await scene.fund(hot, 'USDC', 50n * usdt);
  const large = await scene.order({ units: 9_000_000_000n });
  const small = await scene.order({ units: 2_000_000_000n });
  const other = await scene.order({ asset: 'USDC' });
  await scene.pipeline.pass();
  expect(await statesOf(large, small, other)).toEqual(['no-liquidity', 'waiting', 'sending']);
  expect(await reasonOf(large)).toBe('hot_wallet_low');
  await scene.pipeline.pass();
  expect(await scene.states(large)).toEqual(['waiting', 'no-liquidity']);
  await scene.fund(hot, 'USDT', 40n * usdt);
  await scene.pipeline.pass();
  // 90 are there: 85 are promised to the first, so the second waits for more.
  expect(await statesOf(large, small)).toEqual(['sending', 'no-liquidity']);
  expect(await reasonOf(large)).toBe(null);
  await scene.blocks(2);
  expect(await scene.state(small)).toBe('no-liquidity');
  await scene.fund(hot, 'USDT', 10n * usdt);
  await scene.finish();
  expect(await statesOf(large, small, other)).toEqual(['settled', 'settled', 'settled']);
  await scene.assertTrue();
});

it('says when it is the gas that is missing, and counts what is signed already', async () => {
  const { hot } = scene.signer.known;
  await scene.fund(hot, 'USDT', 10_000n * usdt);
  // Enough for the gas of one: 68,000 at 3 gwei.
  await scene.fund(hot, 'ETH', 68_000n * 3n * 10n ** 9n + 1_000n);
  const [first, second] = [await scene.order(), await scene.order()];
  await scene.pipeline.pass();
  expect(await statesOf(first, second)).toEqual(['sending', 'no-liquidity']);
  expect(await reasonOf(second)).toBe('gas_low');
  await scene.fund(hot, 'ETH', ether);
  await scene.finish();
  expect(await statesOf(first, second)).toEqual(['settled', 'settled']);
});

it('gives back what the hot account cannot pay when an operator refuses it, or tries again when asked to', async () => {
  await scene.fund(scene.signer.known.hot, 'ETH', ether);
  const [first, second] = [await scene.order(), await scene.order({ asset: 'USDC' })];
  await scene.pipeline.pass();
  expect(await operate(requeuePayout, second)).toBe('done');
  expect(await operate(rejectPayout, first)).toBe('done');
  expect(await operate(rejectPayout, first)).toBe('wrong_state');
  expect(await statesOf(first, second)).toEqual(['rejected', 'waiting']);
  expect(await scene.balance(first.userId, 'USDT', 'available')).toBe(5_000_000_000n);
});

it('refuses to send from an account that sent before we knew it, until an operator adopts it', async () => {
  await rich();
  const earlier = await scene.order();
  await scene.finish();
  const reborn = await openPayoutScene({ seed: 'reborn' });
  try {
    const late = await reborn.order();
    // The chain of before, a database that knows nothing.
    const worker = reborn.worker(undefined, scene.chain);
    await worker.pass();
    expect(await reborn.state(late)).toBe('waiting');
    expect(await reborn.attempts()).toEqual([]);
    const adopt = { chain: 'eth', account: reborn.signer.known.hot, nonce: 1n };
    expect(await adoptSender(reborn.db, adopt)).toBe('done');
    await worker.pass();
    expect(await reborn.attempts()).toEqual([]);
    expect(await resumeSender(reborn.db, { chain: 'eth', account: adopt.account })).toBe('done');
    await asOwner(
      reborn.ownerUrl,
      `update app.chain_asset set contract = '\\x${scene.tokens.USDT.slice(2)}' where asset = 'USDT'`,
    );
    await worker.pass();
    expect((await reborn.attempts()).map(({ nonce }) => nonce)).toEqual([1]);
    expect(await adoptSender(reborn.db, { ...adopt, nonce: 5n })).toBe('open_nonces');
    expect(await adoptSender(reborn.db, { ...adopt, nonce: 0n })).toBe('nonce_too_low');
  } finally {
    await reborn.close();
  }
  expect(await scene.state(earlier)).toBe('settled');
});

it('pauses a lane that somebody else sent from', async () => {
  await rich();
  const first = await scene.order();
  await scene.pipeline.pass();
  const { hot } = scene.signer.known;
  const foreign = await scene.signer.sign(
    {
      chain: 'eth',
      networkId: 31_337n,
      from: hot,
      nonce: 1n,
      kind: 'pay',
      payment: { coin: 'native', to: first.to, amount: toChainUnits(1n) },
      fee: { gas: 21_000n, feeMax: 3_000_000_000n, tip: 1_000_000_000n },
    },
    { kind: 'payout', payoutId: randomUUID() },
  );
  await scene.chain.broadcast(foreign);
  await scene.blocks(1);
  const second = await scene.order();
  await scene.pipeline.pass();
  expect(await statesOf(first, second)).toEqual(['confirming', 'waiting']);
  expect(await senders()).toEqual([
    { next_nonce: 1n, paused_reason: 'the chain counts 2 transactions, we know of 1' },
  ]);
});

it.each(['money', 'chain', 'asset', 'lane'] as const)(
  'signs nothing new while the %s is stopped, and still sends and watches what is live',
  async (what) => {
    await rich();
    const live = await scene.order();
    await scene.pipeline.pass();
    const [sent] = await scene.attempts();
    // An order itself needs money that runs.
    const later = await scene.order({ needsReview: true });
    await stop(what);
    await operate(approvePayout, later);
    scene.chain.drop(sent?.tx ?? '');
    await scene.pipeline.pass();
    await scene.blocks(12);
    expect(await statesOf(live, later)).toEqual(['completed', 'waiting']);
    expect(await scene.attempts()).toHaveLength(1);
    await scene.finish();
    // Books and chain are stopped as a whole; one asset or one lane is no reason to keep what is owed.
    expect(await scene.state(live)).toBe(what === 'money' || what === 'chain' ? 'completed' : 'settled');
    await resume(what);
    await scene.finish();
    expect(await statesOf(live, later)).toEqual(['settled', 'settled']);
    await scene.assertTrue();
  },
);

async function stop(what: 'money' | 'chain' | 'asset' | 'lane'): Promise<void> {
  if (what === 'lane') {
    const on = { ...sender(), reason: 'looked at', now: scene.clock.now() };
    await inside(async (db) => await pauseSender(db, on));
    return;
  }
  const identity = await scene.chain.identity();
  await asOwner(
    scene.ownerUrl,
    {
      money: `insert into ledger.halt (reason) values ('test')`,
      chain: `insert into app.chain_cursor (chain, network_id, genesis, height, hash, finalized_height, read_at,
          halted_at, halted_reason)
        values ('eth', ${identity.networkId}, '${identity.genesis}', 0, 'x', 0, now(), now(), 'test')`,
      asset: `insert into app.chain_halt (id, chain, asset, reason, halted_at)
        values (gen_random_uuid(), 'eth', 'USDT', 'test', now())`,
    }[what],
  );
}

async function resume(what: 'money' | 'chain' | 'asset' | 'lane'): Promise<void> {
  if (what === 'lane') {
    await inside(async (db) => await resumeSender(db, sender()));
    return;
  }
  await asOwner(
    scene.ownerUrl,
    {
      money: `update ledger.halt set resumed_at = now(), resumed_by = 'a', second_by = 'b', resume_reason = 'c'`,
      chain: `update app.chain_cursor set halted_at = null, halted_reason = null`,
      asset: `update app.chain_halt set resumed_at = now()`,
    }[what],
  );
}

it('sends nothing at all while the node is of another chain than the one we know', async () => {
  await rich();
  const { networkId } = await scene.chain.identity();
  await sql`
    insert into app.chain_cursor (chain, network_id, genesis, height, hash, finalized_height, read_at)
    values ('eth', ${String(networkId)}, 'another', 0, 'x', 0, now())`.execute(scene.db);
  const payout = await scene.order();
  expect(await scene.pipeline.pass()).toBe('unavailable');
  expect(await scene.state(payout)).toBe('waiting');
});

it('waits in review until an operator lets it go on or gives it back', async () => {
  await rich();
  const [good, bad] = [await scene.order({ needsReview: true }), await scene.order({ needsReview: true })];
  await scene.pipeline.pass();
  expect(await statesOf(good, bad)).toEqual(['review', 'review']);
  expect((await scene.bill(good)).steps).toEqual(['running']);
  expect(await operate(approvePayout, good)).toBe('done');
  expect(await operate(rejectPayout, bad)).toBe('done');
  await scene.finish();
  expect(await statesOf(good, bad)).toEqual(['settled', 'rejected']);
  expect(await scene.refunds(bad)).toEqual([{ units: '5000000000', status: 'success' }]);
  await scene.assertTrue();
});

it.each([
  ['cleared', 'settled', undefined],
  ['refused', 'rejected', 'refused_case'],
] as const)('follows its case of risk: %s becomes %s', async (decision, state, no) => {
  await rich();
  const payout = await scene.order({ needsReview: true });
  const caseId = randomUUID();
  await sql`
    insert into app.risk_case (id, user_id, rule, payout_id, state, asks, created_at)
    values (${caseId}, ${payout.userId}, 'amount', ${payout.id}, 'open', '{purpose}', now())`.execute(
    scene.db,
  );
  await scene.pipeline.pass();
  expect(await operate(approvePayout, payout)).toBe('undecided_case');
  expect(await operate(rejectPayout, payout)).toBe('undecided_case');
  expect(await scene.state(payout)).toBe('review');
  await asOwner(
    scene.ownerUrl,
    `update app.risk_case set state = '${decision}', decided_at = now(), decided_reason = 'x' where id = '${caseId}'`,
  );
  // What is refused comes back with the next pass, and nobody sends it before.
  expect(decision === 'refused' ? await operate(approvePayout, payout) : undefined).toBe(no);
  await scene.finish();
  expect(await scene.state(payout)).toBe(state);
  await scene.assertTrue();
});

it('keeps the nonce of a payout while the signer is away and signs it when it is back, nothing before it', async () => {
  await rich();
  const first = await scene.order();
  const worker = scene.worker((point) => {
    if (point === 'payout.after-reserve-commit') scene.signer.isDown = true;
  });
  expect(await worker.pass()).toBe('unavailable');
  expect(await scene.state(first)).toBe('waiting');
  const second = await scene.order();
  expect(await worker.pass()).toBe('unavailable');
  expect(await senders()).toEqual([{ next_nonce: 1n, paused_reason: null }]);
  scene.signer.isDown = false;
  await scene.finish();
  expect(await statesOf(first, second)).toEqual(['settled', 'settled']);
  expect((await scene.attempts()).map(({ nonce }) => nonce)).toEqual([0, 1]);
});

it('pauses the lane when the signer refuses, and asks it for nothing more', async () => {
  await rich();
  const payout = await scene.order();
  // Another payment holds this nonce in the signer's own memory.
  const draft = {
    chain: 'eth',
    networkId: 31_337n,
    from: scene.signer.known.hot,
    nonce: 0n,
    kind: 'pay',
    payment: { coin: 'native', to: scene.signer.known.gas, amount: toChainUnits(1n) },
    fee: { gas: 21_000n, feeMax: 1n, tip: 1n },
  } as const;
  await scene.signer.sign(draft, { kind: 'payout', payoutId: payout.id });
  await scene.pipeline.pass();
  expect(await scene.state(payout)).toBe('waiting');
  expect(await senders()).toEqual([
    { next_nonce: 1n, paused_reason: 'the signer refused nonce 0: nonce_taken' },
  ]);
  const signedBefore = scene.signer.signed.length;
  await scene.pipeline.pass();
  expect(scene.signer.signed).toHaveLength(signedBefore);
  expect(await scene.attempts()).toEqual([]);
});

it('decides nothing by the clock: hours forward or back change what is shown and replaced, never money', async () => {
  await rich();
  const payout = await scene.order();
  scene.chain.faults.swallowed = 100;
  await scene.pipeline.pass();
  for (const hours of [5, -9, 48]) {
    scene.clock.move(hours * hourMs);
    await scene.pipeline.pass();
  }
  expect(await scene.balance(payout.userId, 'USDT', 'held')).toBe(5_000_000_000n);
  expect(await scene.refunds(payout)).toEqual([]);
  scene.chain.faults.swallowed = 0;
  await scene.finish();
  expect(await scene.got(payout)).toBe(45n * usdt);
  await scene.assertTrue();
});

it('says why an operator cannot bump: it is behind another one, or not on its way', async () => {
  await rich();
  const [first, second] = [await scene.order(), await scene.order()];
  expect(await operate(bumpPayout, first)).toBe('wrong_state');
  await scene.pipeline.pass();
  expect(await operate(bumpPayout, second)).toBe('not_lowest');
  await scene.blocks(1);
  expect(await operate(cancelByReplacement, first)).toBe('mined');
});

/** Gives a payout its nonce and dies before anything is signed. */
async function reserveOnly(): Promise<void> {
  const worker = scene.worker((point) => {
    if (point === 'payout.after-reserve-commit') throw new Error('crashed');
  });
  await expect(worker.pass()).rejects.toThrow('crashed');
}

it('takes no new nonce behind one that may not be signed, and goes on once that one is cancelled', async () => {
  await rich();
  const stopped = await scene.order();
  await reserveOnly();
  expect(await inside(async (db) => await cancelWaiting(db, { payoutId: stopped.id, now: 1 }))).toBe(false);
  await stop('asset');
  const other = await scene.order({ asset: 'USDC' });
  await scene.pipeline.pass();
  expect(await statesOf(stopped, other)).toEqual(['waiting', 'waiting']);
  expect(await senders()).toEqual([{ next_nonce: 1n, paused_reason: null }]);
  expect(await operate(cancelByReplacement, stopped)).toBe('done');
  await scene.finish();
  expect(await statesOf(stopped, other)).toEqual(['failed', 'settled']);
  expect((await scene.attempts()).map(({ kind }) => kind)).toEqual(['cancel', 'pay']);
  await scene.assertTrue();
});

it('forgets a signed payment unsent when it was cancelled in the same moment', async () => {
  await rich();
  const payout = await scene.order();
  const worker = scene.worker(async (point) => {
    if (point === 'payout.after-sign') await operate(cancelByReplacement, payout);
  });
  await worker.pass();
  expect(await scene.attempts()).toEqual([]);
  await scene.finish();
  expect(await scene.state(payout)).toBe('failed');
  expect((await scene.attempts()).map(({ kind }) => kind)).toEqual(['cancel']);
  expect(await scene.got(payout)).toBe(0n);
});
