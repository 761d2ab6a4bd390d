/** Looks at everything that must be true, after every command. What is not true is thrown, as a sentence. */
import { noAmount } from '@marigold/money/steps';
import type {
  Cancelled,
  Clearing,
  ClearingOrder,
  NewOrder,
  Placed,
  RefusedOrder,
} from '@marigold/trading/order';

import type { State } from './trading-database.ts';
import {
  copyTwin,
  createTwin,
  twinFeeOf,
  heldOf,
  type Meeting,
  meetings,
  type PlainOrder,
  placeOnTwin,
  sideOf,
  takeOff,
  type Twin,
} from './trading-twin.ts';
import { simOwnersMax, type Weather } from './trading-weather.ts';

export type Audit = {
  /** A clearing was made of the open orders of the database. */
  readonly opened: (clearing: Clearing, state: State) => void;
  /** A batch begins on these balances. */
  readonly began: (clearing: Clearing, units: readonly number[]) => void;
  readonly undone: (clearing: Clearing) => void;
  /** `units`: what the moves of the command made of the balances. */
  readonly placed: (
    clearing: Clearing,
    request: { readonly order: NewOrder; readonly available: number },
    outcome: Placed | RefusedOrder,
    units: readonly number[],
  ) => void;
  readonly cancelled: (
    clearing: Clearing,
    number: number,
    outcome: Cancelled | { readonly kind: 'missing' },
    units: readonly number[],
  ) => void;
  /** The batch is about to be written: from here on nobody else changes a balance. */
  readonly writing: (state: State) => void;
  /** The batch is in the database. */
  readonly committed: (state: State) => void;
};

/** The sentence is made only where it is needed: there are a million of them a second. */
export function must(condition: boolean, fact: string | (() => string)): asserts condition {
  if (!condition) throw new Error(typeof fact === 'string' ? fact : fact());
}

/** A fingerprint costs more than a batch; the book itself is compared each time. */
const hashedEvery = 100;

export function createAudit(weather: Weather): Audit {
  let twin: Twin = createTwin([], []);
  let marked: Twin = twin;
  let markedHash: string | undefined;
  let batches = 0;
  let before: readonly number[] = [];
  return {
    opened(clearing, state) {
      twin = createTwin(openOrdersOf(state), state.units);
      clearing.check();
      compare(clearing, twin, twin.units, weather);
    },
    began(clearing, units) {
      twin = { ...twin, units: units.slice() };
      marked = copyTwin(twin);
      batches += 1;
      markedHash = batches % hashedEvery === 0 ? clearing.hash() : undefined;
    },
    undone(clearing) {
      twin = copyTwin(marked);
      clearing.check();
      must(
        markedHash === undefined || clearing.hash() === markedHash,
        'after an undo the clearing is as it was',
      );
      compare(clearing, twin, twin.units, weather);
    },
    placed(clearing, request, outcome, units) {
      if (outcome.kind === 'placed') checkPlaced(twin, request.order, outcome, weather);
      checkSufficiency(request, outcome, weather);
      compare(clearing, twin, units, weather);
    },
    cancelled(clearing, number, outcome, units) {
      const off = takeOff(twin, number, weather);
      must(
        (off === undefined) === (outcome.kind === 'missing'),
        () => `order ${number} is found where it stands`,
      );
      if (outcome.kind === 'cancelled' && off !== undefined) {
        must(
          Number(outcome.released) === heldOf(off, weather),
          () => `order ${number} gives back what it had set aside`,
        );
        must(
          outcome.order.heldUnits === 0n && outcome.order.status === 'cancel',
          `order ${number} is closed`,
        );
      }
      compare(clearing, twin, units, weather);
    },
    writing(state) {
      before = state.units.slice();
    },
    committed(state) {
      const due = before.slice();
      for (let at = 0; at < due.length; at += 1)
        due[at] = (due[at] ?? 0) + (twin.units[at] ?? 0) - (marked.units[at] ?? 0);
      checkBalances(state.units, due, twin, weather);
      must(
        state.open.size === twin.bids.length + twin.asks.length,
        'what the database calls open stands in the book',
      );
      for (const side of [twin.bids, twin.asks]) for (const order of side) checkRow(order, state, weather);
    },
  };
}

/** Who was met and what is left must be what price and time say, to the last unit; then the twin does the same. */
function checkPlaced(twin: Twin, order: NewOrder, outcome: Placed, weather: Weather): void {
  const { number } = order;
  const dues = meetings(twin, order);
  const met = outcome.fills.map((fill, at): Meeting => {
    const due = dues[at];
    must(due !== undefined, () => `order ${number} meets nobody out of turn`);
    must(fill.maker === due.maker.number, () => `order ${number} meets ${due.maker.number}, who came first`);
    must(fill.price === due.maker.price, () => `order ${number} trades at the price of ${fill.maker}`);
    must(
      fill.amount > 0 && fill.amount <= due.amount,
      () => `order ${number} takes no more of ${fill.maker}`,
    );
    must(
      fill.amount === due.maker.left || at === outcome.fills.length - 1,
      () => `${fill.maker} is taken whole`,
    );
    checkFees(order, fill, weather);
    return { maker: due.maker, amount: fill.amount };
  });
  const open = outcome.order.status === 'wait' ? (order.amount ?? 0) - outcome.order.filled : 0;
  if (order.type === 'limit') checkLimit(order, outcome, dues, met);
  else checkMarketOrder(twin, order, outcome, weather);
  placeOnTwin(twin, order, met, open, weather);
  checkRecord(outcome.order, met, open, weather);
  must(outcome.makers.length === met.length, () => `order ${number} names everybody it met`);
}

function checkFees(order: NewOrder, fill: Placed['fills'][number], weather: Weather): void {
  const base = fill.amount * weather.baseUnits;
  const quote = fill.amount * fill.price * weather.quoteUnits;
  const [makerGets, takerGets] = order.side === 'buy' ? [quote, base] : [base, quote];
  const makerDue = twinFeeOf(makerGets, weather.makerPpm[fill.makerOwner] ?? 0);
  const takerDue = twinFeeOf(takerGets, weather.takerPpm[order.owner] ?? 0);
  const [makerFee, takerFee] = [Number(fill.makerFee), Number(fill.takerFee)];
  must(makerFee === makerDue && takerFee === takerDue, 'the house rounds up, by less than a unit');
  must(makerFee <= makerGets && takerFee <= takerGets, 'a fee is no more than what comes');
}

function checkLimit(
  { number, timeInForce, amount = noAmount }: NewOrder,
  { order }: Placed,
  due: readonly Meeting[],
  met: readonly Meeting[],
): void {
  const whole = sum(due);
  must(sum(met) === whole, () => `order ${number} takes all it can get`);
  must(timeInForce !== 'fok' || whole === amount, () => `order ${number} is filled whole or not at all`);
  must(timeInForce !== 'post' || whole === 0, () => `order ${number} never takes`);
  must(
    order.status !== 'wait' || timeInForce === 'gtc' || timeInForce === 'post',
    `order ${number} does not rest`,
  );
  must(order.status !== 'done' || whole === amount, () => `order ${number} is not done`);
}

/** It never rests, and never runs further from the best price than it may. */
function checkMarketOrder(
  twin: Twin,
  { number, side, amount, total }: NewOrder,
  { order, fills }: Placed,
  { rules }: Weather,
): void {
  const best = sideOf(twin, side === 'buy' ? 'sell' : 'buy')[0]?.price ?? 0;
  const worst = fills.at(-1)?.price ?? 0;
  must(fills.length > 0 && order.status !== 'wait', () => `market order ${number} trades at once`);
  must(
    Math.abs(worst - best) * 1_000_000 <= rules.slippagePpm * best,
    `market order ${number} stops in time`,
  );
  must(order.filled <= (amount ?? Infinity), () => `market order ${number} takes no more than its amount`);
  must(order.filledTotal <= (total ?? Infinity), () => `market order ${number} takes no more than its total`);
}

function checkRecord(order: ClearingOrder, met: readonly Meeting[], open: number, weather: Weather): void {
  const { number, owner, side, price } = order;
  must(order.filled === sum(met), () => `order ${number} says what was filled`);
  const total = met.reduce((all, { maker, amount }) => all + maker.price * amount, 0);
  must(order.filledTotal === total, () => `order ${number} says what its fills came to`);
  const held =
    open === 0 || price === undefined ? 0 : heldOf({ number, owner, side, price, left: open }, weather);
  must(Number(order.heldUnits) === held, () => `order ${number} sets aside what rests`);
}

/** A limit order is taken only where it is covered at its own price, and refused for that only where it is not. */
function checkSufficiency(
  { order, available }: { readonly order: NewOrder; readonly available: number },
  outcome: Placed | RefusedOrder,
  weather: Weather,
): void {
  const { number, owner, side, price, amount } = order;
  if (price === undefined || amount === undefined) return;
  const need = heldOf({ number, owner, side, price, left: amount }, weather);
  if (outcome.kind === 'placed') must(available >= need, () => `order ${number} is not covered`);
  else if (outcome.reason === 'insufficient_balance')
    must(available < need, () => `order ${number} was covered`);
}

/** The clearing against the twin: book, priorities, balances. This runs after every command, so it makes no sentences. */
function compare(clearing: Clearing, twin: Twin, units: readonly number[], weather: Weather): void {
  const { bids, asks } = clearing.market.snapshot();
  compareSide(bids, twin.bids);
  compareSide(asks, twin.asks);
  const [bid, ask] = [bids[0]?.price ?? 0, asks[0]?.price ?? Infinity];
  must(bid < ask, 'the book is crossed');
  checkBalances(units, twin.units, twin, weather);
}

function compareSide(is: readonly PlainOrder[], due: readonly PlainOrder[]): void {
  if (is.length !== due.length) throw new Error(`${is.length} orders stand where ${due.length} should`);
  for (let at = 0; at < due.length; at += 1) {
    const order = due[at];
    const stands = is[at];
    if (order === undefined || stands?.number !== order.number)
      throw new Error(`place ${at} belongs to order ${order?.number} and not to ${stands?.number}`);
    if (stands.left !== order.left || stands.price !== order.price || stands.owner !== order.owner)
      throw new Error(`order ${order.number} stands otherwise than it should`);
  }
}

/** By account; filled anew at each look, because a new list a thousand times a history would cost more than the look. */
const held = Array.from({ length: 4 * simOwnersMax }, () => 0);

/** Each is what it should be and not below zero, what is set aside is what open orders set aside, and nothing is made. */
function checkBalances(units: readonly number[], due: readonly number[], twin: Twin, weather: Weather): void {
  const ofOwners = weather.owners * 4;
  for (let at = 0; at < ofOwners; at += 1) held[at] = 0;
  for (const order of twin.bids) addHeld(heldOf(order, weather), order.owner * 4 + 3);
  for (const order of twin.asks) addHeld(heldOf(order, weather), order.owner * 4 + 1);
  let [base, quote] = [0, 0];
  for (let at = 0; at < units.length; at += 1) {
    const is = units[at] ?? 0;
    if (is !== due[at]) throw new Error(`account ${at + 1} has ${is} and not ${due[at]}`);
    if (is < 0 && at < ofOwners + 2) throw new Error(`account ${at + 1} is below zero: ${is}`);
    if (at < ofOwners && at % 2 === 1 && is !== held[at])
      throw new Error(`account ${at + 1} has ${is} and not what open orders set aside: ${held[at]}`);
    if (((at < ofOwners ? at >> 1 : at) & 1) === 0) base += is;
    else quote += is;
  }
  if (base !== 0 || quote !== 0) throw new Error(`money was made or lost: ${base} and ${quote}`);
}

function addHeld(units: number, at: number): void {
  held[at] = (held[at] ?? 0) + units;
}

function checkRow({ number, left }: PlainOrder, { open }: State, weather: Weather): void {
  const row = open.get(number)?.order;
  if (row === undefined) throw new Error(`order ${number} has no open row`);
  const { owner, side, price = 0, amount = 0, filled, heldUnits } = row;
  if (amount - filled !== left) throw new Error(`the row of order ${number} has something else left`);
  if (Number(heldUnits) !== heldOf({ number, owner, side, price, left }, weather))
    throw new Error(`the row of order ${number} has set aside something else`);
}

/** The rows of the database, read as a person would. */
function openOrdersOf({ open }: State): PlainOrder[] {
  const orders: PlainOrder[] = [];
  for (const { order } of open.values()) {
    const { number, owner, side, price = 0, amount = 0, filled } = order;
    orders.push({ number, owner, side, price, left: amount - filled });
  }
  return orders;
}

function sum(met: readonly Meeting[]): number {
  return met.reduce((all, { amount }) => all + amount, 0);
}
