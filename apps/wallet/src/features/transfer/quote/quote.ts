/** A quote: fee and receipt of an on-chain transfer, held for a minute, and the order that is approved on its terms. */
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import type { ChainOrder } from '../form/order.ts';

export type Quote = WireOutput<Contract['transfer/quote']>;

/** A quote is good for a minute (packages/contract/src/calls/transfer.ts). */
export const quoteMs = 60_000;

/** What is asked for, with what the answer will not say. */
export type QuoteRequest = Pick<
  ChainOrder,
  'currency' | 'chain' | 'address' | 'amount' | 'again' | 'decimals' | 'network' | 'name' | 'note'
> & { readonly kind: 'quote' };

/**
 * The order on the terms of a quote. Its minute counts from the asking and by the own clock: a phone whose clock is wrong
 * counts right, and never longer than the server does.
 */
export function orderOfQuote(request: QuoteRequest, quote: Quote, requestedMs: number): ChainOrder {
  const { again, decimals, network, name, note } = request;
  const { quoteId, currency, chain, address, amount, fee, receipt, internal, minutes, warnings, payeeLock } =
    quote;
  const terms = { quoteId, currency, chain, address, amount, fee, internal, minutes, warnings, payeeLock };
  const deadline = requestedMs + quoteMs;
  return {
    kind: 'onChain',
    ...terms,
    again,
    recipientGets: receipt,
    decimals,
    network,
    name,
    note,
    deadline,
  };
}

/** What to ask for when the quote of an order is over: the same once more. */
export function quoteInput(order: ChainOrder): QuoteRequest {
  const { currency, chain, address, amount, again, decimals, network, name, note } = order;
  return { kind: 'quote', currency, chain, address, amount, again, decimals, network, name, note };
}

/** `0:42`. */
export function countdownText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
