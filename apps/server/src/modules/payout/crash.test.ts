import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createRandom } from '../../../../../chaos/random.ts';
import type { OrderedPayout } from '../../../testing/payout-books.ts';
import type { PayoutSetup } from '../../../testing/payout-setup.ts';
import { openPayoutSetup } from '../../../testing/payout-setup.ts';
import { cancelWaiting } from './cancel.ts';
import type { PayoutCrashPoint } from './context.ts';
import { payoutCrashPoints } from './context.ts';
import { bumpPayout, cancelByReplacement } from './operate/operate.ts';

let setup: PayoutSetup;
const usdt = 1_000_000n;
const ether = 10n ** 18n;
const seed = Number(process.env['FC_SEED'] ?? 7);

beforeEach(async () => {
  setup = await openPayoutSetup({ seed });
  await setup.fund(setup.signer.known.hot, 'ETH', 10n * ether);
  await setup.fund(setup.signer.known.hot, 'USDT', 10_000n * usdt);
});
afterEach(async () => {
  await setup.close();
});

class Crashed extends Error {
  override readonly name = 'Crashed';
}

/** A pass that dies where `crash` throws; whatever else goes wrong is a failure of the test. */
async function dying(pass: () => Promise<unknown>): Promise<void> {
  try {
    await pass();
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
  }
}

/** Nonces without a gap, and of each the chain has at most one attempt. */
async function assertDense(): Promise<void> {
  const found = await sql<{ nonce: bigint; taken: bigint }>`
    select s.nonce, count(distinct coalesce(s.payout_id, s.sweep_id)) as taken from app.slot s
    where s.account = ${Buffer.from(setup.signer.known.hot.slice(2), 'hex')} group by s.nonce order by s.nonce`.execute(
    setup.db,
  );
  expect(found.rows).toEqual(found.rows.map((_, index) => ({ nonce: BigInt(index), taken: 1n })));
  expect(setup.chain.truth.nonce(setup.signer.known.hot)).toBe(BigInt(found.rows.length));
}

it.each(payoutCrashPoints.filter((point) => point !== 'payout.after-plan-commit'))(
  'pays once, and books it once, after a crash at %s',
  async (where) => {
    const payout = await setup.order();
    let crashes = 0;
    const worker = setup.worker((point) => {
      if (point !== where || crashes > 0) return;
      crashes += 1;
      throw new Crashed(point);
    });
    await dying(async () => await worker.pass());
    for (let block = 0; block < 3; block += 1) {
      setup.chain.mine(12);
      await dying(async () => await worker.pass());
    }
    await setup.finish();
    expect(crashes).toBe(1);
    expect(await setup.state(payout)).toBe('settled');
    expect(await setup.got(payout)).toBe(45n * usdt);
    await assertDense();
    await setup.assertTrue();
  },
);

it('pays every payout once or gives it back, whatever crashes, is lost, races or is cancelled meanwhile', async () => {
  const random = createRandom(seed, 'payouts');
  const payouts: OrderedPayout[] = [];
  const crashes = new Map<PayoutCrashPoint, number>();
  const die = (point: PayoutCrashPoint): void => {
    if (!random.chance(0.08)) return;
    crashes.set(point, (crashes.get(point) ?? 0) + 1);
    throw new Crashed(point);
  };
  const operator = async (): Promise<void> => {
    const on = { payoutId: random.pick(payouts).id, now: setup.clock.now() };
    const command = random.pick([bumpPayout, cancelByReplacement, cancelWaiting]);
    await setup.db.transaction().execute(async (db) => await command(db, on));
  };
  for (let round = 0; round < 60; round += 1) {
    if (payouts.length < 20 && random.chance(0.5)) {
      const asset = random.pick(['USDT', 'ETH'] as const);
      const units = BigInt(200 + random.below(700)) * (asset === 'ETH' ? 10_000n : 10_000_000n);
      payouts.push(await setup.order({ asset, units, feeUnits: units / 10n }));
    }
    const { faults } = setup.chain;
    faults.isDown = random.chance(0.1);
    faults.answersLost = random.chance(0.2) ? 2 : 0;
    faults.swallowed = random.chance(0.2) ? 2 : 0;
    const workers = random.chance(0.3) ? [setup.worker(die), setup.worker(die)] : [setup.worker(die)];
    await Promise.all(workers.map(async (worker) => await dying(async () => await worker.pass())));
    if (payouts.length > 0 && random.chance(0.15)) await operator();
    if (random.chance(0.1)) setup.chain.setBaseFee(BigInt(1 + random.below(40)) * 10n ** 9n);
    if (random.chance(0.2)) setup.clock.move(11 * minuteMs);
    const head = setup.chain.truth.head().height;
    if (head > 15 && random.chance(0.08))
      setup.chain.reorg(1 + random.below(14), { keep: () => random.chance(0.5) });
    else if (random.chance(0.7)) setup.chain.mine();
  }
  Object.assign(setup.chain.faults, { isDown: false, answersLost: 0, swallowed: 0 });
  for (let round = 0; round < 30; round += 1) {
    await setup.pipeline.pass();
    setup.chain.mine();
  }
  await setup.finish();
  const wrong: string[] = [];
  for (const payout of payouts) {
    const [state, got] = [await setup.state(payout), await setup.got(payout)];
    const due = (payout.units - payout.units / 10n) * (payout.asset === 'ETH' ? 10n ** 10n : 1n);
    const wanted = payout.asset === 'ETH' ? due : due / 100n;
    const refunds = (await setup.refunds(payout)).length;
    const isPaid = state === 'settled' && got === wanted && refunds === 0;
    const isBack = (state === 'failed' || state === 'cancelled') && got === 0n && refunds === 1;
    if (!isPaid && !isBack) wrong.push(`${payout.id}: ${state}, got ${got} of ${wanted}, ${refunds} refunds`);
  }
  expect(wrong, `seed ${seed}`).toEqual([]);
  expect(crashes.size, `crashed at ${[...crashes.keys()].join(', ')}`).toBeGreaterThan(4);
  await assertDense();
  await setup.assertTrue();
}, 120_000);
