/**
 * Clients that trade: every order and every cancel is one intent with its own requestId, asked for until its answer is
 * definite, on the same bad line as payments. No two orders of a person are alike, so that each row tells its intent.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { formatUnits } from '@marigold/money/amount';

import { type Reply, type Client, NoReply } from './client.ts';
import type { ChaosFindings } from './findings.ts';
import type { StormPerson } from './people.ts';
import type { Random } from './random.ts';

/** The market of the storm and its whole numbers: prices around one, amounts from six to fifteen. */
export const stormMarket = 'USDC_USDT';
const priceScale = 4;
const amountScale = 2;
const prices = { least: 9900, most: 10_100 } as const;
const amounts = { least: 600, most: 1500 } as const;

/** How often, as fractions of all intents or attempts. */
const often = { hangUp: 0.06, twice: 0.05, again: 0.05, reuse: 0.01, cancel: 0.35, ioc: 0.15 } as const;
const hangUpWithinMs = 120;
const definiteWithinMs = 90_000;

/** Nothing is there yet, or nobody knows a price: asked again, as people do. */
const passing: ReadonlySet<string> = new Set(['market_away', 'index_stale']);
/** A "no" that an order may get in a storm. */
const expected: ReadonlySet<string> = new Set([
  'insufficient_balance',
  'self_trade',
  'no_liquidity',
  'open_orders_full',
]);

export interface OrderIntent {
  readonly requestId: string;
  readonly owner: StormPerson;
  readonly side: 'buy' | 'sell';
  readonly timeInForce: 'gtc' | 'ioc';
  readonly price: number;
  readonly amount: number;
  /** Set by the first acknowledgement: the order and what it had taken by then. */
  acknowledged?: { readonly orderId: string; readonly status: string; readonly filled: string };
  refusal?: string;
  /** An attempt had no answer: it may still be on its way. */
  isUnanswered: boolean;
}

export interface CancelIntent {
  readonly requestId: string;
  readonly owner: StormPerson;
  readonly orderId: string;
  acknowledged?: { readonly status: string };
  refusal?: string;
  isUnanswered: boolean;
}

export interface Orders {
  readonly orders: ReadonlyMap<string, OrderIntent>;
  readonly cancels: readonly CancelIntent[];
  /** Makes intents one after the other until told to stop; every one of them is definite then. */
  work(isOver: () => boolean): Promise<void>;
  /** Asks again for every order that was refused while an attempt was on its way; calm clients never hang up. */
  settle(): Promise<void>;
}

export interface OrdersDependencies {
  readonly client: Client;
  readonly people: readonly StormPerson[];
  readonly random: Random;
  readonly findings: ChaosFindings;
  /** Told of every acknowledgement of an attempt that was sent at a moment (performance.now). */
  readonly onAcknowledged: (sentAt: number) => void;
}

type Ask = {
  readonly path: 'trade/submit' | 'trade/cancel';
  readonly data: Readonly<Record<string, unknown>>;
  readonly intent: OrderIntent | CancelIntent;
  readonly take: (answer: Reply) => void;
};

interface OrdersState extends OrdersDependencies {
  readonly orders: Map<string, OrderIntent>;
  readonly cancels: CancelIntent[];
  /** Whose order at which price and amount there is already. */
  readonly shapes: Set<string>;
  /** Orders whose answer is definite. */
  readonly placed: OrderIntent[];
}

export function createStormOrders(dependencies: OrdersDependencies): Orders {
  const state: OrdersState = {
    ...dependencies,
    orders: new Map(),
    cancels: [],
    shapes: new Set(),
    placed: [],
  };
  return {
    orders: state.orders,
    cancels: state.cancels,
    work: async (isOver) => await work(state, isOver),
    async settle() {
      for (const intent of state.orders.values())
        if (intent.acknowledged === undefined && intent.isUnanswered)
          await pursue(state, orderAsk(state, intent), true);
    },
  };
}

async function work(state: OrdersState, isOver: () => boolean): Promise<void> {
  const { placed, random } = state;
  while (!isOver()) {
    if (placed.length > 0 && random.chance(often.cancel)) {
      await cancelOne(state);
      continue;
    }
    const intent = invent(state);
    const ask = orderAsk(state, intent);
    const asking = random.chance(often.twice)
      ? [pursue(state, ask), pursue(state, ask)]
      : [pursue(state, ask)];
    await Promise.all(asking);
    placed.push(intent);
    if (random.chance(often.again) && intent.acknowledged !== undefined) await pursue(state, ask);
    if (random.chance(often.reuse) && intent.acknowledged !== undefined) await reuse(state, intent);
  }
}

function invent({ people, random, shapes, orders }: OrdersState): OrderIntent {
  for (;;) {
    const owner = random.pick(people);
    const price = prices.least + random.below(prices.most - prices.least + 1);
    const amount = amounts.least + random.below(amounts.most - amounts.least + 1);
    const shape = `${owner.username} ${price} ${amount}`;
    if (shapes.has(shape)) continue;
    shapes.add(shape);
    const intent: OrderIntent = {
      requestId: random.uuid(),
      owner,
      side: random.chance(0.5) ? 'buy' : 'sell',
      timeInForce: random.chance(often.ioc) ? 'ioc' : 'gtc',
      price,
      amount,
      isUnanswered: false,
    };
    orders.set(intent.requestId, intent);
    return intent;
  }
}

function orderAsk({ findings }: OrdersState, intent: OrderIntent, amount = intent.amount): Ask {
  const { requestId, side, timeInForce, price } = intent;
  const data = {
    requestId,
    symbol: stormMarket,
    side,
    type: 'limit',
    timeInForce,
    price: formatUnits(BigInt(price), priceScale),
    amount: formatUnits(BigInt(amount), amountScale),
  };
  const take = ({ data: answer }: Reply): void => {
    const now = {
      orderId: String(answer['orderId']),
      status: String(answer['status']),
      filled: String(answer['filled']),
    };
    const before = intent.acknowledged;
    if (before !== undefined && Object.values(before).join() !== Object.values(now).join())
      findings.add(
        'answer',
        `${requestId} is ${Object.values(before).join()} and ${Object.values(now).join()}`,
      );
    intent.acknowledged ??= now;
  };
  return { path: 'trade/submit', data, intent, take };
}

function cancelAsk(intent: CancelIntent): Ask {
  const { requestId, orderId } = intent;
  const take = ({ data }: Reply): void => void (intent.acknowledged ??= { status: String(data['status']) });
  return { path: 'trade/cancel', data: { requestId, orderId }, intent, take };
}

async function cancelOne(state: OrdersState): Promise<void> {
  const { random, placed, cancels } = state;
  const order = random.pick(placed);
  if (order.acknowledged === undefined) return;
  const { owner, acknowledged } = order;
  const intent = { requestId: random.uuid(), owner, orderId: acknowledged.orderId, isUnanswered: false };
  cancels.push(intent);
  await pursue(state, cancelAsk(intent));
}

/** Asks until the answer is definite. */
async function pursue(state: OrdersState, ask: Ask, isCalm = false): Promise<void> {
  const { random, findings } = state;
  const { intent } = ask;
  const giveUpAt = performance.now() + definiteWithinMs;
  while (performance.now() < giveUpAt) {
    const sentAt = performance.now();
    const isHangingUp = !isCalm && random.chance(often.hangUp);
    const answer = await attempt(state, ask, isHangingUp ? random.between(0, hangUpWithinMs) : undefined);
    if (answer instanceof NoReply) {
      if (answer.wasSent) intent.isUnanswered = true;
      await sleep(answer.wasSent ? random.between(3, 60) : random.between(20, 120));
    } else if (answer.code === 200) {
      ask.take(answer);
      return state.onAcknowledged(sentAt);
    } else if (answer.code === 503 || answer.code === 429 || passing.has(answer.refusal ?? ''))
      await sleep(random.between(20, 120));
    else return refuse(state, ask, answer);
  }
  findings.add('answer', `${intent.requestId} has no definite answer after ${definiteWithinMs / 1000} s`);
}

async function attempt(
  { client }: OrdersState,
  { path, data, intent }: Ask,
  hangUpAfterMs?: number,
): Promise<Reply | NoReply> {
  const { token, deviceId } = intent.owner;
  try {
    return await client.call(path, data, { token, deviceId, hangUpAfterMs });
  } catch (error) {
    if (error instanceof NoReply) return error;
    throw error;
  }
}

function refuse({ findings }: OrdersState, { path, intent }: Ask, { code, refusal = '' }: Reply): void {
  if (code === 500) return findings.add('defect', `${intent.requestId} answers 500`);
  const isExpected = path === 'trade/submit' ? expected.has(refusal) : refusal === 'order_closed';
  if (code !== 422 || !isExpected || intent.acknowledged !== undefined) {
    const before = intent.acknowledged === undefined ? '' : ', acknowledged before,';
    findings.add('answer', `${path} ${intent.requestId}${before} answers ${code} ${refusal}`);
  }
  intent.refusal = refusal;
}

/** Sends an acknowledged key with another amount, which must be refused. */
async function reuse(state: OrdersState, intent: OrderIntent): Promise<void> {
  const answer = await attempt(state, orderAsk(state, intent, intent.amount + 1));
  if (answer instanceof NoReply || [409, 429, 503].includes(answer.code)) return;
  state.findings.add('reuse', `order ${intent.requestId} with another amount answers ${answer.code}`);
}
