import type { OrderStatus, cancelAllOrders, cancelOrder, submitOrder } from '@marigold/contract/calls/trade';
/** What is asked of the owner of a market, and what it answers. */
import { Refusal } from '@marigold/contract/endpoint';
import type { RefusalOf } from '@marigold/contract/endpoint';
import type { Amount } from '@marigold/money/steps';

import type { RequestKey } from '../../platform/http/request-key.ts';
import { TransportError } from '../../platform/http/transport-error.ts';
import type { CancelAllRequest, CancelRequest, OrderRequest, Submitted } from './port.ts';

export type TradeCommand =
  | { readonly kind: 'submit'; readonly request: OrderRequest }
  | { readonly kind: 'cancel'; readonly request: CancelRequest }
  | { readonly kind: 'cancelAll'; readonly request: CancelAllRequest };

export type CancelAnswer = {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly filled: Amount;
};

export type Done = Submitted | CancelAnswer | { readonly count: number };

/** `already_applied`: what was answered long ago is not kept any more. */
export type No = Refusal<
  | RefusalOf<typeof submitOrder>
  | RefusalOf<typeof cancelOrder>
  | RefusalOf<typeof cancelAllOrders>
  | 'already_applied'
>;

/** What one command is answered; a transport error is thrown where it was asked. */
export type CommandAnswer = Done | No | TransportError;

/** Nobody can answer just now. */
export function unavailable(): TransportError {
  return new TransportError(503, 'unavailable', { seconds: 1 });
}

/** The key under which a command is done once; a command of the program itself may have none. */
export function commandKey({ kind, request }: TradeCommand): RequestKey | undefined {
  return kind === 'cancelAll' && request.reason === 'operator' ? undefined : request.key;
}
