import { assert } from '@marigold/money/assert';

import type { AccountKind } from './account.ts';
import type { Queryable } from './queryable.ts';

/** Which account is explained: the one of this owner, asset and kind. */
export interface ExplainQuestion {
  readonly owner: string;
  readonly assetId: number;
  readonly kind: AccountKind;
  /** The move of the last line of the page before, or null for the newest page. */
  readonly cursor: bigint | null;
  /** Lines per page, 1 to 100. */
  readonly size: number;
}

export interface ExplainedPosting {
  readonly journalId: bigint;
  readonly line: number;
  /** Which posting of the account it is, from 1, in the order in which they changed the balance. */
  readonly move: bigint;
  /** What happened, and the business row behind it: the journal's own words. */
  readonly kind: string;
  readonly reference: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** What this posting changed, in ledger units; negative when it left the account. */
  readonly delta: bigint;
  /** The balance after it: the one of the line below plus `delta`. */
  readonly after: bigint;
}

export interface Explanation {
  /** The balance of the account, from the same snapshot as the lines. */
  readonly balance: bigint;
  /** How many postings the balance is the sum of. */
  readonly count: number;
  readonly lines: readonly ExplainedPosting[];
  /** Where the next (older) page begins, or null when the first posting was reached. */
  readonly next: bigint | null;
}

interface ExplainRow {
  readonly balance: string;
  readonly count: string;
  readonly journal_id: string | null;
  readonly line: number;
  readonly move: string;
  readonly kind: string;
  readonly reference: string | null;
  readonly created_at: string;
  readonly delta: string;
  readonly after: string;
}

const linesMax = 100;

/** From the newest backwards: what a balance was is what it is now, less all that came later. */
const explain = `
  with mine as (
    select id, balance, moves from ledger.account where owner_id = $1::uuid and asset_id = $2::smallint and kind = $3::text
  ), later as (
    select coalesce(sum(delta), 0) as delta from (
      select -p.units as delta from mine join ledger.posting p on p.from_account = mine.id and p.from_move >= $4::bigint
      union all
      select p.units from mine join ledger.posting p on p.to_account = mine.id and p.to_move >= $4::bigint) leg
  ), page as (
    select * from (
      (select p.journal_id, p.line, p.from_move as move, -p.units as delta
        from mine join ledger.posting p on p.from_account = mine.id
        where $4::bigint is null or p.from_move < $4::bigint order by p.from_move desc limit $5::int)
      union all
      (select p.journal_id, p.line, p.to_move, p.units
        from mine join ledger.posting p on p.to_account = mine.id
        where $4::bigint is null or p.to_move < $4::bigint order by p.to_move desc limit $5::int)) leg
    order by move desc limit $5::int
  )
  select coalesce(mine.balance, 0)::text as balance, coalesce(mine.moves, 0)::text as count,
    page.journal_id::text, page.line, page.move::text, j.kind, j.reference,
    floor(extract(epoch from j.created_at) * 1000)::bigint::text as created_at, page.delta::text,
    (mine.balance - later.delta
      - coalesce(sum(page.delta) over (order by page.move desc rows between unbounded preceding and 1 preceding), 0))::text
      as after
  from later left join mine on true
  left join page on true
  left join ledger.journal j on j.id = page.journal_id
  order by page.move desc`;

/**
 * Explains a balance by its postings, newest first, so that the deltas of all lines add up to the balance exactly and
 * each `after` is a balance that was. One statement, hence one snapshot: balance and lines cannot disagree.
 */
export async function explainBalance(db: Queryable, question: ExplainQuestion): Promise<Explanation> {
  const size = Math.min(Math.max(1, question.size), linesMax);
  const { rows } = await db.query<ExplainRow>(explain, [
    question.owner,
    question.assetId,
    question.kind,
    question.cursor,
    size + 1, // one more shows whether an older page exists
  ]);
  const lines = rows.flatMap((row) => (row.journal_id === null ? [] : [toLine(row, row.journal_id)]));
  lines.forEach((line, place) => {
    const below = lines[place + 1];
    if (below === undefined) return;
    assert(line.move === below.move + 1n, 'no posting is left out of an explanation');
    assert(line.after === below.after + line.delta, 'a balance is the one before it and what changed it');
  });
  const page = lines.slice(0, size);
  return {
    balance: BigInt(rows[0]?.balance ?? 0),
    count: Number(rows[0]?.count ?? 0),
    lines: page,
    next: lines.length > size ? (page.at(-1)?.move ?? null) : null,
  };
}

function toLine(row: ExplainRow, journalId: string): ExplainedPosting {
  return {
    journalId: BigInt(journalId),
    line: row.line,
    move: BigInt(row.move),
    kind: row.kind,
    reference: row.reference,
    createdAt: Number(row.created_at),
    delta: BigInt(row.delta),
    after: BigInt(row.after),
  };
}
