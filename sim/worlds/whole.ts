/**
 * The world of the whole way: what people bring over a chain they trade with each other, and what they have then they
 * send away again, in one database, on one chain, from one seed. The chain changes its mind below what was credited, the
 * watcher, the books of the market and the pipeline of payouts die at any of their named points and begin anew, nodes are
 * away and forget. At the end each person has what came for them, and what they bought, less what they sold and sent, to
 * the last unit, asked of the chain as it truly was and not of the ledger; and books and chain agree.
 */
import { ChainUnavailable } from '@marigold/chain/port';
import { Refusal } from '@marigold/contract/endpoint';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import { resumeAsset } from '../../apps/server/src/modules/chain/state/halt.ts';
import type { ChainWatcher } from '../../apps/server/src/modules/chain/watch/watch.ts';
import { cancelWaiting } from '../../apps/server/src/modules/payout/cancel.ts';
import type { Pipeline } from '../../apps/server/src/modules/payout/pipeline/pipeline.ts';
import type { RunningExchange } from '../../apps/server/src/modules/trade/service.ts';
import { TransportError } from '../../apps/server/src/platform/http/transport-error.ts';
import type { OrderedPayout } from '../../apps/server/testing/payout-books.ts';
import { keyFor, readOrderWords } from '../../apps/server/testing/traders.ts';
import { createRandom, type Random } from '../../chaos/random.ts';
import type { World, WorldResult, WorldRun } from '../world.ts';
import type { DepositPerson } from './deposit-setup.ts';
import { wholeProblems, storyOf } from './whole-checks.ts';
import { etherPrice, openWholeSetup, type WholeSetup } from './whole-setup.ts';

const rounds = 50;
/** In every history a branch replaces blocks whose deposits were credited, traded and sent on, and nothing comes again. */
const roundOfLoss = 30;
const lossDepth = 16;
const crashChance = 0.03;
/** More than finality needs; sweeps of what became final last take as long again. */
const blocksAtTheEnd = 60;
const blocksMax = 300;
/** An order is asked again under its key by whoever runs the books then; so many deaths in a row are no chance. */
const triesMax = 50;
const gwei = 10n ** 9n;

class Crashed extends Error {}

/** One run of the world: the program as it lives just now, and what was done so far. */
type History = {
  readonly setup: WholeSetup;
  readonly random: Random;
  readonly payouts: OrderedPayout[];
  /** Of every order that was answered. */
  readonly orderIds: string[];
  readonly begin: Begin;
  mayCrash: boolean;
  movements: number;
  watcher: ChainWatcher;
  pipeline: Pipeline;
  exchange: RunningExchange;
};

/** What died is begun anew and remembers nothing. */
type Begin = {
  readonly watcher: () => ChainWatcher;
  readonly pipeline: () => Pipeline;
  readonly exchange: () => Promise<RunningExchange>;
};

export const wholeWorld: World = { counts: 'movements', usual: 3000, run };

async function run({ seed, random, database }: WorldRun): Promise<WorldResult> {
  const setup = await openWholeSetup(seed, random, database);
  const history = await beginHistory(setup, random, seed);
  try {
    for (let round = 0; round < rounds; round += 1) await live(history, round);
    await calm(history);
    return {
      payments: history.movements,
      failures: await wholeProblems(setup, history),
      story: await storyOf(setup),
    };
  } finally {
    await history.exchange.stop();
    await setup.close();
  }
}

async function beginHistory(setup: WholeSetup, random: Random, seed: number): Promise<History> {
  const mayDie = (who: string): ((point: string) => void) => {
    const fate = createRandom(seed, who);
    return (point) => {
      if (fate.chance(crashChance) && history.mayCrash) throw new Crashed(point);
    };
  };
  const [atWatcher, atPipeline, atExchange] = ['watcher', 'pipeline', 'exchange'].map((who) => mayDie(who));
  const begin: Begin = {
    watcher: () => setup.watch(atWatcher),
    pipeline: () => setup.worker(atPipeline),
    exchange: async () => await setup.trade(atExchange),
  };
  const history: History = {
    setup,
    random,
    payouts: [],
    orderIds: [],
    begin,
    mayCrash: true,
    movements: 0,
    watcher: begin.watcher(),
    pipeline: begin.pipeline(),
    exchange: await begin.exchange(),
  };
  return history;
}

/** Some seconds of everybody. */
async function live(history: History, round: number): Promise<void> {
  const { setup, random } = history;
  const { chain, clock } = setup;
  clock.move(12_000);
  chain.faults.isDown = random.chance(0.06);
  chain.faults.answersLost = random.chance(0.1) ? 2 : 0;
  chain.faults.swallowed = random.chance(0.1) ? 1 : 0;
  for (const person of setup.people) if (random.chance(0.3)) bring(history, person);
  chain.mine(1 + random.below(3));
  if (round === roundOfLoss) chain.reorg(lossDepth, { keep: 'none' });
  else if (random.chance(0.15)) chain.reorg(1 + random.below(9), { keep: () => random.chance(0.7) });
  await look(history);
  for (let count = random.below(6); count > 0; count -= 1) await order(history, random.pick(setup.people));
  if (random.chance(0.5)) await send(history, random.pick(setup.people));
  if (random.chance(0.1)) await takeBack(history);
  await pay(history);
  if (random.chance(0.3)) await resume(setup);
}

/** A payment over the chain to one of a person's addresses, in whole units of the ledger. */
function bring(history: History, person: DepositPerson): void {
  const { setup, random } = history;
  const { chain, coins } = setup;
  const to = random.pick(person.accounts);
  if (random.chance(0.5))
    chain.send({ coin: coins.USDT, to, amount: BigInt(20 + random.below(500)) * 1_000_000n });
  else chain.send({ coin: coins.ETH, to, amount: BigInt(1 + random.below(30)) * 10_000_000n * gwei });
  history.movements += 1;
}

async function look(history: History): Promise<void> {
  try {
    await history.watcher.catchUp();
  } catch (error) {
    if (error instanceof Crashed) history.watcher = history.begin.watcher();
    else if (!(error instanceof ChainUnavailable)) throw error;
  }
}

async function pay(history: History): Promise<void> {
  try {
    await history.pipeline.pass();
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
    history.pipeline = history.begin.pipeline();
  }
}

/** An order of a person near the index; what it would need more than the person has is refused. */
async function order(history: History, person: DepositPerson): Promise<void> {
  const { setup, random } = history;
  const price = ((etherPrice * (970 + random.below(61))) / 1000).toFixed(2);
  const amount = (0.002 + random.below(100) / 1000).toFixed(5);
  const side = random.pick(['buy', 'sell']);
  const limit = `${side} ${amount} @ ${price}${random.pick(['', '', ' ioc', ' fok', ' post'])}`;
  const words = random.chance(0.8) ? limit : `${side} market ${amount}`;
  const trader = { id: person.id, name: 'somebody' };
  const key = keyFor(trader, random.uuid(), words);
  const submission = { ...readOrderWords(setup.market, trader, words), key };
  const answer = await asking(history, async ({ exchange }) => await exchange.submit(submission));
  if (answer instanceof Refusal) return;
  history.orderIds.push(answer.orderId);
  history.movements += 1;
}

/** Every open order of one person is cancelled. */
async function takeBack(history: History): Promise<void> {
  const { setup, random } = history;
  const { id } = random.pick(setup.people);
  const { symbol } = setup.market;
  const key = keyFor({ id, name: 'somebody' }, random.uuid(), 'cancel all');
  const submission = { key, userId: id, symbol, reason: 'user' as const };
  await asking(history, async ({ exchange }) => await exchange.cancelAll(submission));
}

/** Whoever got no answer asks the next process that runs the books, under the same key. */
async function asking<Answer>(
  history: History,
  ask: (running: RunningExchange) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    try {
      return await ask(history.exchange);
    } catch (error) {
      if (!(error instanceof TransportError || error instanceof Crashed)) throw error;
      await history.exchange.stop();
      history.exchange = await history.begin.exchange();
    }
  }
  throw new Error('Broken: the books never answered');
}

/** Some of what a person has just now is sent to a stranger; a part of it is not waited for. */
async function send(history: History, person: DepositPerson): Promise<void> {
  const { setup, random, payouts } = history;
  const asset = random.pick(['ETH', 'USDT'] as const);
  const available = await setup.balance(person.id, asset, 'available');
  const least = asset === 'ETH' ? 1_000_000n : 1_000_000_000n;
  const units = (available * BigInt(1 + random.below(100))) / 100n;
  // What a chain counts coarser than the ledger cannot be sent.
  const even = units - (units % 100n);
  if (even < least) return;
  const sent = await setup.order({ asset, units: even, feeUnits: least / 10n, userId: person.id });
  payouts.push(sent);
  history.movements += 1;
  const { db, clock } = setup;
  if (!random.chance(0.2)) return;
  const on = { payoutId: sent.id, now: clock.now() };
  await db.transaction().execute(async (inside) => await cancelWaiting(inside, on));
}

/** The persons who look: what was lost was taken or is owed by now, so its currency goes on. */
async function resume({ db, clock }: WholeSetup): Promise<void> {
  const decision = { by: 'anna', second: 'boris', reason: 'looked at the chain', now: clock.now() };
  const halts = await sql<{ asset: string }>`
    select asset from app.chain_halt where resumed_at is null`.execute(db);
  for (const { asset } of halts.rows)
    await db
      .transaction()
      .execute(async (inside) => await resumeAsset(inside, { chain: 'eth', asset }, decision));
}

/** The world is well again until everything is final; then nobody's order rests any more. */
async function calm(history: History): Promise<void> {
  const { setup } = history;
  history.mayCrash = false;
  Object.assign(setup.chain.faults, { isDown: false, answersLost: 0, swallowed: 0 });
  // What is final may be swept, and only then is the last nonce final.
  for (let block = 0; block < blocksMax; block += 1) {
    if (block >= blocksAtTheEnd && !(await hasOpenNonces(setup))) break;
    setup.clock.move(minuteMs);
    setup.chain.mine(1);
    await look(history);
    if (block % 5 === 4) await resume(setup);
    await pay(history);
  }
  for (const { id } of setup.people) {
    const submission = { key: undefined, userId: id, symbol: setup.market.symbol, reason: 'user' as const };
    await asking(history, async ({ exchange }) => await exchange.cancelAll(submission));
  }
}

async function hasOpenNonces({ db }: WholeSetup): Promise<boolean> {
  const found = await sql`select from app.slot where state <> 'final' limit 1`.execute(db);
  return found.rows.length > 0;
}
