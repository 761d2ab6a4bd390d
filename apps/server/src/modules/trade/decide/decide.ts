import type { CancelReason } from '@marigold/contract/calls/trade';
/** What a batch of commands comes to: an answer for each, and everything that has to be written for it. Pure but for ids. */
import { Refusal } from '@marigold/contract/endpoint';
import { assert } from '@marigold/money/assert';
import type { Price } from '@marigold/money/steps';

import { notFound } from '../../../platform/http/transport-error.ts';
import type { CommandAnswer, TradeCommand } from '../command.ts';
import type { CancelAllRequest, CancelRequest, OrderRequest } from '../port.ts';
import { refusalOf } from '../refusals.ts';
import type { BatchChanges, CancelledOrder } from './batch-changes.ts';
import { createBatchChanges } from './batch-changes.ts';
import type { MarketBook } from './book.ts';
import { availableKey } from './book.ts';
import { givesTooMuch, heldBackRefusal, unitsThatStay } from './check-order.ts';
import { recordCancelled, recordPlaced } from './record.ts';
import type { MarketAsset, BatchFacts, BatchRun } from './run.ts';

export type Decided = {
  readonly answers: readonly CommandAnswer[];
  readonly changes: BatchChanges;
};

/**
 * Decides one command after the other, each on what the ones before it left, until there is enough to write: there may be
 * fewer answers than commands, but never none. The clearing is changed; see `Clearing.undo`.
 */
export function decide(book: MarketBook, commands: readonly TradeCommand[], facts: BatchFacts): Decided {
  const run: BatchRun = { book, facts, changes: createBatchChanges(facts.now) };
  const answers: CommandAnswer[] = [];
  let counted = 0;
  let postings = 0;
  for (const command of commands) {
    answers.push(decideOne(run, command));
    for (const journal of run.changes.journals.slice(counted)) postings += journal.postings.length;
    counted = run.changes.journals.length;
    if (postings >= facts.postingsMax) break;
  }
  assert(answers.length > 0 || commands.length === 0, 'a batch answers its first command at least');
  return { answers, changes: run.changes };
}

function decideOne(run: BatchRun, command: TradeCommand): CommandAnswer {
  if (command.kind === 'submit') return submit(run, command.request);
  if (command.kind === 'cancel') return cancel(run, command.request);
  return cancelAll(run, command.request);
}

/** Without a fresh index nothing is taken from the book; what can only rest is measured by the one that was known last. */
export function indexFor(
  { timeInForce }: Pick<OrderRequest, 'timeInForce'>,
  { index, lastIndex }: Pick<BatchFacts, 'index' | 'lastIndex'>,
): Price | undefined {
  return index ?? (timeInForce === 'post' ? lastIndex : undefined);
}

function submit(run: BatchRun, request: OrderRequest): CommandAnswer {
  const { book, facts } = run;
  const { clearing, people, market } = book;
  const owner = people.numberOf(request.userId);
  const given: MarketAsset = request.side === 'buy' ? 'quote' : 'base';
  const { side, type, timeInForce, price, amount, total } = request;
  const index = indexFor(request, facts);
  const tooMuch = givesTooMuch(run, request, index);
  if (tooMuch !== undefined) return tooMuch;
  const available = facts.available.get(availableKey(owner, given)) ?? 0n;
  const thatStay = unitsThatStay(run, owner, given);
  const placed = clearing.place(
    {
      number: book.nextOrder,
      owner,
      side,
      type,
      timeInForce,
      price,
      amount,
      total,
      index,
      ...facts.ratesOf(request.userId),
    },
    available - thatStay,
  );
  if (placed.kind === 'refused' && placed.reason === 'insufficient_balance' && thatStay > 0n)
    return heldBackRefusal(run, request, { available, staying: thatStay });
  if (placed.kind === 'refused') return refusalOf(placed.reason, { market, order: request, index });
  const id = recordPlaced(run, request, { placed, index });
  const { status, filled, filledTotal } = placed.order;
  return { orderId: id, status, filled, filledTotal };
}

function cancel(run: BatchRun, { userId, orderId }: CancelRequest): CommandAnswer {
  const { book, facts } = run;
  if (book.market.state === 'disabled') return new Refusal('market_closed');
  const number = book.numbers.get(orderId);
  const open = number === undefined ? undefined : book.open.get(number);
  const owner = open?.userId ?? facts.closed.get(orderId);
  if (owner !== userId) return notFound();
  const done = number === undefined ? undefined : release(run, number, 'user');
  if (done === undefined) return new Refusal('order_closed');
  return { orderId, status: done.order.status, filled: done.order.filled };
}

function cancelAll(run: BatchRun, { userId, reason }: CancelAllRequest): CommandAnswer {
  const { book, changes } = run;
  if (book.market.state === 'disabled') return new Refusal('market_closed', {}, 'symbol');
  const ended = [...book.clearing.ordersOf(book.people.numberOf(userId))].map((number) => {
    const order = release(run, number, reason);
    assert(order !== undefined, 'an open order can be taken back');
    return order;
  });
  if (reason === 'operator' && ended.length > 0) changes.ended.push(ended);
  return { count: ended.length };
}

/** Takes an order off the book and gives back what it had set aside; undefined when it does not stand there any more. */
function release(
  run: BatchRun,
  number: number,
  reason: Extract<CancelReason, 'user' | 'operator'>,
): CancelledOrder | undefined {
  const cancelled = run.book.clearing.cancel(number, reason);
  if (cancelled.kind !== 'cancelled') return undefined;
  return recordCancelled(run, number, cancelled);
}
