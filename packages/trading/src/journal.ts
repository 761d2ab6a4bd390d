/** How moves become journals of the ledger: whoever writes them, the server and its simulation, makes the same ones. */
import { assert } from '@marigold/money/assert';

import type { Move, Pocket } from './order.ts';

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

/** Where the pockets of a market lie in the ledger. */
export type Accounts = {
  readonly assetId: (asset: Move['asset']) => number;
  readonly accountId: (pocket: Pocket, asset: Move['asset']) => bigint;
};

/** What one command did: an order was placed, or taken off the book. */
export type Deed = {
  readonly symbol: string;
  readonly kind: 'order' | 'cancel';
  readonly orderId: string;
  readonly moves: readonly Move[];
};

/** As many as the ledger takes in one journal. */
const postingsMax = 512;

/** The journals of one command, mostly one; in this order no account falls below zero. A deed without moves has none. */
export function journalsOf({ symbol, kind, orderId, moves }: Deed, accounts: Accounts): TradeJournal[] {
  const postings = moves.map(({ from, to, asset, units }) => {
    assert(units > 0n, 'what moves is above zero');
    return {
      from: accounts.accountId(from, asset),
      to: accounts.accountId(to, asset),
      assetId: accounts.assetId(asset),
      units,
    };
  });
  const journals: TradeJournal[] = [];
  for (let start = 0; start < postings.length; start += postingsMax)
    journals.push({
      scope: `market:${symbol}`,
      key: `${kind}:${orderId}${start === 0 ? '' : `:${start / postingsMax + 1}`}`,
      kind: kind === 'order' ? 'trade-order' : 'trade-cancel',
      reference: orderId,
      postings: postings.slice(start, start + postingsMax),
    });
  return journals;
}
