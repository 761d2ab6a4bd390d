/**
 * The world of withdrawals: people send over a chain while workers die at every named point, answers get lost, the node is
 * away for 25 blocks, fees rise sixty times, pools forget, blocks are taken back, cancels race their payments, and
 * recipients refuse: openly, or only when they are paid. Each order ends as exactly one payment or one refund, who makes a
 * payment fail pays its gas, and books and chain agree to the last unit.
 */
import type { ChainAccount } from '@marigold/chain/port';
import type { PayoutState } from '@marigold/chain/states';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import { cancelWaiting } from '../../apps/server/src/modules/payout/cancel.ts';
import type { PayoutCrashPoint } from '../../apps/server/src/modules/payout/context.ts';
import { payoutCrashPoints } from '../../apps/server/src/modules/payout/context.ts';
import { bumpPayout, cancelByReplacement } from '../../apps/server/src/modules/payout/operate/operate.ts';
import type { OrderedPayout } from '../../apps/server/testing/payout-books.ts';
import type { PayoutSetup } from '../../apps/server/testing/payout-setup.ts';
import { openPayoutSetup } from '../../apps/server/testing/payout-setup.ts';
import { createRandom, type Random } from '../../chaos/random.ts';
import type { World, WorldResult, WorldRun } from '../world.ts';

/** No round number: what gas costs is finer than the ledger counts. */
const calmFee = 10n ** 9n + 7n;
const ether = 10n ** 18n;
const usdt = 10n ** 6n;
/** Sweeps alone meet this one; payments never do. */
const crashPoints = payoutCrashPoints.filter((point) => point !== 'payout.after-plan-commit');
const ordersOfTheStorm = 20;
const ordersOfTrouble = 15;
const perHistory = crashPoints.length + ordersOfTrouble + ordersOfTheStorm;
/** Every crash point so often. */
const histories = 25;

class Crashed extends Error {}

export const withdrawalsWorld: World = {
  counts: 'withdrawals',
  usual: histories * perHistory,
  run,
};

async function run({ seed, random, database }: WorldRun): Promise<WorldResult> {
  const setup = await openPayoutSetup({ database, seed });
  try {
    await setup.fund(setup.signer.known.hot, 'ETH', 1000n * ether);
    await setup.fund(setup.signer.known.hot, 'USDT', 1_000_000n * usdt);
    const orders: OrderedPayout[] = [];
    setup.chain.setBaseFee(calmFee);
    for (const point of random.shuffled(crashPoints)) orders.push(await crashAt(setup, point));
    const problems: string[] = [];
    orders.push(...(await meetTroubles(setup, problems)));
    orders.push(...(await weatherStorm(setup, random, seed)));
    await calm(setup);
    return { payments: orders.length, failures: [...problems, ...(await findProblems(setup, orders))] };
  } finally {
    await setup.close();
  }
}

/** A worker that dies, once where it is told to or by chance; what it did not write down did not happen. */
async function dying(pass: () => Promise<unknown>): Promise<void> {
  try {
    await pass();
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
  }
}

async function crashAt(setup: PayoutSetup, where: PayoutCrashPoint): Promise<OrderedPayout> {
  const order = await setup.order();
  let isDead = false;
  const worker = setup.worker((point) => {
    if (point !== where || isDead) return;
    isDead = true;
    throw new Crashed(point);
  });
  for (let pass = 0; pass < 4; pass += 1) {
    await dying(async () => await worker.pass());
    setup.chain.mine(12);
  }
  return order;
}

/** Every trouble of a mempool and its node, one after the other, each with an order in the middle of it. */
async function meetTroubles(setup: PayoutSetup, problems: string[]): Promise<OrderedPayout[]> {
  const { chain } = setup;
  const orders: OrderedPayout[] = [];
  const order = async (): Promise<OrderedPayout> => {
    const made = await setup.order();
    orders.push(made);
    return made;
  };
  // Both answers are lost.
  await order();
  chain.faults.answersLost = 2;
  await setup.pipeline.pass();
  await setup.blocks(2);
  // The node is away for 25 blocks.
  await order();
  await setup.pipeline.pass();
  chain.faults.isDown = true;
  await setup.blocks(25);
  chain.faults.isDown = false;
  // The pool forgets the first of two.
  await order();
  await order();
  chain.faults.swallowed = 1;
  await setup.pipeline.pass();
  await setup.blocks(2);
  // Fees rise sixty times while three wait.
  for (let count = 0; count < 3; count += 1) await order();
  await setup.pipeline.pass();
  chain.setBaseFee(600n * calmFee);
  for (let round = 0; round < 8; round += 1) {
    setup.clock.move(11 * minuteMs);
    await setup.blocks(1);
  }
  const left = chain.truth.waiting;
  if (left > 0) problems.push(`${left} transactions still wait after eight chances to raise their fees`);
  chain.setBaseFee(calmFee);
  // Five blocks deep, taken back.
  await order();
  await setup.pipeline.pass();
  await setup.blocks(5);
  chain.reorg(5, { keep: 'none' });
  await setup.blocks(2);
  // Completed, not final, and taken back for good: the pool has forgotten it too.
  await order();
  await setup.pipeline.pass();
  await setup.blocks(14);
  chain.reorg(15, { keep: 'none' });
  await setup.blocks(2);
  // A cancel races the payment.
  const raced = await order();
  await setup.pipeline.pass();
  await setup.db
    .transaction()
    .execute(async (db) => await cancelByReplacement(db, { payoutId: raced.id, now: setup.clock.now() }));
  // Its fees rise as well: it is replaced again and again, and stays a cancel.
  chain.setBaseFee(300n * calmFee);
  await setup.pipeline.pass();
  for (let round = 0; round < 3; round += 1) {
    setup.clock.move(11 * minuteMs);
    await setup.pipeline.pass();
  }
  chain.setBaseFee(calmFee);
  await setup.blocks(3);
  orders.push(...(await meetRefusals(setup, problems)));
  return orders;
}

/** Recipients that refuse: from before, between two of their payments, and when they are paid; and an issuer. */
async function meetRefusals(setup: PayoutSetup, problems: string[]): Promise<OrderedPayout[]> {
  const { chain, tokens } = setup;
  const [open, sly, late] = ['open', 'sly', 'late'].map((name) => chain.createContract(name));
  if (open === undefined || sly === undefined || late === undefined)
    throw new Error('Broken: three contracts');
  const stopped = fakeAccount(`stopped ${chain.truth.head().hash}`);
  chain.refuse(open, 'openly');
  chain.refuse(sly, 'when-mined');
  chain.stopInToken(tokens.USDT, stopped);
  const orders = [
    await orderTo(setup, open),
    await orderTo(setup, sly),
    await orderTo(setup, late),
    await setup.order({ to: stopped }),
    await setup.order(),
  ];
  await setup.pipeline.pass();
  chain.refuse(late, 'openly');
  await setup.blocks(3);
  for (const { id, to } of orders.filter((order) => order.to === open || order.to === stopped)) {
    const found = await sql`select from app.slot where payout_id = ${id}`.execute(setup.db);
    if (found.rows.length > 0) problems.push(`something was signed for ${to}, which refuses`);
  }
  return orders;
}

async function orderTo(setup: PayoutSetup, to: ChainAccount): Promise<OrderedPayout> {
  return await setup.order({ asset: 'ETH', units: 3_000_000n, feeUnits: 300_000n, to });
}

/** Everything at once, by chance. */
async function weatherStorm(setup: PayoutSetup, random: Random, seed: number): Promise<OrderedPayout[]> {
  const { chain } = setup;
  const orders: OrderedPayout[] = [];
  // Which of two racing workers asks first is up to the database; it must not move what happens in the world.
  const mortals = [0, 1].map((place) => {
    const fate = createRandom(seed, `worker ${place}`);
    return (point: PayoutCrashPoint): void => {
      if (fate.chance(0.08)) throw new Crashed(point);
    };
  });
  while (orders.length < ordersOfTheStorm || random.chance(0.9)) {
    if (orders.length < ordersOfTheStorm && random.chance(0.5)) orders.push(await orderSome(setup, random));
    chain.faults.isDown = random.chance(0.1);
    chain.faults.answersLost = random.chance(0.2) ? 2 : 0;
    chain.faults.swallowed = random.chance(0.2) ? 2 : 0;
    const workers = mortals.slice(0, random.chance(0.3) ? 2 : 1).map((die) => setup.worker(die));
    await Promise.all(workers.map(async (worker) => await dying(async () => await worker.pass())));
    if (orders.length > 0 && random.chance(0.15)) await meddle(setup, random, orders);
    if (random.chance(0.1)) chain.setBaseFee(BigInt(1 + random.below(40)) * calmFee);
    if (random.chance(0.2)) setup.clock.move(11 * minuteMs);
    if (random.chance(0.08)) chain.reorg(1 + random.below(14), { keep: () => random.chance(0.5) });
    else if (random.chance(0.7)) chain.mine();
  }
  return orders;
}

async function orderSome(setup: PayoutSetup, random: Random): Promise<OrderedPayout> {
  const asset = random.pick(['USDT', 'ETH'] as const);
  const units = BigInt(200 + random.below(700)) * (asset === 'ETH' ? 10_000n : 10_000_000n);
  const ordering = { asset, units, feeUnits: units / 10n };
  if (asset !== 'ETH' || random.chance(0.7)) return await setup.order(ordering);
  const to = setup.chain.createContract(`moody ${random.below(1_000_000_000)}`);
  setup.chain.refuse(to, random.pick(['openly', 'when-mined'] as const));
  return await setup.order({ ...ordering, to });
}

/** A person or an operator does something about an order, whatever its state is. */
async function meddle(setup: PayoutSetup, random: Random, orders: readonly OrderedPayout[]): Promise<void> {
  const on = { payoutId: random.pick(orders).id, now: setup.clock.now() };
  const command = random.pick([bumpPayout, cancelByReplacement, cancelWaiting]);
  await setup.db.transaction().execute(async (db) => await command(db, on));
}

/** The world is well again, until everything is final. */
async function calm(setup: PayoutSetup): Promise<void> {
  Object.assign(setup.chain.faults, { isDown: false, answersLost: 0, swallowed: 0 });
  setup.chain.setBaseFee(calmFee);
  for (let round = 0; round < 40; round += 1) {
    setup.clock.move(minuteMs);
    await setup.blocks(1);
  }
  await setup.finish();
}

async function findProblems(setup: PayoutSetup, orders: readonly OrderedPayout[]): Promise<string[]> {
  const problems: string[] = [];
  for (const order of orders) {
    const [state, got, refunds] = [
      await setup.state(order),
      await setup.got(order),
      (await setup.refunds(order)).length,
    ];
    const due = await dueOf(setup, order);
    const isPaid = state === 'settled' && got === due && refunds === 0;
    const isBack = endedUnpaid.includes(state) && got === 0n && refunds === 1;
    if (!isPaid && !isBack)
      problems.push(`${order.asset} ${order.id}: ${state}, got ${got} of ${due}, ${refunds} refunds`);
    problems.push(...(await wrongReturn(setup, order)));
  }
  problems.push(...(await looseNonces(setup)), ...(await forgottenCancels(setup)));
  try {
    await setup.assertTrue();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return problems;
}

const endedUnpaid: readonly PayoutState[] = ['failed', 'cancelled', 'rejected'];

/**
 * Asked of the chain and the balances, not of what the product says it kept: a payment that was mined and failed costs its
 * person its gas, as far as the fee goes, and nothing else that comes back costs anything.
 */
async function wrongReturn(setup: PayoutSetup, order: OrderedPayout): Promise<string[]> {
  const found = await sql<{ fee: string; gas: string | null; kind: string | null }>`
    select p.fee_units::text as fee, ceil(s.gas_paid / 10000000000)::text as gas, a.kind
    from app.payout p left join app.slot s on s.payout_id = p.id
    left join app.slot_attempt a on a.chain = s.chain and a.account = s.account and a.nonce = s.nonce
      and a.line = s.mined_line
    where p.id = ${order.id} and p.state in ('failed', 'cancelled', 'rejected')`.execute(setup.db);
  const row = found.rows[0];
  if (row === undefined) return [];
  const [fee, gas] = [BigInt(row.fee), BigInt(row.gas ?? '0')];
  // No rate is known here, so that of a token the whole fee is the price of what was mined.
  const worth = order.asset === 'ETH' && gas < fee ? gas : fee;
  const due = order.units - (row.kind === 'pay' ? worth : 0n);
  const back = await setup.balance(order.userId, order.asset, 'available');
  const held = await setup.balance(order.userId, order.asset, 'held');
  return back === due && held === 0n
    ? []
    : [`${order.asset} ${order.id} came back: ${back} of ${due} units, ${held} are held`];
}

/** What arrives, in chain units. */
async function dueOf(setup: PayoutSetup, { id, asset }: OrderedPayout): Promise<bigint> {
  const found = await sql<{ units: string }>`
    select (units - fee_units)::text as units from app.payout where id = ${id}`.execute(setup.db);
  const units = BigInt(found.rows[0]?.units ?? '-1');
  return asset === 'ETH' ? units * 10n ** 10n : units / 100n;
}

/** Nonces without a gap, one payment each, and the chain used every one of them. */
async function looseNonces(setup: PayoutSetup): Promise<string[]> {
  const { hot } = setup.signer.known;
  const found = await sql<{ nonce: bigint; taken: bigint }>`
    select nonce, count(distinct payout_id) as taken from app.slot
    where account = ${Buffer.from(hot.slice(2), 'hex')} group by nonce order by nonce`.execute(setup.db);
  const loose = found.rows.flatMap(({ nonce, taken }, place) =>
    nonce === BigInt(place) && taken === 1n
      ? []
      : [`nonce ${nonce} at place ${place} is for ${taken} payments`],
  );
  const used = setup.chain.truth.nonce(hot);
  return used === BigInt(found.rows.length)
    ? loose
    : [...loose, `${found.rows.length} nonces were given, the chain saw ${used}`];
}

/** Once a cancel was signed for a nonce, every later attempt is one. */
async function forgottenCancels(setup: PayoutSetup): Promise<string[]> {
  const found = await sql<{ nonce: bigint }>`
    select distinct a.nonce from app.slot_attempt a
    join app.slot_attempt b on b.chain = a.chain and b.account = a.account and b.nonce = a.nonce and b.line > a.line
    where a.kind = 'cancel' and b.kind = 'pay'`.execute(setup.db);
  return found.rows.map(({ nonce }) => `nonce ${nonce} was cancelled and then signed as a payment again`);
}
