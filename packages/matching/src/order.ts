/**
 * The words of a market: what can be asked of it and what it answers. Everything is a whole number: a price counts the
 * smallest price step of its pair, an amount the smallest amount step, a total is price times amount. No number is above
 * 2^53 - 1, so nothing is ever rounded.
 */

import type { Amount, Price, Total } from '@marigold/money/steps';

export type Side = 'buy' | 'sell';

/** Good till cancelled; immediate or cancel; fill or kill; post only (never takes). */
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post';

/** Hidden and locked: cancel only; which of them is listed is no matter of the book. Disabled: nothing. */
export type MarketState = 'enabled' | 'hidden' | 'locked' | 'disabled';

export type MarketRules = {
  /** Prices and amounts are multiples of these. */
  readonly tick: Price;
  readonly lot: Amount;
  /** Bounds of price times amount of one order. */
  readonly totalMin: Total;
  readonly totalMax: Total;
  /** How far a limit price may lie from the index on the owner's side of it, in millionths: a buy below, a sell above. */
  readonly bandPpm: number;
  /** How much worse than the index an order may be for its owner, in millionths: a buy above it, a sell below. */
  readonly givePpm: number;
  /** How far a market order may run from the best price, in millionths of it. */
  readonly slippagePpm: number;
  readonly openOrdersMax: number;
};

export type Place = {
  readonly kind: 'place';
  /** Grows with every order of the market: who came first is served first. */
  readonly number: number;
  /** A small number that stands for a person. */
  readonly owner: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  /** Undefined: a market order, which never rests. */
  readonly price: Price | undefined;
  /** Exactly one of amount and total; total only of a market order. */
  readonly amount: Amount | undefined;
  readonly total: Total | undefined;
  /** The index price of this moment; undefined while nobody knows it. */
  readonly index: Price | undefined;
};

export type Cancel = { readonly kind: 'cancel'; readonly number: number };

export type Command = Place | Cancel;

/** Why an order is not taken at all; nothing has changed then. */
export type Reason =
  | 'market_closed'
  | 'price_too_fine'
  | 'amount_too_fine'
  | 'total_below_minimum'
  | 'total_above_maximum'
  | 'price_outside_band'
  | 'index_stale'
  | 'no_liquidity'
  | 'book_outside_band'
  | 'open_orders_full'
  | 'would_not_fill'
  | 'would_take'
  | 'self_trade';

/** One match: the maker stood in the book, at his price. */
export type Match = {
  readonly maker: number;
  readonly makerOwner: number;
  readonly price: Price;
  readonly amount: Amount;
  /** What of the maker still stands; 0: he is done. */
  readonly makerLeft: Amount;
};

/** What became of the part that was not matched. Of a total, what pays for no other lot counts as nothing. */
export type Rest = 'none' | 'rests' | 'remainder' | 'slippage' | 'self_trade';

export type Outcome =
  | { readonly kind: 'refused'; readonly reason: Reason }
  | {
      readonly kind: 'placed';
      readonly matches: readonly Match[];
      /** Sum of the matches, and of their prices times amounts. */
      readonly filled: Amount;
      readonly filledTotal: Total;
      readonly rest: Rest;
      /** What stands in the book now: 0 unless `rest` is 'rests'. */
      readonly open: Amount;
    }
  | {
      readonly kind: 'cancelled';
      readonly owner: number;
      readonly side: Side;
      readonly price: Price;
      readonly left: Amount;
    }
  /** No such order stands in the book. */
  | { readonly kind: 'missing' };

/** An order as it stands in the book. */
export type OpenOrder = {
  readonly number: number;
  readonly owner: number;
  readonly side: Side;
  readonly price: Price;
  readonly left: Amount;
};

/** The whole state of a market: the open orders of each side in the order in which they would be served. */
export type MarketSnapshot = {
  readonly rules: MarketRules;
  readonly state: MarketState;
  readonly bids: readonly OpenOrder[];
  readonly asks: readonly OpenOrder[];
};

/** What a taker would meet, without taking it. */
export type Estimate = {
  readonly filled: Amount;
  readonly filledTotal: Total;
  readonly best: Price | undefined;
  readonly worst: Price | undefined;
  readonly isWhole: boolean;
};

/** A market: commands in, outcomes out. No clock, no random, no I/O. */
export type MatchingMarket = {
  readonly apply: (command: Command) => Outcome;
  /** Answers what `apply` would refuse or match, and changes nothing. */
  readonly estimate: (
    order: Omit<Place, 'kind' | 'number'>,
  ) => Estimate | { readonly kind: 'refused'; readonly reason: Reason };
  /** From here on everything can be undone, until the next mark. */
  readonly mark: () => void;
  /** Back to the mark, with the very same priorities. */
  readonly undo: () => void;
  readonly best: (side: Side) => Price | undefined;
  /** What stands at a price; 0 for nothing. */
  readonly amountAt: (side: Side, price: Price) => Amount;
  /** Best first, at most so many. */
  readonly levels: (side: Side, max: number) => readonly (readonly [price: Price, amount: Amount])[];
  readonly find: (number: number) => OpenOrder | undefined;
  /** Numbers of the open orders of an owner, oldest first. */
  readonly ordersOf: (owner: number) => readonly number[];
  readonly state: () => MarketState;
  /** Takes effect from the next command on; part of the snapshot. Not undone. */
  readonly change: (change: { readonly state?: MarketState; readonly rules?: MarketRules }) => void;
  readonly snapshot: () => MarketSnapshot;
  /** The same for the same state, whatever led there. */
  readonly hash: () => string;
};
