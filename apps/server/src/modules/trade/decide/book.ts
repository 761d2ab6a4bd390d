/** One market in the memory of its owner: its clearing, and who the numbers in it are. */
import type { LeaseProof } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';
import type { Clearing, TradePosting, TradeAccount } from '@marigold/trading/order';

import type { MarketRow } from '../../market/registry.ts';
import type { Cents } from '../../rate/worth.ts';
import type { LossEntry, Losses } from './loss.ts';

/** What the clearing does not know of an open order. */
export type BookOrder = {
  readonly id: string;
  readonly userId: string;
  /** The bill of what it took from the balance. */
  readonly billId: string;
  readonly entry: LossEntry;
};

export type MarketBook = {
  /** Its rules as they were read last. */
  market: MarketRow;
  readonly lease: LeaseProof;
  readonly clearing: Clearing;
  readonly people: BookPeople;
  /** Open orders by their number, and their numbers by their ids. */
  readonly open: Map<number, BookOrder>;
  readonly numbers: Map<string, number>;
  /** Ids of ledger accounts by `accountKey`; an account never changes its id. */
  readonly accounts: Map<number, bigint>;
  /** Of those who were asked about since the market was taken over; the orders know the others. */
  readonly losses: Losses;
  /** What people are worth in US cents, as it was read last. */
  readonly worths: Map<string, { readonly cents: Cents; readonly readAt: number }>;
  nextOrder: number;
  nextTrade: number;
};

/** People as the small numbers of the clearing. */
export type BookPeople = {
  readonly numberOf: (userId: string) => number;
  readonly idOf: (number: number) => string;
};

export function createBookPeople(): BookPeople {
  const numbers = new Map<string, number>();
  const ids: string[] = [];
  return {
    numberOf(userId) {
      const known = numbers.get(userId);
      if (known !== undefined) return known;
      numbers.set(userId, ids.length);
      ids.push(userId);
      return ids.length - 1;
    },
    idOf(number) {
      const id = ids[number];
      assert(id !== undefined, 'every number of the clearing stands for somebody');
      return id;
    },
  };
}

/** What stands for a account of the clearing among the accounts: a small number, because a batch looks up thousands. */
export function accountKey(account: TradeAccount, asset: TradePosting['asset']): number {
  const place = asset === 'base' ? 0 : 1;
  if (account.kind === 'fee') return -1 - place;
  return account.owner * 4 + (account.kind === 'order' ? 2 : 0) + place;
}

/** As accountKey of what somebody has at hand. */
export function availableKey(owner: number, asset: TradePosting['asset']): number {
  return owner * 4 + (asset === 'base' ? 0 : 1);
}
