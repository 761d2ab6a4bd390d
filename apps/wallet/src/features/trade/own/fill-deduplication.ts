import { compare, differenceOf } from '../form/order-math.ts';
/** Which fills are news: what the answer to an own order said of it already is not said again. Pure but for its clock. */
import type { FillEvent } from './fill-words.ts';

/** What the answer to a placed order said. */
export type AnsweredOrder = { readonly orderId: string; readonly filled: string };

export type FillDeduplication = {
  /** An order is on its way. Call the answer once it came, with what was said of it, or with nothing where nothing was. */
  readonly begin: () => (answered?: AnsweredOrder) => void;
  /** Hands on a fill, less what was said of it; the channel may be faster than the answer, so it waits for that. */
  readonly hear: (fill: FillEvent, announce: (fill: FillEvent) => void) => void;
};

/** The channel tells of a fill about when it is answered; what it never told of is forgotten. */
const forgetAfterMs = 10_000;

export function createFillDeduplication(clock: () => number): FillDeduplication {
  const answeredOrders = new Map<string, { readonly filled: string; readonly until: number }>();
  let onTheirWay = 0;
  let waiting: (() => void)[] = [];

  function pass(fill: FillEvent, announce: (fill: FillEvent) => void): void {
    const answered = answeredOrders.get(fill.orderId);
    answeredOrders.delete(fill.orderId);
    if (answered === undefined || answered.until < clock()) return announce(fill);
    if (compare(fill.amount, answered.filled) <= 0) return;
    // Others met the rest of it in the very same moment.
    announce({ ...fill, amount: differenceOf(fill.amount, answered.filled) });
  }

  return {
    begin() {
      onTheirWay += 1;
      let isOver = false;
      return (answered) => {
        if (isOver) return;
        isOver = true;
        onTheirWay -= 1;
        for (const [orderId, { until }] of answeredOrders)
          if (until < clock()) answeredOrders.delete(orderId);
        if (answered !== undefined && compare(answered.filled, '0') > 0)
          answeredOrders.set(answered.orderId, { filled: answered.filled, until: clock() + forgetAfterMs });
        if (onTheirWay > 0) return;
        const heard = waiting;
        waiting = [];
        for (const run of heard) run();
      };
    },
    hear(fill, announce) {
      if (onTheirWay === 0) pass(fill, announce);
      else waiting.push(() => pass(fill, announce));
    },
  };
}

/** Of this visit: whoever places an order and whoever reads fills out know of each other by it. */
export const fillDeduplication = createFillDeduplication(() => performance.now());
