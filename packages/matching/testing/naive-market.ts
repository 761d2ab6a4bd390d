/**
 * The slow twin of the market, written so that it is obviously right: lists that are sorted and copied at every turn, and
 * totals in BigInt. It shares no line with the book it is compared with.
 */
import {
  addSteps,
  type Amount,
  noAmount,
  noPrice,
  type Price,
  toAmount,
  toTotal,
} from '@marigold/money/steps';

import type {
  Command,
  Estimate,
  MatchingMarket,
  MarketRules,
  MarketState,
  Match,
  OpenOrder,
  Outcome,
  Place,
  Reason,
  Side,
  MarketSnapshot,
} from '../src/order.ts';

type Book = {
  readonly rules: MarketRules;
  readonly state: MarketState;
  readonly orders: readonly OpenOrder[];
};
type Wish = Omit<Place, 'kind' | 'number'>;

/** What taking comes to: who is met, what is left of him, and why no more. */
type Taking = {
  readonly matches: readonly Match[];
  readonly filled: bigint;
  readonly filledTotal: bigint;
  readonly stop: 'whole' | 'dust' | 'empty' | 'bound' | 'self';
};

const max = BigInt(Number.MAX_SAFE_INTEGER);

/** Behaves as `createMarket` in every outcome and every question. */
export function createNaiveMarket(rules: MarketRules, state: MarketState = 'enabled'): MatchingMarket {
  return naiveMarketOf({ rules, state, orders: [] });
}

export function restoreNaiveMarket({ rules, state, bids, asks }: MarketSnapshot): MatchingMarket {
  return naiveMarketOf({ rules, state, orders: [...bids, ...asks] });
}

function naiveMarketOf(first: Book): MatchingMarket {
  let book = first;
  let marked: readonly OpenOrder[] | undefined;
  const snapshot = (): MarketSnapshot => ({
    rules: book.rules,
    state: book.state,
    bids: lineOf(book, 'buy'),
    asks: lineOf(book, 'sell'),
  });
  const levels = (side: Side): (readonly [Price, Amount])[] => {
    const amounts = new Map<Price, Amount>();
    for (const { price, left } of lineOf(book, side))
      amounts.set(price, addSteps(amounts.get(price) ?? noAmount, left));
    return [...amounts];
  };
  return {
    apply(command) {
      const [outcome, orders] = applied(book, command);
      book = { ...book, orders };
      return outcome;
    },
    estimate: (wish) => estimated(book, wish),
    mark() {
      marked = book.orders;
    },
    undo() {
      if (marked === undefined) throw new Error('Broken: only what followed a mark can be undone');
      book = { ...book, orders: marked };
    },
    best: (side) => lineOf(book, side)[0]?.price,
    amountAt: (side, price) => levels(side).find(([level]) => level === price)?.[1] ?? noAmount,
    levels: (side, count) => levels(side).slice(0, count),
    find: (number) => book.orders.find((order) => order.number === number),
    ordersOf: (owner) => numbersOf(book, owner),
    state: () => book.state,
    change(change) {
      book = { ...book, ...change };
    },
    snapshot,
    hash: () => JSON.stringify(snapshot()),
  };
}

/** Those of one side, first served first. */
function lineOf({ orders }: Book, side: Side): OpenOrder[] {
  return orders
    .filter((order) => order.side === side)
    .toSorted((one, other) =>
      one.price === other.price
        ? one.number - other.number
        : side === 'buy'
          ? other.price - one.price
          : one.price - other.price,
    );
}

function numbersOf({ orders }: Book, owner: number): number[] {
  return orders
    .filter((order) => order.owner === owner)
    .map(({ number }) => number)
    .toSorted((one, other) => one - other);
}

function applied(book: Book, command: Command): [Outcome, readonly OpenOrder[]] {
  const { orders } = book;
  if (command.kind === 'cancel') {
    if (book.state === 'disabled') return [{ kind: 'refused', reason: 'market_closed' }, orders];
    const order = orders.find(({ number }) => number === command.number);
    if (order === undefined) return [{ kind: 'missing' }, orders];
    const { number, ...rest } = order;
    return [{ kind: 'cancelled', ...rest }, orders.filter((one) => one.number !== number)];
  }
  const reason = reasonAgainst(book, command);
  if (reason !== undefined) return [{ kind: 'refused', reason }, orders];
  const taking = takingOf(book, command);
  const rest = restOf(command, taking);
  const filled = toAmount(Number(taking.filled));
  const filledTotal = toTotal(Number(taking.filledTotal));
  const open = rest === 'rests' ? toAmount((command.amount ?? 0) - filled) : noAmount;
  const { matches } = taking;
  const left = new Map(matches.map(({ maker, makerLeft }) => [maker, makerLeft]));
  const after = orders
    .map((order) => ({ ...order, left: left.get(order.number) ?? order.left }))
    .filter((order) => order.left > 0);
  const { number, owner, side, price = noPrice } = command;
  return [
    { kind: 'placed', matches, filled, filledTotal, rest, open },
    open === 0 ? after : [...after, { number, owner, side, price, left: open }],
  ];
}

function restOf(
  { price, timeInForce }: Place,
  { stop }: Taking,
): Extract<Outcome, { kind: 'placed' }>['rest'] {
  // What is left of a total pays for no other lot.
  if (stop === 'whole' || stop === 'dust') return 'none';
  if (stop === 'self') return 'self_trade';
  if (price !== undefined && timeInForce !== 'ioc') return 'rests';
  return price === undefined && stop === 'bound' ? 'slippage' : 'remainder';
}

function estimated(book: Book, wish: Wish): Estimate | { kind: 'refused'; reason: Reason } {
  const reason = reasonAgainst(book, wish);
  if (reason !== undefined) return { kind: 'refused', reason };
  const { matches, filled, filledTotal, stop } = takingOf(book, wish);
  return {
    filled: toAmount(Number(filled)),
    filledTotal: toTotal(Number(filledTotal)),
    best: matches[0]?.price,
    worst: matches.at(-1)?.price,
    isWhole: stop === 'whole' || stop === 'dust',
  };
}

/** In the order in which a market says no. */
function reasonAgainst(book: Book, wish: Wish): Reason | undefined {
  const { rules, state } = book;
  const { side, owner, timeInForce, price, amount, total, index } = wish;
  const line = lineOf(book, side === 'buy' ? 'sell' : 'buy');
  const [first] = line;
  if (state !== 'enabled') return 'market_closed';
  if (price !== undefined && price % rules.tick !== 0) return 'price_too_fine';
  if (amount !== undefined && amount % rules.lot !== 0) return 'amount_too_fine';
  if (price === undefined && first === undefined) return 'no_liquidity';
  const worth = BigInt(total ?? 0) + BigInt(price ?? first?.price ?? 0) * BigInt(amount ?? 0);
  if (worth < BigInt(rules.totalMin)) return 'total_below_minimum';
  if (worth > BigInt(rules.totalMax)) return 'total_above_maximum';
  const mayRest = price !== undefined && (timeInForce === 'gtc' || timeInForce === 'post');
  if (price !== undefined) {
    if (index === undefined) return 'index_stale';
    const given = BigInt(side === 'buy' ? price - index : index - price) * 1_000_000n;
    const allowed = given > 0n ? rules.givePpm : rules.bandPpm;
    if ((given > 0n ? given : -given) > BigInt(index) * BigInt(allowed)) return 'price_outside_band';
    if (mayRest && numbersOf(book, owner).length >= rules.openOrdersMax) return 'open_orders_full';
  }
  const isInReach = first !== undefined && isWithin(wish, boundOf(rules, wish, first.price), first.price);
  if (first === undefined || (price !== undefined && !isInReach)) {
    if (timeInForce === 'fok') return 'would_not_fill';
    if (timeInForce === 'ioc') return 'no_liquidity';
    const standing = lineOf(book, side).filter((order) => order.price === price);
    const sum = standing.reduce((before, order) => before + BigInt(order.left), 0n);
    return mayRest && sum + BigInt(amount ?? 0) > max ? 'total_above_maximum' : undefined;
  }
  if (timeInForce === 'post') return 'would_take';
  if (price === undefined && index === undefined) return 'index_stale';
  if (total !== undefined && total < first.price * rules.lot) return 'total_below_minimum';
  if (!isInReach) return 'book_outside_band';
  if (first.owner === owner) return 'self_trade';
  const highest = side === 'buy' ? boundOf(rules, wish, first.price) : BigInt(first.price);
  if (highest * BigInt(amount ?? 0) > max) return 'total_above_maximum';
  const { stop } = takingOf(book, wish);
  return timeInForce === 'fok' && stop !== 'whole' && stop !== 'dust' ? 'would_not_fill' : undefined;
}

/**
 * The worst price: the order's own, or so far from the best one and no further from the index than may be given away, which
 * a buyer rounds down and a seller up.
 */
function boundOf(rules: MarketRules, { price, side, index }: Wish, best: number): bigint {
  if (price !== undefined) return BigInt(price);
  const share = (of: number, ppm: number): bigint => (BigInt(of) * BigInt(ppm)) / 1_000_000n;
  const sign = side === 'buy' ? 1n : -1n;
  const fromBest = BigInt(best) + sign * share(best, rules.slippagePpm);
  if (index === undefined) return fromBest;
  const fromIndex = BigInt(index) + sign * share(index, rules.givePpm);
  return (side === 'buy') === fromBest < fromIndex ? fromBest : fromIndex;
}

function isWithin({ side }: Wish, bound: bigint, price: number): boolean {
  return side === 'buy' ? BigInt(price) <= bound : BigInt(price) >= bound;
}

function takingOf(book: Book, wish: Wish): Taking {
  const line = lineOf(book, wish.side === 'buy' ? 'sell' : 'buy');
  const bound = boundOf(book.rules, wish, line[0]?.price ?? 0);
  const matches: Match[] = [];
  let filled = 0n;
  let filledTotal = 0n;
  const end = (stop: Taking['stop']): Taking => ({ matches, filled, filledTotal, stop });
  // What may still be taken at the price in hand.
  let wanted = 0n;
  let priceBefore: number | undefined;
  for (const { number, owner, price, left } of line) {
    if (isWhole(wish, filled, filledTotal)) return end('whole');
    if (price !== priceBefore) {
      if (!isWithin(wish, bound, price)) return end('bound');
      wanted = wantedAt(book.rules, wish, price, filled, filledTotal);
      priceBefore = price;
    }
    if (wanted === 0n) return end('dust');
    if (owner === wish.owner) return end('self');
    const amount = wanted < BigInt(left) ? wanted : BigInt(left);
    const makerLeft = toAmount(left - Number(amount));
    matches.push({ maker: number, makerOwner: owner, price, amount: toAmount(Number(amount)), makerLeft });
    wanted -= amount;
    filled += amount;
    filledTotal += amount * BigInt(price);
    if (makerLeft > 0) return end(isWhole(wish, filled, filledTotal) ? 'whole' : 'dust');
  }
  return end(isWhole(wish, filled, filledTotal) ? 'whole' : 'empty');
}

function isWhole({ amount, total }: Wish, filled: bigint, filledTotal: bigint): boolean {
  return amount === undefined ? filledTotal === BigInt(total ?? 0) : filled === BigInt(amount);
}

function wantedAt(
  { lot }: MarketRules,
  { amount, total }: Wish,
  price: number,
  filled: bigint,
  filledTotal: bigint,
): bigint {
  if (amount !== undefined) return BigInt(amount) - filled;
  return ((BigInt(total ?? 0) - filledTotal) / (BigInt(price) * BigInt(lot))) * BigInt(lot);
}
