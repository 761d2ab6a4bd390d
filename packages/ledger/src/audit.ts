import { withNamedErrors } from './errors.ts';
import { one, type Queryable } from './queryable.ts';

/** One thing that is wrong, in words, and the id of the account, asset or journal it is about. */
export interface BrokenRow {
  readonly what: string;
  readonly id: bigint;
}

export interface AuditStatus {
  /** Why money is halted and since when (epoch milliseconds), or null when it runs. */
  readonly halt: { readonly reason: string; readonly haltedAt: number } | null;
  /** Every journal up to here is proven; newer ones are compared at each audit. */
  readonly provenJournalId: bigint;
  readonly auditedAt: number | null;
  readonly fullAt: number | null;
}

/**
 * Audits the books: everything (`full`), or every balance against what was proven before plus the newer postings. Any
 * broken row halts money in the same database transaction. Answers the broken rows, at most 1000.
 */
export async function audit(db: Queryable, { full }: { readonly full: boolean }): Promise<BrokenRow[]> {
  const { rows } = await db.query<{ what: string; id: bigint | string }>(
    'select what, id from ledger.audit($1::boolean)',
    [full],
  );
  return rows.map(({ what, id }) => ({ what, id: BigInt(id) }));
}

export async function auditStatus(db: Queryable): Promise<AuditStatus> {
  const row = await one<{
    reason: string | null;
    halted_at: string | null;
    journal_id: bigint | string;
    audited_at: string | null;
    full_at: string | null;
  }>(
    db,
    `select h.reason, floor(extract(epoch from h.halted_at) * 1000)::bigint::text as halted_at, m.journal_id,
       floor(extract(epoch from m.audited_at) * 1000)::bigint::text as audited_at,
       floor(extract(epoch from m.full_at) * 1000)::bigint::text as full_at
     from ledger.audit_mark m left join ledger.halt h on h.resumed_at is null`,
    [],
  );
  return {
    halt: row.reason === null ? null : { reason: row.reason, haltedAt: Number(row.halted_at) },
    provenJournalId: BigInt(row.journal_id),
    auditedAt: row.audited_at === null ? null : Number(row.audited_at),
    fullAt: row.full_at === null ? null : Number(row.full_at),
  };
}

/** Stops every movement of money until two persons resume it. */
export async function haltMoney(db: Queryable, reason: string): Promise<void> {
  await db.query('select ledger.stop_money($1::text)', [reason]);
}

/**
 * Lets money move again; needs the owner's login. Throws RefusedByLedger (MG012) while a full audit still finds a broken
 * row, or when the two persons are the same.
 */
export async function resumeMoney(
  db: Queryable,
  { by, second, reason }: { readonly by: string; readonly second: string; readonly reason: string },
): Promise<void> {
  await withNamedErrors(() =>
    db.query('select ledger.resume_money($1::text, $2::text, $3::text)', [by, second, reason]),
  );
}
