/** What the owners of deposits and transfers hand in: SQL that this module's own statements join. */
import type { RawBuilder } from 'kysely';

type Rows = RawBuilder<unknown>;

/** What cases are about: `id, bill_id, chain, asset, amount, account`, a deposit in chain units and a payout in units. */
export type CaseFacts = { readonly deposits: Rows; readonly payouts: Rows };

export type DepositFacts = {
  /** Those that are about to be credited: `id, user_id, chain, asset, amount, from_account`. */
  readonly due: (ids: readonly string[]) => Rows;
  /** The newest ones in listed coins of one person: `from_account, seen_at`. */
  readonly newest: (userId: Rows, most: number) => Rows;
};

/** To whom a person paid before: `account, first_at`. */
export type PaidFacts = (userId: string) => Rows;
