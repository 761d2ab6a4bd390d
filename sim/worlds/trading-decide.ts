/** What a batch comes to, on balances as they are: the clearing's own answers, and what they would write. Nothing is written. */
import { toAmount, toPrice, toTotal } from '@marigold/money/steps';
import { journalsOf } from '@marigold/trading/journal';
import type { ClearingOrder, TradePosting } from '@marigold/trading/order';

import { must } from './trading-audit.ts';
import {
  type PostingAsset,
  type AnswerRow,
  LaterHashed,
  balanceIndex,
  type OrderRecord,
} from './trading-database.ts';
import type { Life, WaitingRequest } from './trading-life.ts';
import type { RequestAnswer, Request } from './trading-requests.ts';

/** What a batch would write and answer. */
export type Draft = {
  readonly journals: LaterHashed[];
  readonly orders: Map<number, OrderRecord>;
  readonly stored: Map<string, AnswerRow>;
  readonly answers: { readonly waiting: WaitingRequest; readonly answer: RequestAnswer }[];
  /** Balances as they would be, by the place of the account. */
  readonly units: number[];
};

export function decideBatch(life: Life, batch: readonly WaitingRequest[]): Draft {
  const { world, clearing } = life;
  const units = world.database.state.units.slice();
  const draft: Draft = { journals: [], orders: new Map(), stored: new Map(), answers: [], units };
  clearing.mark();
  world.audit.began(clearing, units);
  for (const waiting of batch) {
    const answer = answerOf(life, waiting.request, draft);
    draft.answers.push({ waiting, answer });
  }
  return draft;
}

function answerOf(life: Life, request: Request, draft: Draft): RequestAnswer {
  const { key, body } = request;
  const known = life.world.database.state.answers.get(key) ?? draft.stored.get(key);
  if (known !== undefined) return known.body === body ? known.answer : 'conflict';
  const answer = apply(life, request, draft);
  if (!answer.startsWith('no ')) draft.stored.set(key, { key, body, answer });
  return answer;
}

function apply(life: Life, request: Request, draft: Draft): RequestAnswer {
  const { clearing } = life;
  if (request.kind === 'order') return place(life, request, draft);
  if (request.kind === 'cancel') {
    const number = numberOf(life, request.orderId, draft);
    const order = number === undefined ? undefined : clearing.find(number);
    if (number === undefined || (order !== undefined && order.owner !== request.owner))
      return 'no such order';
    return cancel(life, number, draft) ? `ok cancelled ${order?.filled}` : 'no order_closed';
  }
  const numbers = clearing.ordersOf(request.owner);
  for (const number of numbers) must(cancel(life, number, draft), () => `order ${number} of the list stands`);
  return `ok cancelled ${numbers.length}`;
}

function place(life: Life, request: Extract<Request, { kind: 'order' }>, draft: Draft): RequestAnswer {
  const { clearing, index, world } = life;
  const { weather, audit } = world;
  const { units } = draft;
  const { owner, side, type, timeInForce, price, amount, total } = request;
  const rates = { makerPpm: weather.makerPpm[owner] ?? 0, takerPpm: weather.takerPpm[owner] ?? 0 };
  const order = {
    number: life.nextNumber,
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
  const available = units[availableIndex(life, owner, side === 'buy' ? 'quote' : 'base')] ?? 0;
  const outcome = clearing.place(order, BigInt(available));
  if (outcome.kind === 'placed') {
    life.nextNumber += 1;
    life.counts.fills += outcome.fills.length;
    const id = world.newOrderId();
    draft.orders.set(order.number, { id, order: outcome.order });
    for (const maker of outcome.makers)
      draft.orders.set(maker.number, { id: idOf(life, maker, draft), order: maker });
    post(life, draft, { kind: 'order', orderId: id, postings: outcome.postings });
  }
  audit.placed(clearing, { order, available }, outcome, units);
  if (outcome.kind === 'refused') return `no ${outcome.reason}`;
  const { id = '' } = draft.orders.get(order.number) ?? {};
  return `ok ${outcome.order.status} ${outcome.order.filled} ${outcome.order.filledTotal} ${id}`;
}

/** What people said in plain numbers, as the market counts it. */
function counted<Steps>(answer: number | undefined, as: (steps: number) => Steps): Steps | undefined {
  return answer === undefined ? undefined : as(answer);
}

function cancel(life: Life, number: number, draft: Draft): boolean {
  const { clearing, world } = life;
  const outcome = clearing.cancel(number, 'user');
  if (outcome.kind === 'cancelled') {
    const orderId = idOf(life, outcome.order, draft);
    draft.orders.set(number, { id: orderId, order: outcome.order });
    post(life, draft, { kind: 'cancel', orderId, postings: outcome.postings });
  }
  must(outcome.kind !== 'refused', 'this market is never disabled');
  world.audit.cancelled(clearing, number, outcome, draft.units);
  return outcome.kind === 'cancelled';
}

type Movement = {
  readonly kind: 'order' | 'cancel';
  readonly orderId: string;
  readonly postings: readonly TradePosting[];
};

/** The journals of one command, and what they make of the balances: no account is short on the way. */
function post({ accounts }: Life, { journals, units }: Draft, movement: Movement): void {
  for (const journal of journalsOf({ symbol: 'BASE_QUOTE', ...movement }, accounts)) {
    journals.push(new LaterHashed(journal));
    for (const posting of journal.postings) {
      const [from, to] = [Number(posting.from) - 1, Number(posting.to) - 1];
      units[from] = (units[from] ?? 0) - Number(posting.units);
      units[to] = (units[to] ?? 0) + Number(posting.units);
      must((units[from] ?? 0) >= 0, () => `account ${from + 1} is short on the way: ${journal.key}`);
    }
  }
}

function availableIndex({ world }: Life, owner: number, asset: PostingAsset): number {
  return balanceIndex(world.weather.owners, { kind: 'available', owner }, asset);
}

function numberOf({ world }: Life, orderId: string, draft: Draft): number | undefined {
  const inDraft = [...draft.orders.values()].find(({ id }) => id === orderId);
  return inDraft?.order.number ?? world.database.state.numbers.get(orderId);
}

function idOf({ world }: Life, { number }: ClearingOrder, draft: Draft): string {
  const stored = draft.orders.get(number) ?? world.database.state.orders.get(number);
  must(stored !== undefined, () => `order ${number} has a row`);
  return stored.id;
}
