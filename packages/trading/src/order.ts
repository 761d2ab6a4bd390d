/**
 * What orders do to money, in the ledger's units: which part of a balance is set aside, who pays whom, which fee. Pure: the
 * caller says what is available and writes what the clearing decided.
 */
import type {
  MatchingMarket,
  MarketRules,
  MarketState,
  Reason,
  Rest,
  Side,
  TimeInForce,
} from '@marigold/matching/order';
import type { Amount, Price, Total } from '@marigold/money/steps';

/** How the engine's whole numbers become units: one amount step of the base asset, one price step times one amount step of the quote. */
export type UnitTerms = {
  readonly baseUnits: bigint;
  readonly quoteUnits: bigint;
};

/** Where money of a market lies: a person's free and set-aside balances, and the house's fees. */
export type TradeAccount =
  | { readonly kind: 'available' | 'order'; readonly owner: number }
  | { readonly kind: 'fee' };

export type TradePosting = {
  readonly from: TradeAccount;
  readonly to: TradeAccount;
  readonly asset: 'base' | 'quote';
  readonly units: bigint;
};

export type NewOrder = {
  readonly number: number;
  readonly owner: number;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly price: Price | undefined;
  readonly amount: Amount | undefined;
  readonly total: Total | undefined;
  readonly index: Price | undefined;
  /** Frozen on the order: millionths of what is received. */
  readonly makerPpm: number;
  readonly takerPpm: number;
};

export type EndReason = 'user' | 'operator' | Extract<Rest, 'remainder' | 'slippage' | 'self_trade'>;

/** An order with what became of it. */
export type ClearingOrder = Omit<NewOrder, 'index'> & {
  readonly filled: Amount;
  readonly filledTotal: Total;
  /** In units of what it receives. */
  readonly feeUnits: bigint;
  /** What lies in the owner's order account for it: what is open at its own price (buy), or what is open (sell). */
  readonly heldUnits: bigint;
  readonly status: 'wait' | 'done' | 'cancel';
  readonly reason: EndReason | undefined;
};

export type ClearingFill = {
  readonly maker: number;
  readonly taker: number;
  readonly makerOwner: number;
  readonly price: Price;
  readonly amount: Amount;
  /** In units of what each receives, rounded up. */
  readonly makerFee: bigint;
  readonly takerFee: bigint;
};

export type Placed = {
  readonly kind: 'placed';
  readonly order: ClearingOrder;
  /** Every maker that was met, as it stands now. */
  readonly makers: readonly ClearingOrder[];
  readonly fills: readonly ClearingFill[];
  /** In an order in which no account ever falls below zero; equal ones are added up. */
  readonly postings: readonly TradePosting[];
  /** What left the available balance of the owner: paid and set aside, in units of the asset that is given. */
  readonly spent: bigint;
};

export type RefusedOrder = { readonly kind: 'refused'; readonly reason: Reason | 'insufficient_balance' };

export type Cancelled = {
  readonly kind: 'cancelled';
  readonly order: ClearingOrder;
  readonly postings: readonly TradePosting[];
  readonly released: bigint;
};

export type ClearingOptions = {
  readonly rules: MarketRules;
  readonly state: MarketState;
  readonly terms: UnitTerms;
  /** Open orders from before, in any order. */
  readonly orders?: readonly ClearingOrder[];
};

/** A market with its money. */
export type Clearing = {
  /** `available`: what the owner has of the asset that is given, in units. Nothing changes when it is refused. */
  readonly place: (order: NewOrder, available: bigint) => Placed | RefusedOrder;
  /** Refused while the market is disabled. */
  readonly cancel: (
    number: number,
    reason: 'user' | 'operator',
  ) => Cancelled | RefusedOrder | { readonly kind: 'missing' };
  /** From here on orders and cancels can be undone, until the next mark; what was done before the first one cannot. */
  readonly mark: () => void;
  /** Back to the mark: book, order records and priorities. */
  readonly undo: () => void;
  /** The book behind it, to look at and to open, lock or close: only the clearing places and cancels. */
  readonly market: Omit<MatchingMarket, 'apply' | 'mark' | 'undo'>;
  readonly find: (number: number) => ClearingOrder | undefined;
  /** Numbers of the open orders of an owner, oldest first. */
  readonly ordersOf: (owner: number) => readonly number[];
  /** Every open order, in no particular order. */
  readonly orders: () => Iterable<ClearingOrder>;
  /** Throws where what is set aside differs from what stands in the book, the book is crossed, or priority is broken. */
  readonly check: () => void;
  /** The same for the same open orders, whatever led there. */
  readonly hash: () => string;
};
