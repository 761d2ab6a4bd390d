import type { Side } from '@marigold/contract/calls/market';
/** What the rest of the program asks of the process that runs a book. */
import type { CancelReason, OrderStatus, OrderType, TimeInForce } from '@marigold/contract/calls/trade';
import type {
  cancelAllOrders,
  cancelOrder,
  estimateOrder,
  submitOrder,
} from '@marigold/contract/calls/trade';
import type { Refusal, RefusalOf } from '@marigold/contract/endpoint';
import type { Amount, Price, Total } from '@marigold/money/steps';

import type { RequestKey } from '../../platform/http/request-key.ts';
import type { MarketFeed } from '../market/feed/feed.ts';

/** Beside what the contract names: what was answered so long ago that the answer is not kept any more. */
type Applied = Refusal<'already_applied'>;

/** An order with prices and amounts in the engine's integers; the decimals were checked by whoever asks. */
export type OrderRequest = {
  /** Taken in the transaction of the order; without one (the program itself asks) what is asked twice is done twice. */
  readonly key: RequestKey | undefined;
  readonly userId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly price: Price | undefined;
  readonly amount: Amount | undefined;
  readonly total: Total | undefined;
};

export type CancelRequest = {
  readonly key: RequestKey | undefined;
  readonly userId: string;
  readonly symbol: string;
  readonly orderId: string;
};

export type CancelAllRequest = {
  readonly key: RequestKey | undefined;
  readonly userId: string;
  readonly symbol: string;
  /** `operator` closes the orders of others; then no key is kept. */
  readonly reason: Extract<CancelReason, 'user' | 'operator'>;
};

export type Submitted = {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly filled: Amount;
  readonly filledTotal: Total;
};

export type EstimateRequest = Omit<OrderRequest, 'key'>;

export type Estimated = {
  /** 0: the book would give nothing. */
  readonly filled: Amount | 0;
  readonly filledTotal: Total | 0;
  readonly best: Price | undefined;
  readonly worst: Price | undefined;
  readonly isWhole: boolean;
};

/**
 * The books of this program, wherever they run. Everything is acknowledged after its commit. Throws TransportError 404
 * (no such order of this user), 409 and 503 (too much waits, or nobody runs the market: ask again with the same key).
 */
export type Exchange = {
  readonly submit: (
    order: OrderRequest,
  ) => Promise<Submitted | Refusal<RefusalOf<typeof submitOrder>> | Applied>;
  readonly cancel: (
    request: CancelRequest,
  ) => Promise<
    | { readonly orderId: string; readonly status: OrderStatus; readonly filled: Amount }
    | Refusal<RefusalOf<typeof cancelOrder>>
    | Applied
  >;
  readonly cancelAll: (
    request: CancelAllRequest,
  ) => Promise<{ readonly count: number } | Refusal<RefusalOf<typeof cancelAllOrders>> | Applied>;
  readonly estimate: (
    order: EstimateRequest,
  ) => Promise<Estimated | Refusal<RefusalOf<typeof estimateOrder>>>;
  readonly feed: MarketFeed;
};
