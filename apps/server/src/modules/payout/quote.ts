/** The terms of an on-chain transfer: what the person was shown, good for a minute and for one use. */
import { assert } from '@marigold/money/assert';
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import type { PayoutQuote } from './store.ts';
import { findQuoteRow, insertQuote, updateQuoteUntil, updateQuoteUsed } from './store.ts';

/** A code may keep a quote open, never for longer than this: the network's fee does not wait. */
export const quoteLifeMaxMs = 15 * minuteMs;

export async function keepQuote(db: Database, quote: PayoutQuote): Promise<void> {
  const { units, feeUnits, createdAt, expiresAt } = quote;
  assert(feeUnits >= 0n && units > feeUnits, 'something arrives of what a quote is about');
  assert(expiresAt > createdAt && expiresAt - createdAt <= quoteLifeMaxMs, 'a quote is good for a while');
  await insertQuote(db, quote);
}

export type QuoteProblem = 'quote_unknown' | 'quote_used' | 'quote_expired';

/** The quote of a person as long as it can be used. A missing one and somebody else's are alike. */
export async function findQuote(
  db: Database,
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: number },
): Promise<PayoutQuote | QuoteProblem> {
  const row = await findQuoteRow(db, { id, userId });
  if (row === undefined) return 'quote_unknown';
  const { usedAt, ...quote } = row;
  if (usedAt !== null) return 'quote_used';
  if (quote.expiresAt <= now) return 'quote_expired';
  return quote;
}

/** Whoever asks for a code gets the terms for as long as the code lives (protocol.md "Second verification"). */
export async function extendQuote(
  db: Database,
  { id }: { readonly id: string },
  until: number,
): Promise<void> {
  await updateQuoteUntil(db, id, until);
}

/** Takes a quote for its one use, in the transaction of the order; false when somebody was faster. */
export async function takeQuote(db: Database, { id }: PayoutQuote, now: number): Promise<boolean> {
  return await updateQuoteUsed(db, id, now);
}
