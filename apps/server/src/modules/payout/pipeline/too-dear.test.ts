import { randomUUID } from 'node:crypto';

import type { ChainAccount, Chain } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { asOwner } from '../../../../testing/database.ts';
import { openTreasury } from '../../../../testing/forget.ts';
import type { OrderedPayout } from '../../../../testing/payout-books.ts';
import type { PayoutSetup } from '../../../../testing/payout-setup.ts';
import { finalityDepth, openPayoutSetup } from '../../../../testing/payout-setup.ts';
import type { PayoutCrashPoint } from '../context.ts';
import type { OnPayout, OperatorAnswer } from '../operate/operate.ts';
import { approvePayout, rejectPayout } from '../operate/operate.ts';

let setup: PayoutSetup;
/** Contracts that began to ask for so much; undefined: no node ends measuring them. */
const limits = new Map<ChainAccount, bigint | undefined>();

beforeEach(async () => {
  setup = await openPayoutSetup();
  await openTreasury(setup);
  await setup.fund(setup.signer.known.hot, 'ETH', 10n ** 18n);
  limits.clear();
});
afterEach(async () => {
  await setup.close();
});

/** The chain of the scene, on which the measure of gas follows what the contracts ask for. */
function dearChain(): Chain {
  const { chain } = setup;
  return {
    ...chain,
    async feeFor(from, payment) {
      const fee = await chain.feeFor(from, payment);
      if (!limits.has(payment.to)) return fee;
      const gas = limits.get(payment.to);
      if (gas === undefined) throw new ChainUnavailable('the node took too long');
      return { ...fee, gas };
    },
  };
}
const worker = (crash?: (point: PayoutCrashPoint) => Promise<void> | void) =>
  setup.worker(crash, dearChain());
const orderTo = async (to: ChainAccount) =>
  await setup.order({ asset: 'ETH', units: 10_000_000n, feeUnits: 100_000n, to });
const contract = () => setup.chain.createContract('vault');
const rowOf = async ({ id }: OrderedPayout) =>
  (
    await sql<{ state: string; reason: string | null }>`
      select state, reason from app.payout where id = ${id}`.execute(setup.db)
  ).rows[0];
const operate = async (
  command: (db: PayoutSetup['db'], on: OnPayout) => Promise<OperatorAnswer>,
  { id }: OrderedPayout,
) =>
  await setup.db
    .transaction()
    .execute(async (db) => await command(db, { payoutId: id, now: setup.clock.now() }));
const waits = { state: 'review', reason: 'gas_too_dear' };

it.each([
  ['asks for more gas than we pay for anybody', 100_001n],
  ['asks for more than any block holds', 10n ** 9n],
  ['cannot be measured by any node', undefined],
])('keeps nobody waiting behind a recipient that %s', async (_, gas) => {
  const to = contract();
  limits.set(to, gas);
  const [dear, other, token] = [await orderTo(to), await orderTo(fakeAccount('plain')), await setup.order()];
  const pipeline = worker();
  await pipeline.pass();
  expect(await rowOf(dear)).toEqual(waits);
  expect(await setup.states(dear)).toEqual(['waiting', 'review']);
  expect([await setup.state(other), await setup.state(token)]).toEqual(['sending', 'sending']);
  // Its bill says what it said: nothing was sent.
  expect((await setup.bill(dear)).status).toBe('waiting');
});

it('lets persons send it later or give it back, and asks again each time', async () => {
  const to = contract();
  limits.set(to, 200_000n);
  const [first, second] = [await orderTo(to), await orderTo(to)];
  const notices = async () =>
    (
      await sql<{ steps: string }>`
        select kind || ' ' || (facts->>'why') as steps from app.notice where user_id = ${first.userId}
        order by id`.execute(setup.db)
    ).rows.map(({ steps }) => steps);
  const pipeline = worker();
  await pipeline.pass();
  expect(await operate(approvePayout, first)).toBe('done');
  await pipeline.pass();
  expect(await rowOf(first)).toEqual(waits);
  expect(await notices()).toEqual(['payoutWaits person']);
  limits.set(to, 90_000n);
  expect(await operate(approvePayout, first)).toBe('done');
  expect(await operate(rejectPayout, second)).toBe('done');
  await pipeline.pass();
  setup.chain.mine(finalityDepth + 1);
  await pipeline.pass();
  expect([await setup.state(first), await setup.state(second)]).toEqual(['settled', 'rejected']);
  expect(await setup.refunds(second)).toEqual([{ units: '10000000', status: 'success' }]);
  await setup.assertTrue();
});

it('is not sent on by a case of risk that was cleared before', async () => {
  const to = contract();
  limits.set(to, 200_000n);
  const dear = await orderTo(to);
  await sql`
    insert into app.risk_case (id, user_id, rule, payout_id, state, asks, created_at)
    values (${randomUUID()}, ${dear.userId}, 'amount', ${dear.id}, 'cleared', '{purpose}', now())`.execute(
    setup.db,
  );
  const pipeline = worker();
  await pipeline.pass();
  await pipeline.pass();
  expect(await setup.states(dear)).toEqual(['waiting', 'review']);
});

it('waits itself while the chain does not answer about a plain account', async () => {
  const payout = await setup.order({ asset: 'ETH' });
  limits.set(payout.to, undefined);
  expect(await worker().pass()).toBe('unavailable');
  expect(await rowOf(payout)).toEqual({ state: 'waiting', reason: null });
});

it('is cancelled where it has its nonce already, so that those behind it are paid', async () => {
  const to = contract();
  const dear = await orderTo(to);
  const dies = worker((point) => {
    if (point === 'payout.after-reserve-commit') throw new Error('crashed');
  });
  await expect(dies.pass()).rejects.toThrow('crashed');
  limits.set(to, 10n ** 9n);
  const other = await setup.order();
  const pipeline = worker();
  for (let pass = 0; pass < 2; pass += 1) await pipeline.pass();
  setup.chain.mine(finalityDepth + 1);
  await pipeline.pass();
  expect(await rowOf(dear)).toEqual({ state: 'failed', reason: 'cancelled_by_us' });
  expect(await setup.state(other)).toBe('settled');
  expect((await setup.attempts()).map(({ kind }) => kind)).toEqual(['cancel', 'pay']);
  await setup.assertTrue();
});

const stops = {
  money: `insert into ledger.halt (reason) values ('test')`,
  asset: `insert into app.chain_halt (id, chain, asset, reason, halted_at)
    values (gen_random_uuid(), 'eth', 'USDT', 'test', now())`,
} as const;

it.each(['money', 'asset'] as const)('gives no nonce to what stops during the pass: %s', async (what) => {
  const payout = await setup.order();
  setup.chain.onCall = async (call) => {
    if (call !== 'feeFor') return;
    setup.chain.onCall = undefined;
    await asOwner(setup.ownerUrl, stops[what]);
  };
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('waiting');
  expect((await sql`select from app.slot`.execute(setup.db)).rows).toHaveLength(0);
});

it('forgets unsent what was signed while it stopped, and signs it again when it goes on', async () => {
  const payout = await setup.order();
  const pipeline = setup.worker(async (point) => {
    if (point === 'payout.after-sign') await asOwner(setup.ownerUrl, stops.asset);
  });
  await pipeline.pass();
  expect([await setup.state(payout), await setup.attempts()]).toEqual(['waiting', []]);
  await asOwner(setup.ownerUrl, 'update app.chain_halt set resumed_at = now()');
  await setup.finish();
  expect(await setup.state(payout)).toBe('settled');
  await setup.assertTrue();
});
