import { assertPath, before } from '@marigold/money/states';
/** SQL of records, their items, their keys and their steps. */
import type {
  KycItem,
  KycItemState,
  KycLabel,
  KycPurpose,
  KycRecordState,
  KycReviewState,
  KycUse,
  PictureItem,
} from '@marigold/partners/kyc-states';
import { kycItemStates, kycRecordStates, kycReviewStates } from '@marigold/partners/kyc-states';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import type { WrappedKey } from './vault.ts';

/** Why a record does not hold. */
export type KycReason =
  | 'attempts_used'
  | 'refused'
  | 'provider_away'
  | 'duplicate'
  | 'withdrawn'
  | 'operator'
  | 'expired'
  | 'screening';

export type KycRecordRow = {
  readonly id: string;
  readonly authNo: string;
  readonly userId: string;
  readonly orderId: string;
  readonly purpose: KycPurpose;
  readonly status: KycRecordState;
  readonly use: KycUse;
  readonly review: KycReviewState;
  readonly reason: KycReason | null;
  readonly provider: string | null;
  readonly companyRef: string | null;
  readonly page: Buffer | null;
  readonly pageExpiresAt: number | null;
  readonly attempts: number;
  readonly decidedAt: number | null;
  /** When its person last gave something to the house that was not sent in; null: there is no draft. */
  readonly draftedAt: number | null;
  readonly lookAt: number | null;
  readonly looks: number;
  readonly silentSince: number | null;
  readonly createdAt: number;
  readonly changedAt: number;
  /** YYYY-MM-DD, the last day that its document is good for; null: it does not expire, or nothing was approved. */
  readonly expiresOn: string | null;
  /** The version of the list that its person was compared with, and when; null: never, or what is known changed since. */
  readonly screenedVersion: string | null;
  readonly screenedAt: number | null;
  /** Null once it was erased. */
  readonly keyId: string | null;
  readonly wrapped: Buffer | null;
  readonly fields: Buffer | null;
  readonly erasedAt: number | null;
};

const columns = sql`r.id, r.auth_no as "authNo", r.user_id as "userId", r.order_id as "orderId", r.purpose, r.status,
  r.use, r.review, r.reason, r.provider, r.company_ref as "companyRef", r.page, r.page_expires_at as "pageExpiresAt",
  r.attempts, r.decided_at as "decidedAt", r.drafted_at as "draftedAt", r.look_at as "lookAt", r.looks, r.silent_since as "silentSince",
  r.created_at as "createdAt", r.changed_at as "changedAt", r.expires_on::text as "expiresOn",
  r.screened_version as "screenedVersion", r.screened_at as "screenedAt", k.key_id as "keyId", k.wrapped, k.fields,
  k.erased_at as "erasedAt"`;

async function select(db: Database, condition: RawBuilder<unknown>): Promise<KycRecordRow[]> {
  const found = await sql<KycRecordRow>`
    select ${columns} from app.kyc_record r left join app.identity_key k on k.record_id = r.id
    where ${condition}`.execute(db);
  return found.rows;
}

export async function findRecordOf(
  db: Database,
  { authNo, userId }: { readonly authNo: string; readonly userId: string },
): Promise<KycRecordRow | undefined> {
  return (await select(db, sql`r.auth_no = ${authNo} and r.user_id = ${userId}`))[0];
}

export async function findRecord(db: Database, id: string): Promise<KycRecordRow | undefined> {
  return (await select(db, sql`r.id = ${id}`))[0];
}

/** Locks a record until the transaction ends. */
export async function lockRecord(db: Database, id: string): Promise<KycRecordRow | undefined> {
  await sql`select from app.kyc_record where id = ${id} for update`.execute(db);
  return await findRecord(db, id);
}

/** As lockRecord, by its number, whoever has it: for persons of the house. */
export async function lockRecordByNumber(db: Database, authNo: string): Promise<KycRecordRow | undefined> {
  await sql`select from app.kyc_record where auth_no = ${authNo} for update`.execute(db);
  return (await select(db, sql`r.auth_no = ${authNo}`))[0];
}

/** As lockRecord, of somebody by its number; a foreign one is none. */
export async function lockRecordOf(
  db: Database,
  { authNo, userId }: { readonly authNo: string; readonly userId: string },
): Promise<KycRecordRow | undefined> {
  await sql`select from app.kyc_record where auth_no = ${authNo} and user_id = ${userId} for update`.execute(
    db,
  );
  return await findRecordOf(db, { authNo, userId });
}

/** The newest of a purpose. */
export async function findNewestRecord(
  db: Database,
  userId: string,
  purpose: KycPurpose,
): Promise<KycRecordRow | undefined> {
  return (
    await select(db, sql`r.user_id = ${userId} and r.purpose = ${purpose} order by r.id desc limit 1`)
  )[0];
}

export async function listRecordsOf(
  db: Database,
  query: {
    readonly userId: string;
    readonly status: KycRecordState | undefined;
    readonly use: KycUse | undefined;
    readonly before: string | undefined;
    readonly count: number;
  },
): Promise<KycRecordRow[]> {
  const { userId, status = null, use = null, before: end = null, count } = query;
  return await select(
    db,
    sql`r.user_id = ${userId} and (${status}::text is null or r.status = ${status})
      and (${use}::text is null or r.use = ${use}) and (${end}::uuid is null or r.id < ${end}::uuid)
    order by r.id desc limit ${count}`,
  );
}

/** False where the number is somebody else's already: another one is drawn. */
export async function insertRecord(
  db: Database,
  row: Pick<KycRecordRow, 'id' | 'authNo' | 'userId' | 'orderId' | 'purpose'> & {
    readonly key: WrappedKey;
    readonly items: readonly KycItem[];
    readonly now: number;
  },
): Promise<boolean> {
  const { id, authNo, userId, orderId, purpose, key, items, now } = row;
  const at = new Date(now);
  const inserted = await sql`
    insert into app.kyc_record (id, auth_no, user_id, order_id, purpose, status, use, review, created_at, changed_at)
    values (${id}, ${authNo}, ${userId}, ${orderId}, ${purpose}, 'notBound', 'unusable', 'draft', ${at}, ${at})
    on conflict (auth_no) do nothing`.execute(db);
  if (inserted.numAffectedRows === 0n) return false;
  await sql`insert into app.identity_key (record_id, key_id, wrapped) values (${id}, ${key.keyId}, ${key.wrapped})`.execute(
    db,
  );
  await sql`
    insert into app.kyc_item (record_id, item, state, changed_at)
    select ${id}, item, 'missing', ${at} from unnest(${[...items]}::text[]) as i (item)`.execute(db);
  await insertSteps(db, id, ['draft'], now);
  return true;
}

async function insertSteps(
  db: Database,
  recordId: string,
  reviews: readonly KycReviewState[],
  now: number,
): Promise<void> {
  await sql`
    insert into app.kyc_step (record_id, line, review, at)
    select ${recordId}, coalesce((select max(line) from app.kyc_step where record_id = ${recordId}), 0) + s.place,
      s.review, ${new Date(now)}
    from unnest(${[...reviews]}::text[]) with ordinality as s (review, place)`.execute(db);
}

/** The last steps, oldest first. */
export async function listSteps(
  db: Database,
  recordId: string,
  most: number,
): Promise<readonly { readonly review: KycReviewState; readonly at: number }[]> {
  const found = await sql<{ review: KycReviewState; at: number }>`
    select review, at from app.kyc_step where record_id = ${recordId} order by line desc limit ${most}`.execute(
    db,
  );
  return found.rows.toReversed();
}

export type RecordChange = {
  /** Every state of the review that it goes through now, in order; none: it stays. */
  readonly reviews?: readonly KycReviewState[];
  readonly status?: KycRecordState;
  readonly use?: KycUse;
  /** Null: none any more. */
  readonly reason?: KycReason | null;
  readonly attempts?: number;
  /** The company's moment of the verdict. */
  readonly decidedAt?: number;
  readonly expiresOn?: string | null;
  readonly now: number;
};

/** Along the arrows of its tables, of a record that the caller has locked. */
export async function updateRecord(db: Database, record: KycRecordRow, change: RecordChange): Promise<void> {
  const { reviews = [], status = record.status, now } = change;
  const review =
    reviews.length === 0 ? record.review : assertPath(kycReviewStates, [record.review, ...reviews]);
  if (status !== record.status) assertPath(kycRecordStates, [record.status, status]);
  const { use = record.use, reason = record.reason, attempts = record.attempts } = change;
  const decidedAt = change.decidedAt ?? record.decidedAt;
  await sql`
    update app.kyc_record set review = ${review}, status = ${status}, use = ${use}, reason = ${reason},
      attempts = ${attempts}, decided_at = ${decidedAt === null ? null : new Date(decidedAt)},
      expires_on = ${change.expiresOn === undefined ? sql`expires_on` : sql`${change.expiresOn}::date`},
      drafted_at = case when ${review} in ('draft', 'again') then drafted_at end,
      changed_at = ${new Date(now)}
    where id = ${record.id} and review = ${record.review} and status = ${record.status}`.execute(db);
  await insertSteps(db, record.id, reviews, now);
}

export type ItemRow = {
  readonly item: KycItem;
  readonly state: KycItemState;
  readonly label: KycLabel | null;
  readonly words: Buffer | null;
};

export async function listItems(db: Database, recordId: string): Promise<ItemRow[]> {
  const found = await sql<ItemRow>`
    select item, state, label, words from app.kyc_item where record_id = ${recordId}`.execute(db);
  return found.rows;
}

/** The file of an item, where its person sent it in: what lies there as a draft is none of anybody's yet. */
export async function findSentPicture(
  db: Database,
  recordId: string,
  item: PictureItem,
): Promise<string | undefined> {
  const found = await sql<{ fileId: string }>`
    select file_id as "fileId" from app.kyc_item
    where record_id = ${recordId} and item = ${item} and file_id is not null
      and state <> 'missing' and saved_at <= changed_at`.execute(db);
  return found.rows[0]?.fileId;
}

/** Of items that the caller has taken along the arrows of their table. */
export async function updateItems(
  db: Database,
  recordId: string,
  items: readonly ItemRow[],
  now: number,
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    update app.kyc_item i set state = next.state, label = next.label, words = next.words, changed_at = ${new Date(now)}
    from unnest(${items.map(({ item }) => item)}::text[], ${items.map(({ state }) => state)}::text[],
      ${items.map(({ label }) => label)}::text[], ${items.map(({ words }) => words)}::bytea[],
      ${items.map(({ state }) => before(kycItemStates, state).join(' '))}::text[])
      as next (item, state, label, words, "from")
    where i.record_id = ${recordId} and i.item = next.item and i.state = any(string_to_array(next."from", ' '))`.execute(
    db,
  );
}

export async function storeFields(db: Database, recordId: string, fields: Buffer): Promise<void> {
  await sql`update app.identity_key set fields = ${fields} where record_id = ${recordId} and wrapped is not null`.execute(
    db,
  );
}

/**
 * Takes the document for one account. Answers whose it is: somebody else's, where it was taken before.
 */
export async function takeIdentity(
  db: Database,
  { hmac, recordId, userId }: { readonly hmac: Buffer; readonly recordId: string; readonly userId: string },
): Promise<string> {
  const taken = await sql<{ userId: string }>`
    insert into app.identity_index as i (hmac, use, record_id, user_id)
    values (${hmac}, 'system', ${recordId}, ${userId})
    on conflict (hmac, use) do update
      set record_id = case when i.user_id = excluded.user_id then excluded.record_id else i.record_id end
    returning user_id as "userId"`.execute(db);
  const row = taken.rows[0];
  if (row === undefined) throw new Error('Broken: a document that was taken has an owner');
  return row.userId;
}

/** What gives a person their level: every record of theirs that was approved, with the items that were accepted. */
export async function listLevelRecords(
  db: Database,
  userId: string,
): Promise<
  readonly (Pick<KycRecordRow, 'review' | 'status' | 'purpose'> & { readonly accepted: readonly KycItem[] })[]
> {
  const found = await sql<
    Pick<KycRecordRow, 'review' | 'status' | 'purpose'> & { accepted: readonly KycItem[] }
  >`
    select r.review, r.status, r.purpose,
      coalesce(array_agg(i.item) filter (where i.state = 'accepted'), '{}') as accepted
    from app.kyc_record r left join app.kyc_item i on i.record_id = r.id
    where r.user_id = ${userId} and r.review = 'approved' group by r.id`.execute(db);
  return found.rows;
}
