import type { Bare } from '@marigold/money/brand';

import { answer, keyed, type JournalKey, type PostResult } from './journal.ts';
import type { Queryable } from './queryable.ts';

/**
 * A hold promises a part of a person's available balance: the units move to his held account at once and a row remembers
 * why. It ends exactly once, by a capture (paid out) or a release (given back). All three are idempotent by their key.
 */
export interface PlaceHold extends JournalKey {
  /** A UUID made by the asker before the first attempt. */
  readonly holdId: string;
  readonly owner: string;
  readonly assetId: number;
  readonly units: Bare<bigint>;
  /** Epoch milliseconds after which a job should release it, or null. The ledger itself never lets a hold lapse. */
  readonly expiresAt: number | null;
}

export interface CaptureHold extends JournalKey {
  readonly holdId: string;
  /** Must be the hold's own owner: nobody captures a foreign hold by guessing its id. */
  readonly owner: string;
  /** At most the held units together; what is left over returns to the owner's available account. */
  readonly payments: readonly { readonly to: bigint; readonly units: Bare<bigint> }[];
}

export interface ReleaseHold extends JournalKey {
  readonly holdId: string;
  readonly owner: string;
}

/** Throws InsufficientBalance, KeyReused, Halted or RefusedByLedger (a hold id used twice, units not above zero). */
export async function placeHold(db: Queryable, hold: PlaceHold): Promise<PostResult> {
  const { holdId, owner, assetId, units, expiresAt } = hold;
  return await answer(
    db,
    `select journal_id, outcome from ledger.place_hold($1::uuid, $2::uuid, $3::smallint, $4::numeric,
       to_timestamp($5::bigint / 1000.0), $6::text, $7::text, $8::bytea, $9::text, $10::text)`,
    [
      holdId,
      owner,
      assetId,
      units,
      expiresAt,
      ...keyed(hold, ['place', holdId, owner, assetId, units, expiresAt]),
    ],
  );
}

/** Throws HoldNotFound, HoldClosed, HoldTooSmall, KeyReused, Halted or RefusedByLedger. */
export async function captureHold(db: Queryable, hold: CaptureHold): Promise<PostResult> {
  const { holdId, owner, payments } = hold;
  return await answer(
    db,
    `select journal_id, outcome from ledger.capture_hold($1::uuid, $2::uuid, $3::bigint[], $4::numeric[],
       $5::text, $6::text, $7::bytea, $8::text, $9::text)`,
    [
      holdId,
      owner,
      payments.map(({ to }) => to),
      payments.map(({ units }) => units),
      ...keyed(hold, ['capture', holdId, owner, payments.map(({ to, units }) => [to, units])]),
    ],
  );
}

/** Throws HoldNotFound, HoldClosed, KeyReused or Halted. */
export async function releaseHold(db: Queryable, hold: ReleaseHold): Promise<PostResult> {
  const { holdId, owner } = hold;
  return await answer(
    db,
    `select journal_id, outcome from ledger.release_hold($1::uuid, $2::uuid,
       $3::text, $4::text, $5::bytea, $6::text, $7::text)`,
    [holdId, owner, ...keyed(hold, ['release', holdId, owner])],
  );
}
