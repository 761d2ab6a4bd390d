/** What is asked of the terms of on-chain transfers; whoever keeps them hands it in. */
import type { Account, ChainCode } from '@marigold/chain/port';
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database.ts';

export type PayableQuote = {
  readonly id: string;
  readonly chain: ChainCode;
  readonly asset: string;
  readonly account: Account;
  /** In ledger units: what is debited, and the part of it that does not arrive. */
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly createdAt: number;
};

export type Quotes = {
  /** The quote of a person as long as it can be used, or the word that says why not. */
  find(
    db: Database,
    asked: { readonly id: string; readonly userId: string; readonly now: number },
  ): Promise<PayableQuote | 'quote_unknown' | 'quote_used' | 'quote_expired'>;
  /** Keeps its terms open until then. */
  extend(db: Database, quote: PayableQuote, until: number): Promise<void>;
};

/** A code may keep a quote open, never for longer than this: the network's fee does not wait. */
export const quoteLifeMaxMs = 15 * minuteMs;
