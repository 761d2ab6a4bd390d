/** SQL of what persons of the house check: how far, what they found of each item, and what was typed. */
import type { KycItem, KycItemState, KycLabel } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

export type HouseReviewRow = {
  readonly phase: 'checking' | 'held' | 'done';
  readonly outcome: 'passed' | 'again' | 'final' | null;
  /** How often something was sent in. */
  readonly round: number;
  /** Which wish brought it last. */
  readonly requestId: string;
  readonly receivedAt: number;
  readonly decidedAt: number | null;
  /** The lines of the document, sealed; null: nobody has typed them. */
  readonly mrz: Buffer | null;
};

/** Of a record that the caller has locked, where it must not change meanwhile. */
export async function findHouseReview(db: Database, recordId: string): Promise<HouseReviewRow | undefined> {
  const found = await sql<HouseReviewRow>`
    select phase, outcome, round, request_id as "requestId", received_at as "receivedAt", decided_at as "decidedAt", mrz
    from app.house_review where record_id = ${recordId}`.execute(db);
  return found.rows[0];
}

type NewRound = { readonly recordId: string; readonly requestId: string; readonly now: number };

/** Of a record that was never sent in. */
export async function insertHouseReview(db: Database, { recordId, requestId, now }: NewRound): Promise<void> {
  await sql`
    insert into app.house_review (record_id, phase, round, request_id, received_at)
    values (${recordId}, 'checking', 1, ${requestId}, ${new Date(now)})`.execute(db);
}

/** What is sent in once more is looked at anew; of everything else what was found of it stands. */
export async function beginHouseRound(
  db: Database,
  {
    recordId,
    requestId,
    items,
    forgetsLines,
    now,
  }: NewRound & { readonly items: readonly KycItem[]; readonly forgetsLines: boolean },
): Promise<void> {
  await sql`
    delete from app.house_verdict
    where record_id = ${recordId} and item = any(${[...items]}::text[])`.execute(db);
  await sql`
    update app.house_review set phase = 'checking', outcome = null, round = round + 1, request_id = ${requestId},
      received_at = ${new Date(now)}, decided_at = null, decided_by = null,
      mrz = case when ${forgetsLines} then null else mrz end
    where record_id = ${recordId}`.execute(db);
}

/** An item of a record: what its person gave, and what a person of the house found of it. */
export type HouseItemRow = {
  readonly item: KycItem;
  readonly state: KycItemState;
  /** Null: nobody has looked at it since it was given. */
  readonly verdict: 'accepted' | 'again' | null;
  readonly label: KycLabel | null;
};

/** Without what was never given. */
export async function listHouseItems(db: Database, recordId: string): Promise<readonly HouseItemRow[]> {
  const found = await sql<HouseItemRow>`
    select i.item, i.state, v.verdict, v.label
    from app.kyc_item i left join app.house_verdict v on v.record_id = i.record_id and v.item = i.item
    where i.record_id = ${recordId} and i.state <> 'missing' order by i.item`.execute(db);
  return found.rows;
}

/** What was found last of an item counts. */
export async function storeHouseVerdict(
  db: Database,
  row: {
    readonly recordId: string;
    readonly item: KycItem;
    readonly verdict: 'accepted' | 'again';
    readonly label: KycLabel | null;
    readonly by: string;
    readonly now: number;
  },
): Promise<void> {
  const { recordId, item, verdict, label, by, now } = row;
  await sql`
    insert into app.house_verdict (record_id, item, verdict, label, said_by, said_at)
    values (${recordId}, ${item}, ${verdict}, ${label}, ${by}, ${new Date(now)})
    on conflict (record_id, item) do update set verdict = excluded.verdict, label = excluded.label,
      said_by = excluded.said_by, said_at = excluded.said_at`.execute(db);
}

export async function storeHouseLines(db: Database, recordId: string, sealed: Buffer): Promise<void> {
  await sql`update app.house_review set mrz = ${sealed} where record_id = ${recordId}`.execute(db);
}

export type HouseDecision = {
  readonly recordId: string;
  /** Null: two persons decide. */
  readonly outcome: Exclude<HouseReviewRow['outcome'], null> | null;
  readonly by: string;
  /** Later than any decision before, or it would count as that one. */
  readonly at: number;
};

/** Nothing where the record is not one that the house checks. */
export async function decideHouseReview(db: Database, decision: HouseDecision): Promise<void> {
  const { recordId, outcome, by, at } = decision;
  await sql`
    update app.house_review set phase = ${outcome === null ? 'held' : 'done'}, outcome = ${outcome},
      decided_at = ${new Date(at)}, decided_by = ${by}
    where record_id = ${recordId}`.execute(db);
}

export async function deleteHouseReview(db: Database, recordId: string): Promise<void> {
  await sql`delete from app.house_review where record_id = ${recordId}`.execute(db);
}

/** What was typed of a record, each sealed; pictures are none of it. */
export async function listHouseValues(
  db: Database,
  recordId: string,
): Promise<readonly { readonly item: KycItem; readonly value: Buffer }[]> {
  const found = await sql<{ item: KycItem; value: Buffer }>`
    select item, value from app.kyc_item
    where record_id = ${recordId} and value is not null and state <> 'missing'`.execute(db);
  return found.rows;
}
