import { before } from '@marigold/money/states';
/** SQL of drafts: what was given of each item, and the lists to pick from. */
import type { KycItemState, OwnItem } from '@marigold/partners/kyc-states';
import { kycItemStates } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import { joinFile } from '../../file/views.ts';

export type GivenRow = {
  readonly item: OwnItem;
  readonly state: KycItemState;
  readonly value: Buffer | null;
  readonly fileId: string | null;
  readonly size: number | null;
  readonly savedAt: number | null;
  /** When it took its state: what was asked again has to be saved after that. */
  readonly changedAt: number;
};

/** What a person gives to the house; items of a company's page alone are none of it. */
export async function listGiven(
  db: Database,
  recordId: string,
  items: readonly OwnItem[],
): Promise<GivenRow[]> {
  const found = await sql<GivenRow>`
    select i.item, i.state, i.value, i.file_id as "fileId", f.size::int as size, i.saved_at as "savedAt",
      i.changed_at as "changedAt"
    from app.kyc_item i ${joinFile(sql`i.file_id`)}
    where i.record_id = ${recordId} and i.item = any(${[...items]}::text[])
    order by array_position(${[...items]}::text[], i.item)`.execute(db);
  return found.rows;
}

/** There is a row for each of these items from now on. */
export async function ensureItems(
  db: Database,
  {
    recordId,
    items,
    now,
  }: { readonly recordId: string; readonly items: readonly OwnItem[]; readonly now: number },
): Promise<void> {
  await sql`
    insert into app.kyc_item (record_id, item, state, changed_at)
    select ${recordId}, item, 'missing', ${new Date(now)} from unnest(${[...items]}::text[]) as i (item)
    on conflict do nothing`.execute(db);
}

export type NewValue = {
  readonly item: OwnItem;
  readonly value: Buffer | null;
  readonly fileId: string | null;
};

/** Of a record that the caller has locked; neither a value nor a file: the item is empty again. */
export async function storeValues(
  db: Database,
  {
    recordId,
    values,
    now,
  }: { readonly recordId: string; readonly values: readonly NewValue[]; readonly now: number },
): Promise<void> {
  if (values.length === 0) return;
  await sql`
    update app.kyc_item i set value = v.value, file_id = v.file_id,
      saved_at = case when v.value is null and v.file_id is null then null else ${new Date(now)}::timestamptz end
    from unnest(${values.map(({ item }) => item)}::text[], ${values.map(({ value }) => value)}::bytea[],
      ${values.map(({ fileId }) => fileId)}::uuid[]) as v (item, value, file_id)
    where i.record_id = ${recordId} and i.item = v.item`.execute(db);
}

/** What was given is on its way to be checked. */
export async function markGiven(
  db: Database,
  {
    recordId,
    items,
    now,
  }: { readonly recordId: string; readonly items: readonly OwnItem[]; readonly now: number },
): Promise<void> {
  await sql`
    update app.kyc_item set state = 'given', label = null, words = null, changed_at = ${new Date(now)}
    where record_id = ${recordId} and item = any(${[...items]}::text[])
      and state = any(${[...before(kycItemStates, 'given')]}::text[])`.execute(db);
}

export async function touchDraft(
  db: Database,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  await sql`update app.kyc_record set drafted_at = ${new Date(now)} where id = ${id}`.execute(db);
}

/** Nothing that was given of a record is there any more. Answers the files that nobody names now. */
export async function forgetGiven(db: Database, id: string): Promise<readonly string[]> {
  const files = await sql<{ fileId: string }>`
    select file_id as "fileId" from app.kyc_item where record_id = ${id} and file_id is not null`.execute(db);
  await sql`
    update app.kyc_item set value = null, file_id = null, saved_at = null
    where record_id = ${id} and saved_at is not null`.execute(db);
  await sql`update app.kyc_record set drafted_at = null where id = ${id}`.execute(db);
  return files.rows.map(({ fileId }) => fileId);
}

/** Drafts that nobody touched since, the oldest first. */
export async function listIdleDrafts(
  db: Database,
  { until, most }: { readonly until: Date; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.kyc_record where review = 'draft' and drafted_at <= ${until}
    order by drafted_at, id limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

export type ChoiceRow = {
  readonly list: 'job' | 'income' | 'purpose';
  readonly code: string;
  readonly name: string;
};

/** What can be picked now, in one language; in English where the row has no words in it. */
export async function listChoices(db: Database, language: Call['language']): Promise<readonly ChoiceRow[]> {
  const found = await sql<ChoiceRow>`
    select list, code, coalesce(words ->> ${language}, words ->> 'en') as name from app.kyc_choice
    where not is_closed order by list, position, code`.execute(db);
  return found.rows;
}

/** Kinds of documents that are not taken, by the region that issues them. */
export async function listClosedIdTypes(
  db: Database,
): Promise<readonly { readonly region: string; readonly idType: string }[]> {
  const found = await sql<{ region: string; idType: string }>`
    select region, id_type as "idType" from app.kyc_id_type_closed`.execute(db);
  return found.rows;
}
