/** SQL of what is asked of companies about records: when, where their pages are, and what was given to whom. */
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import type { CallEnd } from '../../partner/work.ts';
import type { KycRecordRow } from '../record/store.ts';

export async function chooseCompany(
  db: Database,
  { id, provider, lookAt }: { readonly id: string; readonly provider: string; readonly lookAt: number },
): Promise<void> {
  await sql`
    update app.kyc_record set provider = ${provider}, page = null, page_expires_at = null, looks = 0,
      company_ref = case when provider = ${provider} then company_ref end,
      look_at = case when provider = ${provider} then ${atLatest(lookAt)} else ${new Date(lookAt)} end,
      silent_since = case when provider = ${provider} then silent_since end
    where id = ${id}`.execute(db);
}

/** Due by then: an event may come before the answer to the request that it follows, and keeps it due earlier. */
function atLatest(lookAt: number) {
  return sql`least(look_at, ${new Date(lookAt)})`;
}

export async function storePage(
  db: Database,
  row: {
    readonly id: string;
    readonly ref: string;
    readonly page: Buffer;
    readonly expires: number;
    readonly lookAt: number;
  },
): Promise<void> {
  await sql`
    update app.kyc_record set company_ref = ${row.ref}, page = ${row.page}, page_expires_at = ${new Date(row.expires)},
      look_at = ${atLatest(row.lookAt)}, looks = 0, silent_since = null
    where id = ${row.id}`.execute(db);
}

/** How the company calls somebody whose check it took without a page. */
export async function storeRef(
  db: Database,
  row: { readonly id: string; readonly ref: string; readonly lookAt: number },
): Promise<void> {
  await sql`
    update app.kyc_record set company_ref = ${row.ref}, look_at = ${atLatest(row.lookAt)}, looks = 0, silent_since = null
    where id = ${row.id}`.execute(db);
}

export async function forgetPage(db: Database, id: string): Promise<void> {
  await sql`update app.kyc_record set page = null, page_expires_at = null where id = ${id}`.execute(db);
}

/** The company is asked again at `lookAt`; null: nothing is open there. */
export async function scheduleLook(
  db: Database,
  row: { readonly id: string; readonly lookAt: number | null; readonly looks: number },
): Promise<void> {
  const { id, lookAt, looks } = row;
  await sql`
    update app.kyc_record set look_at = ${dateOf(lookAt)}, looks = ${looks}, silent_since = null
    where id = ${id}`.execute(db);
}

/** A record as it was before its company was asked. */
type Seen = Pick<KycRecordRow, 'id' | 'lookAt'>;

/** Of a look that has ended. An event that came while the company was asked keeps it due: the answer may be older. */
function lookAfter({ lookAt: seenAt }: Seen, lookAt: number | null) {
  const [before, next] = [dateOf(seenAt), dateOf(lookAt)];
  return sql`case when date_trunc('milliseconds', look_at) is distinct from ${before}::timestamptz
    then look_at else ${next}::timestamptz end`;
}

function dateOf(moment: number | null): Date | null {
  return moment === null ? null : new Date(moment);
}

/** The company answered and is asked again at `lookAt`; null: nothing is open there. */
export async function endLook(
  db: Database,
  seen: Seen,
  { lookAt, looks }: { readonly lookAt: number | null; readonly looks: number },
): Promise<void> {
  await sql`
    update app.kyc_record set look_at = ${lookAfter(seen, lookAt)}, looks = ${looks}, silent_since = null
    where id = ${seen.id}`.execute(db);
}

/** It answered, whatever became of the answer; when it is asked again stays as it is. */
export async function endSilence(db: Database, id: string): Promise<void> {
  await sql`update app.kyc_record set silent_since = null where id = ${id} and silent_since is not null`.execute(
    db,
  );
}

/** Whoever a wish for a check was for has left. Nobody was asked, so it says nothing of the company. */
export const left = { is: 'refused', reason: 'left', isFinal: false } as const;

/** A company that said something about somebody is there, also where its answer is of no use any more. */
export async function noteAnswered(
  db: Database,
  { record, provider }: { readonly record: KycRecordRow; readonly provider: string },
  end: CallEnd<unknown>,
): Promise<void> {
  const isAnswer = end.is === 'done' || (end.is === 'refused' && end.isFinal);
  if (isAnswer && record.provider === provider) await endSilence(db, record.id);
}

/** It did not answer: since the first time that counts. */
export async function markSilent(
  db: Database,
  seen: Seen,
  { lookAt, now }: { readonly lookAt: number; readonly now: number },
): Promise<void> {
  await sql`
    update app.kyc_record set look_at = ${lookAfter(seen, lookAt)}, looks = least(looks + 1, 1000),
      silent_since = coalesce(silent_since, ${new Date(now)})
    where id = ${seen.id} and look_at is not null`.execute(db);
}

/** Whoever waits for an answer comes before approved identities, which are only read again. */
export async function listDueLooks(
  db: Database,
  { provider, now, most }: { readonly provider: string; readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.kyc_record where provider = ${provider} and look_at <= ${new Date(now)}
    order by review = 'approved', look_at, id limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/**
 * An event told of it: it is asked for at once, over and approved ones too, but for one that was erased. It becomes due
 * earlier than it was in any case, so that a look which is under way sees that something came.
 */
export async function lookNow(
  db: Database,
  { id, provider, now }: { readonly id: string; readonly provider: string; readonly now: number },
): Promise<void> {
  await sql`
    update app.kyc_record set look_at = least(look_at - interval '1 millisecond', ${new Date(now)})
    where id = ${id} and provider = ${provider}
      and not exists (select from app.identity_key k where k.record_id = ${id} and k.erased_at is not null)`.execute(
    db,
  );
}

/** Records whose company has been silent for so long that their payment comes back. */
export async function listAway(
  db: Database,
  { until, most }: { readonly until: Date; readonly most: number },
): Promise<readonly { readonly id: string; readonly orderId: string }[]> {
  const found = await sql<{ id: string; orderId: string }>`
    select id, order_id as "orderId" from app.kyc_record
    where silent_since <= ${until} and review not in ('approved', 'final') order by id limit ${most}`.execute(
    db,
  );
  return found.rows;
}
