import { compare, differenceOf } from '../form/order-math.ts';
/** Which fills are news: what the answer to an own order said of it already is not said again. Pure but for its clock. */
import type { ToldFill } from './fill-words.ts';

/** What the answer to a placed order said. */
export type SaidOrder = { readonly orderId: string; readonly filled: string };

export type SaidFills = {
  /** An order is on its way. Call the answer once it came, with what was said of it, or with nothing where nothing was. */
  readonly begin: () => (said?: SaidOrder) => void;
  /** Hands on a fill, less what was said of it; the channel may be faster than the answer, so it waits for that. */
  readonly hear: (fill: ToldFill, tell: (fill: ToldFill) => void) => void;
};

/** The channel tells of a fill about when it is answered; what it never told of is forgotten. */
const forgetAfterMs = 10_000;

export function createSaidFills(clock: () => number): SaidFills {
  const saidOrders = new Map<string, { readonly filled: string; readonly until: number }>();
  let onTheirWay = 0;
  let waiting: (() => void)[] = [];

  function pass(fill: ToldFill, tell: (fill: ToldFill) => void): void {
    const said = saidOrders.get(fill.orderId);
    saidOrders.delete(fill.orderId);
    if (said === undefined || said.until < clock()) return tell(fill);
    if (compare(fill.amount, said.filled) <= 0) return;
    // Others met the rest of it in the very same moment.
    tell({ ...fill, amount: differenceOf(fill.amount, said.filled) });
  }

  return {
    begin() {
      onTheirWay += 1;
      let isOver = false;
      return (said) => {
        if (isOver) return;
        isOver = true;
        onTheirWay -= 1;
        for (const [orderId, { until }] of saidOrders) if (until < clock()) saidOrders.delete(orderId);
        if (said !== undefined && compare(said.filled, '0') > 0)
          saidOrders.set(said.orderId, { filled: said.filled, until: clock() + forgetAfterMs });
        if (onTheirWay > 0) return;
        const heard = waiting;
        waiting = [];
        for (const run of heard) run();
      };
    },
    hear(fill, tell) {
      if (onTheirWay === 0) pass(fill, tell);
      else waiting.push(() => pass(fill, tell));
    },
  };
}

/** Of this visit: whoever places an order and whoever reads fills out know of each other by it. */
export const saidFills = createSaidFills(() => performance.now());
