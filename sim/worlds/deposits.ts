/**
 * The world of deposits: strangers pay people in coins good and bad, validators withdraw to them, blocks name them for
 * their fees, coins lie there that nobody sent; the chain changes its mind down to 64 blocks, nodes fall silent, lag or
 * tell no inner payments, two watchers and two comparisons race and die at every named point, and a person resolves what
 * halts. At the end what was credited, less what was taken back and what is owed, with what is in suspense, is what lies
 * on the chain, to the last unit.
 */
import type { ChainAccount } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import type { FakeStep } from '@marigold/chain/testing/fake-bytes';
import { sql } from 'kysely';

import { resumeAsset } from '../../apps/server/src/modules/chain/state/halt.ts';
import { findCommonBlock, resumeChain } from '../../apps/server/src/modules/chain/watch/recover.ts';
import type { ChainWatcher } from '../../apps/server/src/modules/chain/watch/watch.ts';
import { createWatcher } from '../../apps/server/src/modules/chain/watch/watch.ts';
import { createDepositListener } from '../../apps/server/src/modules/deposit/service.ts';
import { joinOwnTransaction } from '../../apps/server/src/modules/payout/views.ts';
import { bookOpening } from '../../apps/server/src/modules/reconcile/difference.ts';
import { createReconciler } from '../../apps/server/src/modules/reconcile/reconcile.ts';
import { createLog } from '../../apps/server/src/platform/process/log.ts';
import { createRandom, type Random } from '../../chaos/random.ts';
import type { World, WorldResult, WorldRun } from '../world.ts';
import { depositProblems, newCredits } from './deposit-checks.ts';
import type { SimDepositSetup } from './deposit-setup.ts';
import { createSimDepositSetup } from './deposit-setup.ts';

const roundsPerHistory = 70;
/** Once in each history a branch replaces what was credited, and nothing of it comes again. */
const roundOfLoss = 45;
const lossDepth = 24;
const crashChance = 0.04;
/** More than finality needs: at the end everything that will ever be credited is. */
const blocksAtTheEnd = 90;

class Crashed extends Error {}

export const depositsWorld: World = { counts: 'payments', usual: 10_000, run };

async function run({ seed, random, database }: WorldRun): Promise<WorldResult> {
  const setup = await createSimDepositSetup(seed, random, database);
  try {
    return await live(setup, random, seed);
  } finally {
    await setup.close();
  }
}

async function live(setup: SimDepositSetup, random: Random, seed: number): Promise<WorldResult> {
  const failures: string[] = [];
  let payments = 0;
  const log = createLog('silent');
  let mayCrash = true;
  const watchers: ChainWatcher[] = [];
  /** Which of two racing watchers asks first is up to the database; it must not move what happens in the world. */
  const fates = [0, 1].map((place) => createRandom(seed, `watcher ${place}`));
  /** A watcher that died is a new program: it remembers nothing. */
  const begin = (place: number) => {
    const crash = (point: string) => {
      if (mayCrash && fates[place]?.chance(crashChance)) throw new Crashed(point);
    };
    const { databases, chain } = setup;
    const parts = { db: databases.main, chain, clock: () => setup.clock.now, log, crash };
    watchers[place] = createWatcher({
      ...parts,
      code: 'eth',
      listener: createDepositListener({ ...parts, joinOwnTransaction }),
      bookOpening,
    });
  };
  begin(0);
  begin(1);
  const look = async (place: number) => {
    try {
      await watchers[place]?.catchUp();
    } catch (error) {
      if (error instanceof Crashed) begin(place);
      else if (!(error instanceof ChainUnavailable)) throw error;
    }
  };
  const compare = createComparisons(setup);
  const check = async () => failures.push(...(await newCredits(setup)));

  for (let round = 0; round < roundsPerHistory; round += 1) {
    setup.clock.now += 12_000;
    payments += pay(setup, random) + payDirectly(setup, random);
    setup.chain.mine(random.chance(0.8) ? 1 : random.below(6));
    if (round === roundOfLoss) setup.chain.reorg(lossDepth, { keep: 'none' });
    else if (random.chance(0.2)) changeMind(setup, random);
    breakNodes(setup, random);
    await (random.chance(0.3) ? Promise.all([look(0), look(1)]) : look(random.below(2)));
    await check();
    if (random.chance(0.3)) await compare(random.chance(0.5) ? 2 : 1);
    if (random.chance(0.3)) await resolve(setup);
  }
  mayCrash = false;
  mendNodes(setup);
  for (let block = 0; block < blocksAtTheEnd; block += 1) {
    setup.chain.mine(1);
    if (block % 10 !== 9) continue;
    await resolve(setup);
    await look(0);
    await look(1);
    await check();
  }
  await compare(2);
  failures.push(...(await depositProblems(setup)));
  return { payments, failures };
}

/**
 * Compares books and chain, so many programs at once; each books what is beyond the books, and only one of them does.
 */
function createComparisons({
  databases,
  chain,
  clock,
}: SimDepositSetup): (programs: number) => Promise<void> {
  const parts = { db: databases.main, chain, code: 'eth', clock: () => clock.now, log: createLog('silent') };
  const reconcilers = [0, 1].map(() => createReconciler(parts));
  return async (programs) => {
    const looks = reconcilers.slice(0, programs).map(async (one) => await one.reconcile());
    for (const look of await Promise.allSettled(looks)) {
      if (look.status === 'rejected' && !(look.reason instanceof ChainUnavailable)) throw look.reason;
    }
  };
}

/** What comes without a transaction, and what just lies there; answers how many. */
function payDirectly({ chain, people, hot, coins }: SimDepositSetup, random: Random): number {
  const account = (): ChainAccount => random.pick(random.pick(people).accounts);
  let count = 0;
  if (random.chance(0.3)) {
    chain.setFeeRecipient(random.chance(0.3) ? undefined : random.pick([account(), account(), hot]));
  }
  while (random.chance(0.4)) {
    chain.withdraw(random.chance(0.1) ? hot : account(), weiAmount(random));
    count += 1;
  }
  if (random.chance(0.05)) {
    const coin = random.pick([coins.ETH, coins.USDT]);
    chain.give(random.chance(0.2) ? hot : account(), coin, BigInt(1 + random.below(2_000_000_000)));
    count += 1;
  }
  return count;
}

/** Some payments of every kind; answers how many. */
function pay(setup: SimDepositSetup, random: Random): number {
  const { chain, people, coins, foreign, contract, hot } = setup;
  const account = (): ChainAccount => random.pick(random.pick(people).accounts);
  const count = 11 + random.below(9);
  for (let number = 0; number < count; number += 1) {
    const kind = random.below(20);
    if (kind < 8) chain.send({ coin: coins.USDT, to: account(), amount: tokenAmount(random) });
    else if (kind < 11) chain.send({ coin: coins.USDC, to: account(), amount: tokenAmount(random) });
    else if (kind < 14) chain.send({ coin: 'native', to: account(), amount: weiAmount(random) });
    else if (kind === 14) chain.send({ steps: several(setup, random, account) });
    else if (kind === 15) {
      const inner = {
        kind: 'pay',
        coin: 'native',
        from: contract,
        to: account(),
        amount: weiAmount(random),
      } as const;
      chain.send({ steps: random.chance(0.3) ? [inner, { kind: 'fail' }] : [inner, inner] });
    } else if (kind === 16) chain.send({ coin: foreign.liar, to: account(), amount: tokenAmount(random) });
    else if (kind === 17) chain.send({ coin: foreign.unlisted, to: account(), amount: tokenAmount(random) });
    else if (kind === 18) chain.send({ coin: foreign.silent, to: account(), amount: tokenAmount(random) });
    else
      chain.send({
        coin: coins.USDT,
        to: random.chance(0.5) ? hot : account(),
        amount: random.chance(0.5) ? 0n : 1n,
      });
  }
  return count;
}

/** Many transfers in one transaction, one account twice, other events between them. */
function several(setup: SimDepositSetup, random: Random, account: () => ChainAccount): FakeStep[] {
  const twice = account();
  const step = (to: ChainAccount): FakeStep => ({
    kind: 'pay',
    coin: random.pick([setup.coins.USDT, setup.coins.USDC, setup.foreign.unlisted]),
    to,
    amount: tokenAmount(random),
  });
  return [step(twice), { kind: 'log', count: 1 + random.below(3) }, step(account()), step(twice)];
}

/** Of six decimals: dust, ordinary, above the lock, above what one provider is believed. */
function tokenAmount(random: Random): bigint {
  const most = random.pick([9_000_000, 100_000_000, 100_000_000, 3_000_000_000, 30_000_000_000]);
  return BigInt(1 + random.below(most));
}

/** Of eighteen decimals, finer than the ledger counts. */
function weiAmount(random: Random): bigint {
  return BigInt(1 + random.below(2_000_000_000)) * BigInt(1 + random.below(2_000_000_000));
}

/** A reorganisation: mostly shallow, now and then as deep as the chain's limit; what it takes may come again or not. */
function changeMind({ chain }: SimDepositSetup, random: Random): void {
  const depth = random.chance(0.7)
    ? 1 + random.below(4)
    : random.chance(0.6)
      ? 5 + random.below(20)
      : 1 + random.below(64);
  const blocks = Math.max(0, depth + random.pick([1, 1, 1, 2, 0, -1, -2]));
  const keep = random.pick(['all', 'all', 'none', 'some'] as const);
  chain.reorg(depth, { keep: keep === 'some' ? () => random.chance(0.5) : keep, blocks });
}

function breakNodes({ chain: { faults } }: SimDepositSetup, random: Random): void {
  faults.isDown = random.chance(0.05);
  faults.failures = random.chance(0.1) ? 1 + random.below(4) : 0;
  faults.lag = random.chance(0.1) ? random.below(5) : 0;
  faults.isPlain = random.chance(0.1);
  faults.second = random.pick(['agrees', 'agrees', 'agrees', 'agrees', 'elsewhere', 'down', 'absent']);
}

function mendNodes({ chain: { faults } }: SimDepositSetup): void {
  faults.isDown = false;
  faults.failures = 0;
  faults.lag = 0;
  faults.isPlain = false;
  faults.second = 'agrees';
}

/**
 * The persons who look: what was lost was taken or is owed by now, so the currency may go on; and a chain that changed
 * twice before anybody read it, deeper together than it ever does at once, goes on from the common block.
 */
async function resolve({ databases, clock, chain }: SimDepositSetup): Promise<void> {
  const db = databases.main;
  const decision = { by: 'anna', second: 'boris', reason: 'looked at the chain', now: clock.now };
  const halts = await sql<{ asset: string }>`
    select asset from app.chain_halt where resumed_at is null`.execute(db);
  for (const { asset } of halts.rows) {
    await db.transaction().execute(async (one) => await resumeAsset(one, { chain: 'eth', asset }, decision));
  }
  const parts = { db, chain, clock: () => clock.now, log: createLog('silent') };
  try {
    const listener = createDepositListener({ ...parts, joinOwnTransaction });
    const common = await findCommonBlock(db, chain, 'eth');
    if (typeof common === 'string') return;
    await db.transaction().execute(async (one) => await resumeChain(one, common, listener, decision));
  } catch (error) {
    // The node is away: they look again later.
    if (!(error instanceof ChainUnavailable)) throw error;
  }
}
