/**
 * The owner of the market as the server has it: what arrives while one batch commits becomes the next one; the clearing decides
 * on balances that were read without locks, the ledger decides again under locks, and a surprise undoes the clearing. Answers
 * leave after the commit. It dies, and comes back from the rows of the database alone.
 */
import type { MarketState } from '@marigold/matching/order';
import { toAmount, toPrice, toTotal } from '@marigold/money/steps';
import { createClearing } from '@marigold/trading/clearing';
import { type LedgerAccounts, journalsOf } from '@marigold/trading/journal';
import type { Clearing, ClearingOrder, Posting } from '@marigold/trading/order';

import type { Random } from '../../chaos/random.ts';
import { planBatch } from '../../packages/ledger/testing/batch-plan.ts';
import { type Audit, must } from './trading-audit.ts';
import {
  type Asset,
  type CommitOutcome,
  type Database,
  assetIdOf,
  LaterHashed,
  type KeptAnswer,
  placeOf,
  type StoredOrder,
} from './trading-database.ts';
import { type Answer, busy, type Request } from './trading-requests.ts';
import type { Schedule } from './trading-schedule.ts';
import type { Weather } from './trading-weather.ts';

export type Waiting = { readonly request: Request; readonly reply: (answer: Answer) => void };

/** What the engine stands on. */
export type World = {
  readonly weather: Weather;
  readonly random: Random;
  readonly schedule: Schedule;
  readonly database: Database;
  readonly audit: Audit;
  readonly newOrderId: () => string;
};

export type Engine = {
  readonly arrive: (waiting: Waiting) => void;
  /** Kill -9: what is not in the database is gone. */
  readonly kill: () => void;
  readonly clearing: () => Clearing;
  readonly counts: { batches: number; undone: number; fills: number };
};

/** What a batch would write and answer. */
type Draft = {
  readonly journals: LaterHashed[];
  readonly orders: Map<number, StoredOrder>;
  readonly kept: Map<string, KeptAnswer>;
  readonly answers: { readonly waiting: Waiting; readonly answer: Answer }[];
};

/** How often a batch was tried: on balances read before, under locks, and at last each command by itself. */
type Attempt = 'read' | 'locked' | 'alone';

/** Chance of each batch to find again what was away. */
const backAgain = 0.4;

/** One life of the engine, from its recovery to its death. */
export function createEngine(world: World): Engine {
  const { weather, random, schedule, database, audit } = world;
  const counts = { batches: 0, undone: 0, fills: 0 };
  const accounts = accountsOf(world);
  let clearing = recover(world, 'enabled');
  let nextNumber = numberAfter(database);
  let index: number | undefined = weather.price;
  let queue: Waiting[] = [];
  let isBusy = false;
  let alone = 0;
  let isAlive = true;

  /** Nothing goes on in a dead process. */
  const living =
    <Rest extends unknown[]>(goOn: (...rest: Rest) => void) =>
    (...rest: Rest): void => {
      if (isAlive) goOn(...rest);
    };

  function form(): void {
    if (isBusy || queue.length === 0) return;
    isBusy = true;
    counts.batches += 1;
    changeMarket();
    const isAlone = alone > 0;
    const batch = queue.splice(0, isAlone ? 1 : weather.batchMax);
    if (isAlone) alone -= 1;
    const draft = isAlone ? undefined : decide(batch);
    const write = (isUp: boolean): void => {
      // A dead process lets go of what it waited for.
      if (!isAlive) return isUp ? database.rollback() : undefined;
      if (!isUp) return fail(batch, draft !== undefined);
      if (draft === undefined) submit(batch, decide(batch), 'alone');
      else submit(batch, draft, 'read');
    };
    schedule.after(
      1 + random.below(weather.lockMax),
      living(() => database.begin(write)),
    );
  }

  /** Under the database's lock: the ledger decides what the clearing has decided. */
  function submit(batch: readonly Waiting[], draft: Draft, attempt: Attempt): void {
    const plan = planBatch(draft.journals, database.state.known, database.state.accounts);
    const refused = plan.decisions.find((decision) => decision.do !== 'apply');
    const isSurprised = attempt !== 'alone' && draft.journals.length > 0 && random.chance(weather.surprise);
    must(
      refused === undefined || attempt === 'read',
      `the ledger does otherwise under locks: ${refused?.do}`,
    );
    if (refused !== undefined || isSurprised) {
      undo();
      if (attempt === 'read') return submit(batch, decide(batch), 'locked');
      database.rollback();
      queue = [...batch, ...queue];
      alone = batch.length;
      isBusy = false;
      return form();
    }
    audit.writing(database.state);
    const orders = [...draft.orders.values()];
    const transaction = { journals: draft.journals, answers: [...draft.kept.values()], orders };
    database.commit(
      transaction,
      living((outcome: CommitOutcome) => end(batch, draft, outcome)),
    );
  }

  function end(batch: readonly Waiting[], draft: Draft, outcome: CommitOutcome): void {
    if (outcome === 'failed') return fail(batch, true);
    if (outcome === 'unknown') {
      // Whether it happened is in the database, and nowhere else.
      clearing = recover(world, clearing.market.state());
      nextNumber = numberAfter(database);
      return fail(batch, false);
    }
    audit.committed(database.state);
    for (const { waiting, answer } of draft.answers) waiting.reply(answer);
    isBusy = false;
    form();
  }

  function fail(batch: readonly Waiting[], isDecided: boolean): void {
    if (isDecided) undo();
    for (const { reply } of batch) reply(busy);
    isBusy = false;
    form();
  }

  function undo(): void {
    counts.undone += 1;
    clearing.undo();
    nextNumber = numberAfter(database);
    audit.undone(clearing);
  }

  /** An operator and the index price, between two batches; neither is away for long. */
  function changeMarket(): void {
    const isOpen = clearing.market.state() === 'enabled';
    if (random.chance(isOpen ? weather.lockChange : backAgain))
      clearing.market.change({ state: isOpen ? 'locked' : 'enabled' });
    if (random.chance(index === undefined ? backAgain : weather.indexChange))
      index = index === undefined ? weather.price : undefined;
  }

  function decide(batch: readonly Waiting[]): Draft {
    const draft: Draft = { journals: [], orders: new Map(), kept: new Map(), answers: [] };
    const units = database.state.units.slice();
    clearing.mark();
    audit.began(clearing, units);
    for (const waiting of batch) {
      const answer = answerOf(waiting.request, draft, units);
      draft.answers.push({ waiting, answer });
    }
    return draft;
  }

  function answerOf(request: Request, draft: Draft, units: number[]): Answer {
    const { key, body } = request;
    const known = database.state.answers.get(key) ?? draft.kept.get(key);
    if (known !== undefined) return known.body === body ? known.answer : 'conflict';
    const answer = apply(request, draft, units);
    if (!answer.startsWith('no ')) draft.kept.set(key, { key, body, answer });
    return answer;
  }

  function apply(request: Request, draft: Draft, units: number[]): Answer {
    if (request.kind === 'order') return place(request, draft, units);
    if (request.kind === 'cancel') {
      const number = numberOf(request.orderId, draft);
      const order = number === undefined ? undefined : clearing.find(number);
      if (number === undefined || (order !== undefined && order.owner !== request.owner))
        return 'no such order';
      return cancel(number, draft, units) ? `ok cancelled ${order?.filled}` : 'no order_closed';
    }
    const numbers = clearing.ordersOf(request.owner);
    for (const number of numbers)
      must(cancel(number, draft, units), () => `order ${number} of the list stands`);
    return `ok cancelled ${numbers.length}`;
  }

  function place(request: Extract<Request, { kind: 'order' }>, draft: Draft, units: number[]): Answer {
    const { owner, side, type, timeInForce, price, amount, total } = request;
    const rates = { makerPpm: weather.makerPpm[owner] ?? 0, takerPpm: weather.takerPpm[owner] ?? 0 };
    const order = {
      number: nextNumber,
      owner,
      side,
      type,
      timeInForce,
      price: counted(price, toPrice),
      amount: counted(amount, toAmount),
      total: counted(total, toTotal),
      index: counted(index, toPrice),
      ...rates,
    };
    const available = units[pocketOf(owner, side === 'buy' ? 'quote' : 'base')] ?? 0;
    const outcome = clearing.place(order, BigInt(available));
    if (outcome.kind === 'placed') {
      nextNumber += 1;
      counts.fills += outcome.fills.length;
      const id = world.newOrderId();
      draft.orders.set(order.number, { id, order: outcome.order });
      for (const maker of outcome.makers)
        draft.orders.set(maker.number, { id: idOf(maker, draft), order: maker });
      post(draft, 'order', id, outcome.postings, units);
    }
    audit.placed(clearing, { order, available }, outcome, units);
    if (outcome.kind === 'refused') return `no ${outcome.reason}`;
    const { id = '' } = draft.orders.get(order.number) ?? {};
    return `ok ${outcome.order.status} ${outcome.order.filled} ${outcome.order.filledTotal} ${id}`;
  }

  function cancel(number: number, draft: Draft, units: number[]): boolean {
    const outcome = clearing.cancel(number, 'user');
    if (outcome.kind === 'cancelled') {
      const id = idOf(outcome.order, draft);
      draft.orders.set(number, { id, order: outcome.order });
      post(draft, 'cancel', id, outcome.postings, units);
    }
    must(outcome.kind !== 'refused', 'this market is never disabled');
    audit.cancelled(clearing, number, outcome, units);
    return outcome.kind === 'cancelled';
  }

  /** The journals of one command, and what they make of the balances: no account is short on the way. */
  function post(
    draft: Draft,
    kind: 'order' | 'cancel',
    orderId: string,
    postings: readonly Posting[],
    units: number[],
  ): void {
    for (const journal of journalsOf({ symbol: 'BASE_QUOTE', kind, orderId, postings }, accounts)) {
      draft.journals.push(new LaterHashed(journal));
      for (const posting of journal.postings) {
        const [from, to] = [Number(posting.from) - 1, Number(posting.to) - 1];
        units[from] = (units[from] ?? 0) - Number(posting.units);
        units[to] = (units[to] ?? 0) + Number(posting.units);
        must((units[from] ?? 0) >= 0, () => `account ${from + 1} is short on the way: ${journal.key}`);
      }
    }
  }

  function pocketOf(owner: number, asset: Asset): number {
    return placeOf(weather.owners, { kind: 'available', owner }, asset);
  }

  function numberOf(orderId: string, draft: Draft): number | undefined {
    const inDraft = [...draft.orders.values()].find(({ id }) => id === orderId);
    return inDraft?.order.number ?? database.state.numbers.get(orderId);
  }

  function idOf({ number }: ClearingOrder, draft: Draft): string {
    const stored = draft.orders.get(number) ?? database.state.orders.get(number);
    must(stored !== undefined, () => `order ${number} has a row`);
    return stored.id;
  }

  return {
    arrive(waiting) {
      if (!isAlive) return;
      if (queue.length >= weather.queueMax) return waiting.reply(busy);
      queue.push(waiting);
      form();
    },
    kill() {
      isAlive = false;
      queue = [];
    },
    clearing: () => clearing,
    counts,
  };
}

/** As the server does it: from the open orders of the database, and nothing else. */
function recover({ weather, database, audit }: World, state: MarketState): Clearing {
  const orders = [...database.state.open.values()].map(({ order }) => order);
  const clearing = createClearing({ rules: weather.rules, state, terms: weather.terms, orders });
  audit.opened(clearing, database.state);
  return clearing;
}

function numberAfter({ state }: Database): number {
  let last = 0;
  for (const number of state.orders.keys()) if (number > last) last = number;
  return last + 1;
}

function accountsOf({ weather: { owners }, database: { state } }: World): LedgerAccounts {
  return {
    assetId: assetIdOf,
    accountId: (account, asset) => state.list[placeOf(owners, account, asset)]?.id ?? 0n,
  };
}

/** What people said in plain numbers, as the market counts it. */
function counted<Steps>(said: number | undefined, as: (steps: number) => Steps): Steps | undefined {
  return said === undefined ? undefined : as(said);
}
