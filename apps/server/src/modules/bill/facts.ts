/**
 * What bills borrow from the business objects that they tell of. The owners of these write the fragments, each for bills
 * `b`, in their views.ts; all stand in the one statement that reads the bills.
 */
import type { RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/** A movement on a chain that has a bill. */
type OnChainFacts = {
  /** Joins at most one row to a bill; the others are of that row. */
  readonly join: Sql;
  /** True where it joined one. */
  readonly isThere: Sql;
  /** Null: it is in no block. */
  readonly height: Sql;
  readonly txId: Sql;
  readonly state: Sql;
};

export type BillFacts = {
  readonly order: {
    /** Joins the order of a trade. */
    readonly join: Sql;
    readonly symbol: Sql;
  };
  readonly payout: OnChainFacts & {
    readonly reason: Sql;
    /** True once it may be signed at any moment. */
    readonly hasNonce: Sql;
    /** What the chain used up of the fee of one that was mined and failed: all that a failed bill took for good. Needs no join. */
    readonly retainedUnits: Sql;
  };
  readonly deposit: OnChainFacts;
};
