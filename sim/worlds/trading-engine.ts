/**
 * The owner of the market as the server has it: what arrives while one batch commits becomes the next one; the clearing decides
 * on balances that were read without locks, the ledger decides again under locks, and a surprise undoes the clearing. Answers
 * leave after the commit. It dies, and comes back from the rows of the database alone.
 */
import type { Clearing } from '@marigold/trading/order';

import { planBatch } from '../../packages/ledger/testing/batch-plan.ts';
import { must } from './trading-audit.ts';
import type { CommitOutcome } from './trading-database.ts';
import { decideBatch, type Draft } from './trading-decide.ts';
import {
  beginLife,
  readLifeAgain,
  undo,
  whileAlive,
  type Life,
  type WaitingRequest,
  type EngineWorld,
} from './trading-life.ts';
import { busy } from './trading-requests.ts';

export type SimEngine = {
  readonly arrive: (waiting: WaitingRequest) => void;
  /** Kill -9: what is not in the database is gone. */
  readonly kill: () => void;
  readonly clearing: () => Clearing;
  readonly counts: Life['counts'];
};

/** How often a batch was tried: on balances read before, under locks, and at last each command by itself. */
type Attempt = 'read' | 'locked' | 'alone';

/** Chance of each batch to find again what was away. */
const backAgain = 0.4;

/** One life of the engine, from its recovery to its death. */
export function createEngine(world: EngineWorld): SimEngine {
  const life = beginLife(world);
  return {
    arrive(waiting) {
      if (!life.isAlive) return;
      if (life.queue.length >= world.weather.queueMax) return waiting.reply(busy);
      life.queue.push(waiting);
      form(life);
    },
    kill() {
      life.isAlive = false;
      life.queue = [];
    },
    clearing: () => life.clearing,
    counts: life.counts,
  };
}

function form(life: Life): void {
  const { weather, random, schedule, database } = life.world;
  if (life.isBusy || life.queue.length === 0) return;
  life.isBusy = true;
  life.counts.batches += 1;
  changeMarket(life);
  const isAlone = life.alone > 0;
  const batch = life.queue.splice(0, isAlone ? 1 : weather.batchMax);
  if (isAlone) life.alone -= 1;
  const draft = isAlone ? undefined : decideBatch(life, batch);
  const write = (isUp: boolean): void => {
    // A dead process lets go of what it waited for.
    if (!life.isAlive) return isUp ? database.rollback() : undefined;
    if (!isUp) return fail(life, batch, draft !== undefined);
    if (draft === undefined) submit(life, batch, decideBatch(life, batch), 'alone');
    else submit(life, batch, draft, 'read');
  };
  schedule.after(
    1 + random.below(weather.lockMax),
    whileAlive(life, () => database.begin(write)),
  );
}

/** Under the database's lock: the ledger decides what the clearing has decided. */
function submit(life: Life, batch: readonly WaitingRequest[], draft: Draft, attempt: Attempt): void {
  const { weather, random, database, audit } = life.world;
  const plan = planBatch(draft.journals, database.state.known, database.state.accounts);
  const refused = plan.decisions.find((decision) => decision.do !== 'apply');
  const isSurprised = attempt !== 'alone' && draft.journals.length > 0 && random.chance(weather.surprise);
  must(refused === undefined || attempt === 'read', `the ledger does otherwise under locks: ${refused?.do}`);
  if (refused !== undefined || isSurprised) {
    undo(life);
    if (attempt === 'read') return submit(life, batch, decideBatch(life, batch), 'locked');
    database.rollback();
    life.queue = [...batch, ...life.queue];
    life.alone = batch.length;
    life.isBusy = false;
    return form(life);
  }
  audit.writing(database.state);
  const orders = [...draft.orders.values()];
  const transaction = { journals: draft.journals, answers: [...draft.stored.values()], orders };
  database.commit(
    transaction,
    whileAlive(life, (outcome: CommitOutcome) => end(life, batch, draft, outcome)),
  );
}

function end(life: Life, batch: readonly WaitingRequest[], draft: Draft, outcome: CommitOutcome): void {
  if (outcome === 'failed') return fail(life, batch, true);
  if (outcome === 'unknown') {
    readLifeAgain(life);
    return fail(life, batch, false);
  }
  life.world.audit.committed(life.world.database.state);
  for (const { waiting, answer } of draft.answers) waiting.reply(answer);
  life.isBusy = false;
  form(life);
}

function fail(life: Life, batch: readonly WaitingRequest[], isDecided: boolean): void {
  if (isDecided) undo(life);
  for (const { reply } of batch) reply(busy);
  life.isBusy = false;
  form(life);
}

/** An operator and the index price, between two batches; neither is away for long. */
function changeMarket(life: Life): void {
  const { weather, random } = life.world;
  const { market } = life.clearing;
  const isOpen = market.state() === 'enabled';
  if (random.chance(isOpen ? weather.lockChange : backAgain))
    market.change({ state: isOpen ? 'locked' : 'enabled' });
  if (random.chance(life.index === undefined ? backAgain : weather.indexChange))
    life.index = life.index === undefined ? weather.price : undefined;
}
