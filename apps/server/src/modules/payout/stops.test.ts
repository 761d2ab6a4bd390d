import { randomUUID } from 'node:crypto';

import { toChainUnits } from '@marigold/chain/units';
import { hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { asOwner } from '../../../testing/database.ts';
import type { OrderedPayout } from '../../../testing/payout-books.ts';
import type { PayoutSetup } from '../../../testing/payout-setup.ts';
import { openPayoutSetup } from '../../../testing/payout-setup.ts';
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

let setup: PayoutSetup;
const usdt = 1_000_000n;
const ether = 10n ** 18n;

beforeEach(async () => {
  setup = await openPayoutSetup();
});
afterEach(async () => {
  await setup.close();
});

async function rich(): Promise<void> {
  await setup.fund(setup.signer.known.hot, 'ETH', 10n * ether);
  await setup.fund(setup.signer.known.hot, 'USDT', 10_000n * usdt);
  await setup.fund(setup.signer.known.hot, 'USDC', 10_000n * usdt);
}
const inside = async <T>(run: (db: PayoutSetup['db']) => Promise<T>): Promise<T> =>
  await setup.db.transaction().execute(run);
const operate = async (
  command: (db: PayoutSetup['db'], on: OnPayout) => Promise<OperatorAnswer>,
  payout: OrderedPayout,
) => await inside(async (db) => await command(db, { payoutId: payout.id, now: setup.clock.now() }));
const sender = () => ({ chain: 'eth', account: setup.signer.known.hot });
const senders = async () =>
  (
    await sql<{ next_nonce: bigint; paused_reason: string | null }>`
      select next_nonce, paused_reason from app.lane`.execute(setup.db)
  ).rows;
const statesOf = async (...payouts: OrderedPayout[]) =>
  await Promise.all(payouts.map(async (payout) => await setup.state(payout)));
const reasonOf = async ({ id }: OrderedPayout) =>
  (await sql<{ reason: string | null }>`select reason from app.payout where id = ${id}`.execute(setup.db))
    .rows[0]?.reason;

it('waits for liquidity in the order of arrival within an asset, and never pays more than the hot account has', async () => {
  const { hot } = setup.signer.known;
  await setup.fund(hot, 'ETH', 10n * ether);
  await setup.fund(hot, 'USDT', 50n * usdt);
  await setup.fund(hot, 'USDC', 50n * usdt);
  const large = await setup.order({ units: 9_000_000_000n });
  const small = await setup.order({ units: 2_000_000_000n });
  const other = await setup.order({ asset: 'USDC' });
  await setup.pipeline.pass();
  expect(await statesOf(large, small, other)).toEqual(['no-liquidity', 'waiting', 'sending']);
  expect(await reasonOf(large)).toBe('hot_wallet_low');
  await setup.pipeline.pass();
  expect(await setup.states(large)).toEqual(['waiting', 'no-liquidity']);
  await setup.fund(hot, 'USDT', 40n * usdt);
  await setup.pipeline.pass();
  // 90 are there: 85 are promised to the first, so the second waits for more.
  expect(await statesOf(large, small)).toEqual(['sending', 'no-liquidity']);
  expect(await reasonOf(large)).toBe(null);
  await setup.blocks(2);
  expect(await setup.state(small)).toBe('no-liquidity');
  await setup.fund(hot, 'USDT', 10n * usdt);
  await setup.finish();
  expect(await statesOf(large, small, other)).toEqual(['settled', 'settled', 'settled']);
  await setup.assertTrue();
});

it('says when it is the gas that is missing, and counts what is signed already', async () => {
  const { hot } = setup.signer.known;
  await setup.fund(hot, 'USDT', 10_000n * usdt);
  // Enough for the gas of one: 68,000 at 3 gwei.
  await setup.fund(hot, 'ETH', 68_000n * 3n * 10n ** 9n + 1_000n);
  const [first, second] = [await setup.order(), await setup.order()];
  await setup.pipeline.pass();
  expect(await statesOf(first, second)).toEqual(['sending', 'no-liquidity']);
  expect(await reasonOf(second)).toBe('gas_low');
  await setup.fund(hot, 'ETH', ether);
  await setup.finish();
  expect(await statesOf(first, second)).toEqual(['settled', 'settled']);
});

it('gives back what the hot account cannot pay when an operator refuses it, or tries again when asked to', async () => {
  await setup.fund(setup.signer.known.hot, 'ETH', ether);
  const [first, second] = [await setup.order(), await setup.order({ asset: 'USDC' })];
  await setup.pipeline.pass();
  expect(await operate(requeuePayout, second)).toBe('done');
  expect(await operate(rejectPayout, first)).toBe('done');
  expect(await operate(rejectPayout, first)).toBe('wrong_state');
  expect(await statesOf(first, second)).toEqual(['rejected', 'waiting']);
  expect(await setup.balance(first.userId, 'USDT', 'available')).toBe(5_000_000_000n);
});

it('refuses to send from an account that sent before we knew it, until an operator adopts it', async () => {
  await rich();
  const earlier = await setup.order();
  await setup.finish();
  const reborn = await openPayoutSetup({ seed: 'reborn' });
  try {
    const late = await reborn.order();
    // The chain of before, a database that knows nothing.
    const worker = reborn.worker(undefined, setup.chain);
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
      `update app.chain_asset set contract = '\\x${setup.tokens.USDT.slice(2)}' where asset = 'USDT'`,
    );
    await worker.pass();
    expect((await reborn.attempts()).map(({ nonce }) => nonce)).toEqual([1]);
    expect(await adoptSender(reborn.db, { ...adopt, nonce: 5n })).toBe('open_nonces');
    expect(await adoptSender(reborn.db, { ...adopt, nonce: 0n })).toBe('nonce_too_low');
  } finally {
    await reborn.close();
  }
  expect(await setup.state(earlier)).toBe('settled');
});

it('pauses a lane that somebody else sent from', async () => {
  await rich();
  const first = await setup.order();
  await setup.pipeline.pass();
  const { hot } = setup.signer.known;
  const foreign = await setup.signer.sign(
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
  await setup.chain.broadcast(foreign);
  await setup.blocks(1);
  const second = await setup.order();
  await setup.pipeline.pass();
  expect(await statesOf(first, second)).toEqual(['confirming', 'waiting']);
  expect(await senders()).toEqual([
    { next_nonce: 1n, paused_reason: 'the chain counts 2 transactions, we know of 1' },
  ]);
});

it.each(['money', 'chain', 'asset', 'lane'] as const)(
  'signs nothing new while the %s is stopped, and still sends and watches what is live',
  async (what) => {
    await rich();
    const live = await setup.order();
    await setup.pipeline.pass();
    const [sent] = await setup.attempts();
    // An order itself needs money that runs.
    const later = await setup.order({ needsReview: true });
    await stop(what);
    await operate(approvePayout, later);
    setup.chain.drop(sent?.tx ?? '');
    await setup.pipeline.pass();
    await setup.blocks(12);
    expect(await statesOf(live, later)).toEqual(['completed', 'waiting']);
    expect(await setup.attempts()).toHaveLength(1);
    await setup.finish();
    // Books and chain are stopped as a whole; one asset or one lane is no reason to keep what is owed.
    expect(await setup.state(live)).toBe(what === 'money' || what === 'chain' ? 'completed' : 'settled');
    await resume(what);
    await setup.finish();
    expect(await statesOf(live, later)).toEqual(['settled', 'settled']);
    await setup.assertTrue();
  },
);

async function stop(what: 'money' | 'chain' | 'asset' | 'lane'): Promise<void> {
  if (what === 'lane') {
    const on = { ...sender(), reason: 'looked at', now: setup.clock.now() };
    await inside(async (db) => await pauseSender(db, on));
    return;
  }
  const identity = await setup.chain.identity();
  await asOwner(
    setup.ownerUrl,
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
    setup.ownerUrl,
    {
      money: `update ledger.halt set resumed_at = now(), resumed_by = 'a', second_by = 'b', resume_reason = 'c'`,
      chain: `update app.chain_cursor set halted_at = null, halted_reason = null`,
      asset: `update app.chain_halt set resumed_at = now()`,
    }[what],
  );
}

it('sends nothing at all while the node is of another chain than the one we know', async () => {
  await rich();
  const { networkId } = await setup.chain.identity();
  await sql`
    insert into app.chain_cursor (chain, network_id, genesis, height, hash, finalized_height, read_at)
    values ('eth', ${String(networkId)}, 'another', 0, 'x', 0, now())`.execute(setup.db);
  const payout = await setup.order();
  expect(await setup.pipeline.pass()).toBe('unavailable');
  expect(await setup.state(payout)).toBe('waiting');
});

it('waits in review until an operator lets it go on or gives it back', async () => {
  await rich();
  const [good, bad] = [await setup.order({ needsReview: true }), await setup.order({ needsReview: true })];
  await setup.pipeline.pass();
  expect(await statesOf(good, bad)).toEqual(['review', 'review']);
  expect((await setup.bill(good)).steps).toEqual(['running']);
  expect(await operate(approvePayout, good)).toBe('done');
  expect(await operate(rejectPayout, bad)).toBe('done');
  await setup.finish();
  expect(await statesOf(good, bad)).toEqual(['settled', 'rejected']);
  expect(await setup.refunds(bad)).toEqual([{ units: '5000000000', status: 'success' }]);
  await setup.assertTrue();
});

it.each([
  ['cleared', 'settled', undefined],
  ['refused', 'rejected', 'refused_case'],
] as const)('follows its case of risk: %s becomes %s', async (decision, state, no) => {
  await rich();
  const payout = await setup.order({ needsReview: true });
  const caseId = randomUUID();
  await sql`
    insert into app.risk_case (id, user_id, rule, payout_id, state, asks, created_at)
    values (${caseId}, ${payout.userId}, 'amount', ${payout.id}, 'open', '{purpose}', now())`.execute(
    setup.db,
  );
  await setup.pipeline.pass();
  expect(await operate(approvePayout, payout)).toBe('undecided_case');
  expect(await operate(rejectPayout, payout)).toBe('undecided_case');
  expect(await setup.state(payout)).toBe('review');
  await asOwner(
    setup.ownerUrl,
    `update app.risk_case set state = '${decision}', decided_at = now(), decided_reason = 'x' where id = '${caseId}'`,
  );
  // What is refused comes back with the next pass, and nobody sends it before.
  expect(decision === 'refused' ? await operate(approvePayout, payout) : undefined).toBe(no);
  await setup.finish();
  expect(await setup.state(payout)).toBe(state);
  await setup.assertTrue();
});

it('keeps the nonce of a payout while the signer is away and signs it when it is back, nothing before it', async () => {
  await rich();
  const first = await setup.order();
  const worker = setup.worker((point) => {
    if (point === 'payout.after-reserve-commit') setup.signer.isDown = true;
  });
  expect(await worker.pass()).toBe('unavailable');
  expect(await setup.state(first)).toBe('waiting');
  const second = await setup.order();
  expect(await worker.pass()).toBe('unavailable');
  expect(await senders()).toEqual([{ next_nonce: 1n, paused_reason: null }]);
  setup.signer.isDown = false;
  await setup.finish();
  expect(await statesOf(first, second)).toEqual(['settled', 'settled']);
  expect((await setup.attempts()).map(({ nonce }) => nonce)).toEqual([0, 1]);
});

it('pauses the lane when the signer refuses, and asks it for nothing more', async () => {
  await rich();
  const payout = await setup.order();
  // Another payment holds this nonce in the signer's own memory.
  const draft = {
    chain: 'eth',
    networkId: 31_337n,
    from: setup.signer.known.hot,
    nonce: 0n,
    kind: 'pay',
    payment: { coin: 'native', to: setup.signer.known.gas, amount: toChainUnits(1n) },
    fee: { gas: 21_000n, feeMax: 1n, tip: 1n },
  } as const;
  await setup.signer.sign(draft, { kind: 'payout', payoutId: payout.id });
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('waiting');
  expect(await senders()).toEqual([
    { next_nonce: 1n, paused_reason: 'the signer refused nonce 0: nonce_taken' },
  ]);
  const signedBefore = setup.signer.signed.length;
  await setup.pipeline.pass();
  expect(setup.signer.signed).toHaveLength(signedBefore);
  expect(await setup.attempts()).toEqual([]);
});

it('decides nothing by the clock: hours forward or back change what is shown and replaced, never money', async () => {
  await rich();
  const payout = await setup.order();
  setup.chain.faults.swallowed = 100;
  await setup.pipeline.pass();
  for (const hours of [5, -9, 48]) {
    setup.clock.move(hours * hourMs);
    await setup.pipeline.pass();
  }
  expect(await setup.balance(payout.userId, 'USDT', 'held')).toBe(5_000_000_000n);
  expect(await setup.refunds(payout)).toEqual([]);
  setup.chain.faults.swallowed = 0;
  await setup.finish();
  expect(await setup.got(payout)).toBe(45n * usdt);
  await setup.assertTrue();
});

it('says why an operator cannot bump: it is behind another one, or not on its way', async () => {
  await rich();
  const [first, second] = [await setup.order(), await setup.order()];
  expect(await operate(bumpPayout, first)).toBe('wrong_state');
  await setup.pipeline.pass();
  expect(await operate(bumpPayout, second)).toBe('not_lowest');
  await setup.blocks(1);
  expect(await operate(cancelByReplacement, first)).toBe('mined');
});

/** Gives a payout its nonce and dies before anything is signed. */
async function reserveOnly(): Promise<void> {
  const worker = setup.worker((point) => {
    if (point === 'payout.after-reserve-commit') throw new Error('crashed');
  });
  await expect(worker.pass()).rejects.toThrow('crashed');
}

it('takes no new nonce behind one that may not be signed, and goes on once that one is cancelled', async () => {
  await rich();
  const stopped = await setup.order();
  await reserveOnly();
  expect(await inside(async (db) => await cancelWaiting(db, { payoutId: stopped.id, now: 1 }))).toBe(false);
  await stop('asset');
  const other = await setup.order({ asset: 'USDC' });
  await setup.pipeline.pass();
  expect(await statesOf(stopped, other)).toEqual(['waiting', 'waiting']);
  expect(await senders()).toEqual([{ next_nonce: 1n, paused_reason: null }]);
  expect(await operate(cancelByReplacement, stopped)).toBe('done');
  await setup.finish();
  expect(await statesOf(stopped, other)).toEqual(['failed', 'settled']);
  expect((await setup.attempts()).map(({ kind }) => kind)).toEqual(['cancel', 'pay']);
  await setup.assertTrue();
});

it('forgets a signed payment unsent when it was cancelled in the same moment', async () => {
  await rich();
  const payout = await setup.order();
  const worker = setup.worker(async (point) => {
    if (point === 'payout.after-sign') await operate(cancelByReplacement, payout);
  });
  await worker.pass();
  expect(await setup.attempts()).toEqual([]);
  await setup.finish();
  expect(await setup.state(payout)).toBe('failed');
  expect((await setup.attempts()).map(({ kind }) => kind)).toEqual(['cancel']);
  expect(await setup.got(payout)).toBe(0n);
});
