/** How postings become journals of the ledger: whoever writes them, the server and its simulation, makes the same ones. */
import { assert } from '@marigold/money/assert';

import type { TradePosting, TradeAccount } from './order.ts';

/** As the ledger takes it. */
export type TradeJournal = {
  readonly scope: string;
  readonly key: string;
  readonly kind: 'trade-order' | 'trade-cancel';
  readonly reference: string;
  readonly postings: readonly {
    readonly from: bigint;
    readonly to: bigint;
    readonly assetId: number;
    readonly units: bigint;
  }[];
};

/** Where the accounts of a market lie in the ledger. */
export type LedgerAccounts = {
  readonly assetId: (asset: TradePosting['asset']) => number;
  readonly accountId: (account: TradeAccount, asset: TradePosting['asset']) => bigint;
};

/** What one command did: an order was placed, or taken off the book. */
export type OrderJournal = {
  readonly symbol: string;
  readonly kind: 'order' | 'cancel';
  readonly orderId: string;
  readonly postings: readonly TradePosting[];
};

/** As many as the ledger takes in one journal. */
const postingsMax = 512;

/** The journals of one command, mostly one; in this order no account falls below zero. One without postings has none. */
export function journalsOf(
  { symbol, kind, orderId, postings }: OrderJournal,
  accounts: LedgerAccounts,
): TradeJournal[] {
  const legs = postings.map(({ from, to, asset, units }) => {
    assert(units > 0n, 'what moves is above zero');
    return {
      from: accounts.accountId(from, asset),
      to: accounts.accountId(to, asset),
      assetId: accounts.assetId(asset),
      units,
    };
  });
  const journals: TradeJournal[] = [];
  for (let start = 0; start < legs.length; start += postingsMax)
    journals.push({
      scope: `market:${symbol}`,
      key: `${kind}:${orderId}${start === 0 ? '' : `:${start / postingsMax + 1}`}`,
      kind: kind === 'order' ? 'trade-order' : 'trade-cancel',
      reference: orderId,
      postings: legs.slice(start, start + postingsMax),
    });
  return journals;
}
