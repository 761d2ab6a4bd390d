import type { AccountKind } from './account.ts';
import type { Queryable } from './queryable.ts';

/** Which accounts are explained together: all of an owner's accounts of these kinds in one asset. */
export interface ExplainQuestion {
  readonly owner: string;
  readonly assetId: number;
  readonly kinds: readonly AccountKind[];
  /** The place of the last line of the page before, or null for the newest page. */
  readonly cursor: ExplainCursor | null;
  /** Lines per page, 1 to 100. */
  readonly size: number;
}

export interface ExplainCursor {
  readonly journalId: bigint;
  readonly line: number;
}

export interface ExplainedPosting {
  readonly journalId: bigint;
  readonly line: number;
  /** What happened, and the business row behind it: the journal's own words. */
  readonly kind: string;
  readonly reference: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** What this posting changed, in ledger units; negative when it left the explained accounts. */
  readonly delta: bigint;
  /** The balance after it: the one of the line below plus `delta`. */
  readonly after: bigint;
}

export interface Explanation {
  /** The balance of the explained accounts together, from the same snapshot as the lines. */
  readonly balance: bigint;
  /** How many postings the balance is the sum of. */
  readonly count: number;
  readonly lines: readonly ExplainedPosting[];
  /** Where the next (older) page begins, or null when the first posting was reached. */
  readonly next: ExplainCursor | null;
}

interface ExplainRow {
  readonly balance: string;
  readonly count: string;
  readonly journal_id: string | null;
  readonly line: number;
  readonly kind: string;
  readonly reference: string | null;
  readonly created_at: string;
  readonly delta: string;
  readonly after: string;
}

const linesMax = 100;

const explain = `
  with mine as (
    select id, balance from ledger.account
    where owner_id = $1::uuid and asset_id = $2::smallint and kind = any ($3::text[])
  ), leg as (
    select journal_id, line, -units as delta from ledger.posting
      where from_account in (select id from mine) and to_account not in (select id from mine)
    union all
    select journal_id, line, units from ledger.posting
      where to_account in (select id from mine) and from_account not in (select id from mine)
  ), told as (
    select journal_id, line, delta, sum(delta) over (order by journal_id, line) as after from leg
  ), page as (
    select * from told
    where $4::bigint is null or (journal_id, line) < ($4::bigint, $5::smallint)
    order by journal_id desc, line desc limit $6::int
  )
  select coalesce((select sum(balance) from mine), 0)::text as balance,
    (select count(*) from leg)::text as count,
    page.journal_id::text, page.line, j.kind, j.reference,
    floor(extract(epoch from j.created_at) * 1000)::bigint::text as created_at,
    page.delta::text, page.after::text
  from (values (1)) always
  left join page on true
  left join ledger.journal j on j.id = page.journal_id
  order by page.journal_id desc, page.line desc`;

/**
 * Explains a balance by its postings, newest first, so that the deltas of all lines add up to the balance exactly.
 * One statement, hence one snapshot: balance and lines cannot disagree. Postings between two explained accounts (a
 * hold, when held is explained too) change nothing together and are left out.
 */
export async function explainBalance(db: Queryable, question: ExplainQuestion): Promise<Explanation> {
  const size = Math.min(Math.max(1, question.size), linesMax);
  const { rows } = await db.query<ExplainRow>(explain, [
    question.owner,
    question.assetId,
    question.kinds,
    question.cursor?.journalId ?? null,
    question.cursor?.line ?? null,
    size + 1, // one more shows whether an older page exists
  ]);
  const lines = rows.flatMap((row) => (row.journal_id === null ? [] : [toLine(row, row.journal_id)]));
  const shown = lines.slice(0, size);
  const last = shown.at(-1);
  return {
    balance: BigInt(rows[0]?.balance ?? 0),
    count: Number(rows[0]?.count ?? 0),
    lines: shown,
    next: lines.length > size && last !== undefined ? { journalId: last.journalId, line: last.line } : null,
  };
}

function toLine(row: ExplainRow, journalId: string): ExplainedPosting {
  return {
    journalId: BigInt(journalId),
    line: row.line,
    kind: row.kind,
    reference: row.reference,
    createdAt: Number(row.created_at),
    delta: BigInt(row.delta),
    after: BigInt(row.after),
  };
}
