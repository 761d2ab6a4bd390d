/** The terms of an on-chain transfer: what the person was shown, good for a minute and for one use. */
import type { Account, ChainCode } from '@marigold/chain/port';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { accountOf, bytesOf } from './registry.ts';

export type Quote = {
  readonly id: string;
  readonly userId: string;
  readonly chain: ChainCode;
  readonly asset: string;
  readonly account: Account;
  /** In ledger units: what is debited, and the part of it that does not arrive. */
  readonly units: bigint;
  readonly feeUnits: bigint;
  /** Whose deposit address it is: then it moves inside Marigold. */
  readonly internalUserId: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** A code may keep a quote open, never for longer than this: the network's fee does not wait. */
export const quoteLifeMaxMs = 15 * minuteMs;

export async function keepQuote(db: Database, quote: Quote): Promise<void> {
  await sql`
    insert into app.payout_quote (id, user_id, chain, asset, account, units, fee_units, internal_user_id, created_at,
      expires_at)
    values (${quote.id}, ${quote.userId}, ${quote.chain}, ${quote.asset}, ${bytesOf(quote.account)},
      ${String(quote.units)}, ${String(quote.feeUnits)}, ${quote.internalUserId ?? null},
      ${new Date(quote.createdAt)}, ${new Date(quote.expiresAt)})`.execute(db);
}

export type QuoteProblem = 'quote_unknown' | 'quote_used' | 'quote_expired';

/** The quote of a person as long as it can be used. A missing one and somebody else's are alike. */
export async function findQuote(
  db: Database,
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: number },
): Promise<Quote | QuoteProblem> {
  const found = await sql<{
    chain: string;
    asset: string;
    account: Buffer;
    units: string;
    fee_units: string;
    internal_user_id: string | null;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  }>`
    select chain, asset, account, units, fee_units, internal_user_id, created_at, expires_at, used_at
    from app.payout_quote where id = ${id} and user_id = ${userId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return 'quote_unknown';
  if (row.used_at !== null) return 'quote_used';
  if (row.expires_at <= now) return 'quote_expired';
  return {
    id,
    userId,
    chain: row.chain,
    asset: row.asset,
    account: accountOf(row.account),
    units: BigInt(row.units),
    feeUnits: BigInt(row.fee_units),
    internalUserId: row.internal_user_id ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** Whoever asks for a code gets the terms for as long as the code lives (protocol.md "Second verification"). */
export async function extendQuote(db: Database, { id }: Quote, until: number): Promise<void> {
  await sql`
    update app.payout_quote set expires_at = greatest(expires_at, ${new Date(until)})
    where id = ${id} and used_at is null`.execute(db);
}

/** Takes a quote for its one use, in the transaction of the order; false when somebody was faster. */
export async function useQuote(db: Database, { id }: Quote, now: number): Promise<boolean> {
  const used = await sql`
    update app.payout_quote set used_at = ${new Date(now)} where id = ${id} and used_at is null`.execute(db);
  return used.numAffectedRows === 1n;
}
