/**
 * How a batch is done: decided in memory on balances as they are read, written in one transaction, answered after its
 * commit. Where a transfer was faster it is decided again on balances that nobody else can change, then one by one.
 */
import { Refusal } from '@marigold/contract/endpoint';
import { Fenced, Halted, InsufficientBalance } from '@marigold/ledger/errors';

import type { Database } from '../../../platform/database/database.ts';
import { isOutage, sqlState } from '../../../platform/database/database.ts';
import type { RequestKey } from '../../../platform/http/request-key.ts';
import type { KnownKey } from '../../../platform/http/request-keys.ts';
import { keyName, KeyTaken, readKeys } from '../../../platform/http/request-keys.ts';
import { TransportError } from '../../../platform/http/transport-error.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import { nobodysGroup } from '../../market/registry.ts';
import type { CommandAnswer, TradeCommand, Done } from '../command.ts';
import { commandKey, unavailable } from '../command.ts';
import type { TradeCrash } from '../crash.ts';
import type { BatchChanges } from '../decide/batch-changes.ts';
import type { MarketBook } from '../decide/book.ts';
import type { Decided } from '../decide/decide.ts';
import { decide } from '../decide/decide.ts';
import { mergeLosses } from '../decide/loss.ts';
import type { MarketTerms } from '../rules.ts';
import { readTraders } from '../store.ts';
import { writeBatch } from '../write/write-batch.ts';
import { findTakers, openTradeAccounts, readTakersAvailable, readClosed, readHeldBack } from './facts.ts';
import { readLossLimits } from './loss-facts.ts';

export type WaitingCommand = {
  readonly command: TradeCommand;
  readonly resolve: (answer: CommandAnswer) => void;
  readonly reject: (error: unknown) => void;
};

/** It is unknown whether a batch was committed: the book in memory cannot be used any more. */
export class Unknown extends Error {}

export type Settling = {
  readonly db: Database;
  readonly clock: Clock;
  readonly crash: TradeCrash;
  readonly book: MarketBook;
  readonly rules: MarketTerms;
  /** A batch is full with so many moves of money; an order may meet hundreds of others. */
  readonly postingsMax: number;
  /** After a commit and before its answers. */
  readonly onCommitted: (changes: BatchChanges) => void;
  /** An unexpected error: it is to be logged. */
  readonly onSurprise: (error: unknown) => void;
};

/** So many that fail alone fail for something that they share; waiting for it one by one would outlast the lease. */
const lonelyFailuresMax = 4;

/**
 * Answers the group and gives back who did not fit into the batch. Throws Fenced or Unknown, or an outage in which nothing
 * was changed.
 */
export async function settle(
  settling: Settling,
  group: readonly WaitingCommand[],
): Promise<readonly WaitingCommand[]> {
  const left =
    (await attempt(settling, group, false)) ?? (group.length > 1 && (await attempt(settling, group, true)));
  if (left) return left;
  let failures = 0;
  for (const waiting of group) {
    if (failures < lonelyFailuresMax && (await attempt(settling, [waiting], true)) !== undefined) continue;
    failures += 1;
    waiting.reject(unavailable());
  }
  return [];
}

/** Undefined: a conflict; nothing was changed and nobody was answered. Else the commands that did not fit. */
async function attempt(
  settling: Settling,
  group: readonly WaitingCommand[],
  isLocked: boolean,
): Promise<readonly WaitingCommand[] | undefined> {
  const { db, book, crash } = settling;
  const sorted = sort(group, await readKeys<Done>(db, keysOf(group)));
  if (sorted.fresh.length === 0) return reply(sorted, []);
  const commands = sorted.fresh.map(({ command }) => command);
  const prepared = await prepare(settling, commands);
  const before = { nextOrder: book.nextOrder, nextTrade: book.nextTrade };
  let decided: Decided | undefined;
  let isCommitting = false;
  book.clearing.mark();
  try {
    if (!isLocked) decided = await prepared.decide(db, false);
    if (decided === undefined || hasAnswer(decided))
      await db.transaction().execute(async (tx) => {
        decided ??= await prepared.decide(tx, true);
        if (hasAnswer(decided)) await writeBatch(tx, book, { ...answered(commands, decided), crash });
        isCommitting = true;
      });
  } catch (error) {
    book.clearing.undo();
    Object.assign(book, before);
    return answerSurprise(settling, error, {
      group: sorted,
      decided,
      isCommitting,
      isAlone: group.length === 1,
    });
  }
  if (decided === undefined) throw new Error('Broken: a batch that was never decided');
  if (hasAnswer(decided)) {
    await crash('order.after-commit');
    takeOver(book, decided.changes);
    settling.onCommitted(decided.changes);
  }
  const left = reply(sorted, decided.answers);
  await crash('order.after-answer');
  return left;
}

/** What every attempt reads first; deciding reads the balances. */
async function prepare({ db, book, rules, clock, postingsMax }: Settling, commands: readonly TradeCommand[]) {
  const takers = await findTakers(db, book, commands);
  const [traders, closed, lossLimits] = await Promise.all([
    readTraders(db, takers.users),
    readClosed(db, book, commands),
    readLossLimits({ db, book, rules, now: clock() }, commands),
  ]);
  const heldBack = await readHeldBack(db, book, traders);
  const { symbol } = book.market;
  return {
    async decide(readFrom: Database, isLocked: boolean): Promise<Decided> {
      const available = await readTakersAvailable(readFrom, takers, { isLocked });
      const now = clock();
      const decided = decide(book, commands, {
        now,
        index: rules.indexOf(symbol, now),
        lastIndex: rules.lastIndexOf(symbol),
        ratesOf: (userId) => rules.ratesOf(traders.get(userId)?.group ?? nobodysGroup, symbol),
        available,
        closed,
        lossLimits,
        heldBack,
        postingsMax,
      });
      await openTradeAccounts(db, book, decided.changes.journals);
      return decided;
    },
  };
}

type Sorted = {
  /** To be decided, each key once. */
  readonly fresh: readonly WaitingCommand[];
  /** Who asked the same under the same key meanwhile. */
  readonly twins: readonly { readonly waiting: WaitingCommand; readonly place: number }[];
  /** What was done before, or asked otherwise under the same key. */
  readonly known: readonly { readonly waiting: WaitingCommand; readonly answer: CommandAnswer }[];
};

function keysOf(group: readonly WaitingCommand[]): RequestKey[] {
  return group.flatMap(({ command }) => commandKey(command) ?? []);
}

function sort(group: readonly WaitingCommand[], answered: ReadonlyMap<string, KnownKey<Done>>): Sorted {
  const fresh: WaitingCommand[] = [];
  const twins: Sorted['twins'][number][] = [];
  const known: Sorted['known'][number][] = [];
  const places = new Map<string, { readonly place: number; readonly digest: string }>();
  const other = (): TransportError => new TransportError(409, 'conflict', {}, 'requestId');
  for (const waiting of group) {
    const key = commandKey(waiting.command);
    const name = key === undefined ? undefined : keyName(key);
    const before = name === undefined ? undefined : answered.get(name);
    const twin = name === undefined ? undefined : places.get(name);
    if (key !== undefined && before !== undefined) {
      known.push({ waiting, answer: before.digest === key.digest ? answerOf(before) : other() });
    } else if (key !== undefined && twin !== undefined) {
      if (twin.digest === key.digest) twins.push({ waiting, place: twin.place });
      else known.push({ waiting, answer: other() });
    } else {
      if (key !== undefined && name !== undefined)
        places.set(name, { place: fresh.length, digest: key.digest });
      fresh.push(waiting);
    }
  }
  return { fresh, twins, known };
}

function answerOf({ answer, objectId }: KnownKey<Done>): CommandAnswer {
  return answer ?? new Refusal('already_applied', { id: objectId ?? '' });
}

/** Only what was done keeps its key: a refusal leaves the id free. */
function answered(commands: readonly TradeCommand[], { answers, changes }: Decided) {
  const done = answers.flatMap((answer, place) => {
    const command = commands[place];
    const key = command === undefined ? undefined : commandKey(command);
    return key === undefined || answer instanceof Refusal || answer instanceof TransportError
      ? []
      : [{ key, answer, objectId: 'orderId' in answer ? answer.orderId : null }];
  });
  return { changes, answered: done };
}

function hasAnswer({ answers }: Decided): boolean {
  return answers.some((answer) => !(answer instanceof Refusal || answer instanceof TransportError));
}

/** Balances that were locked while the batch was decided may be locked crosswise by a transfer. */
const deadlock = '40P01';

/** The clearing has forgotten the batch. Undefined: it may be tried again; else everyone was answered but those. */
function answerSurprise(
  { onSurprise }: Settling,
  error: unknown,
  context: {
    readonly group: Sorted;
    readonly decided: Decided | undefined;
    readonly isCommitting: boolean;
    readonly isAlone: boolean;
  },
): readonly WaitingCommand[] | undefined {
  const state = sqlState(error);
  // At commit only a constraint says that nothing was written; everything else leaves it open.
  if (context.isCommitting && !(state?.startsWith('23') ?? false) && !(state?.startsWith('MG') ?? false))
    throw new Unknown('the commit of a batch was not answered', { cause: error });
  if (error instanceof Fenced || (isOutage(error) && state !== deadlock)) throw error;
  if (error instanceof Halted && context.decided !== undefined) {
    const { answers } = context.decided;
    return reply(
      context.group,
      answers.map((answer) =>
        answer instanceof Refusal || answer instanceof TransportError ? answer : new Refusal('money_stopped'),
      ),
    );
  }
  const isExpected =
    error instanceof InsufficientBalance ||
    error instanceof KeyTaken ||
    state === '23505' ||
    state === deadlock;
  if (!isExpected) onSurprise(error);
  if (context.isAlone && !isExpected) {
    for (const { reject } of context.group.fresh) reject(error);
    return reply({ ...context.group, fresh: [] }, []);
  }
  return undefined;
}

/** Answers whose command was decided, and gives back the others. */
function reply(
  { fresh, twins, known }: Sorted,
  answers: readonly CommandAnswer[],
): readonly WaitingCommand[] {
  for (const { waiting, answer } of known) waiting.resolve(answer);
  const all = [...fresh.map((waiting, place) => ({ waiting, place })), ...twins];
  return all.flatMap(({ waiting, place }) => {
    const answer = answers[place];
    if (answer === undefined) return [waiting];
    waiting.resolve(answer);
    return [];
  });
}

/** What the batch left open is the book's from now on. */
function takeOver(
  { open, numbers, losses }: MarketBook,
  { orders, losses: changed, now }: BatchChanges,
): void {
  mergeLosses(losses, changed, now);
  for (const [number, { order, id, userId, billId, entry }] of orders) {
    if (order.status === 'wait') {
      open.set(number, { id, userId, billId, entry });
      numbers.set(id, number);
    } else {
      open.delete(number);
      numbers.delete(id);
    }
  }
}
