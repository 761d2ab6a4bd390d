/** SQL of bindings: what people want to use by its number, and what became of it. */
import { dayMs } from '@marigold/money/spans';
import { assertMayFollow, before } from '@marigold/money/states';
import { type KycBindingState, kycBindingStates, type KycPurpose } from '@marigold/partners/kyc-states';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

export type BindingRow = {
  readonly id: string;
  /** Who wants it. */
  readonly userId: string;
  readonly authNo: string;
  /** The record whose owner knows of it. */
  readonly recordId: string | null;
  readonly use: KycPurpose;
  readonly state: KycBindingState;
  readonly texts: Buffer | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly soughtAt: number | null;
};

const columns = sql`b.id, b.user_id as "userId", b.auth_no as "authNo", b.record_id as "recordId", b.use, b.state, b.texts,
  b.created_at as "createdAt", b.expires_at as "expiresAt", b.sought_at as "soughtAt"`;

async function select(db: Database, rest: RawBuilder<unknown>): Promise<BindingRow[]> {
  return (await sql<BindingRow>`select ${columns} from app.kyc_binding_request b ${rest}`.execute(db)).rows;
}

/**
 * The id of a record of this person's own. Never by the index of numbers, which would have taken a moment longer where
 * somebody else has it.
 */
export async function findOwnRecordId(
  db: Database,
  { authNo, userId }: { readonly authNo: string; readonly userId: string },
): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select id from app.kyc_record where user_id = ${userId} and auth_no || '' = ${authNo}`.execute(db);
  return found.rows[0]?.id;
}

/** What a person asked of a number before and still waits for, as far as they can know. */
export async function findWaiting(
  db: Database,
  { authNo, userId, now }: { readonly authNo: string; readonly userId: string; readonly now: number },
): Promise<BindingRow | undefined> {
  const rows = await select(
    db,
    sql`where b.user_id = ${userId} and b.auth_no = ${authNo} and b.state <> 'accepted'
      and b.expires_at > ${new Date(now)} order by b.id desc limit 1`,
  );
  return rows[0];
}

/** `recordId`: it is the person's own, and bound at once. */
export async function insertBinding(
  db: Database,
  row: Pick<BindingRow, 'id' | 'userId' | 'authNo' | 'use' | 'recordId' | 'expiresAt'> & {
    readonly texts: Buffer;
    readonly now: number;
  },
): Promise<void> {
  const { id, userId, authNo, use, recordId, texts, expiresAt } = row;
  const at = new Date(row.now);
  const isOwn = recordId !== null;
  await sql`
    insert into app.kyc_binding_request (id, user_id, auth_no, record_id, use, state, texts, created_at, expires_at,
      sought_at, decided_at)
    values (${id}, ${userId}, ${authNo}, ${recordId}, ${use}, ${isOwn ? 'accepted' : 'open'}, ${texts}, ${at},
      ${new Date(expiresAt)}, ${isOwn ? at : null}, ${isOwn ? at : null})`.execute(db);
}

export async function findBinding(db: Database, id: string): Promise<BindingRow | undefined> {
  return (await select(db, sql`where b.id = ${id}`))[0];
}

/** Locks one until the transaction ends; whoever needs its record has locked that before. */
export async function lockBinding(db: Database, id: string): Promise<BindingRow | undefined> {
  return (await select(db, sql`where b.id = ${id} for update`))[0];
}

/** Along the arrows of its table, of one that the caller has locked. */
export async function updateBinding(
  db: Database,
  { id, state }: Pick<BindingRow, 'id' | 'state'>,
  { to, now }: { readonly to: KycBindingState; readonly now: number },
): Promise<void> {
  assertMayFollow(kycBindingStates, state, to);
  await sql`
    update app.kyc_binding_request set state = ${to}, decided_at = ${new Date(now)}
    where id = ${id} and state = any(${before(kycBindingStates, to)}::text[])`.execute(db);
}

/** So long what is over is listed; then what nobody agreed to is deleted. */
const recentMs = 30 * dayMs;

/** The newest that a person made. */
export async function listBindingsMade(
  db: Database,
  { userId, now, most }: { readonly userId: string; readonly now: number; readonly most: number },
): Promise<readonly BindingRow[]> {
  return await select(
    db,
    sql`where b.user_id = ${userId} and b.expires_at > ${new Date(now - recentMs)}
      order by b.id desc limit ${most}`,
  );
}

/** The newest that others made of the records of a person. */
export async function listBindingsReceived(
  db: Database,
  { userId, now, most }: { readonly userId: string; readonly now: number; readonly most: number },
): Promise<readonly BindingRow[]> {
  return await select(
    db,
    sql`join app.kyc_record r on r.id = b.record_id and r.user_id = ${userId}
    where b.user_id <> ${userId} and b.expires_at > ${new Date(now - recentMs)}
    order by b.id desc limit ${most}`,
  );
}

/** Those of a record that its owner has not answered. */
export async function listOpenOf(
  db: Database,
  { recordId, now, most }: { readonly recordId: string; readonly now: number; readonly most: number },
): Promise<readonly BindingRow[]> {
  return await select(
    db,
    sql`where b.record_id = ${recordId} and b.state = 'open' and b.expires_at > ${new Date(now)}
      order by b.id limit ${most}`,
  );
}

/** Those of numbers that nobody has reach nobody. */
export async function passMissingNumbers(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<void> {
  await sql`
    update app.kyc_binding_request set sought_at = ${new Date(now)}
    where id in (select b.id from app.kyc_binding_request b
      where b.sought_at is null and not exists (select from app.kyc_record r where r.auth_no = b.auth_no)
      order by b.id limit ${most} for update of b skip locked)`.execute(db);
}

/** Those whose record nobody looked for yet, the oldest first. */
export async function listUnsought(db: Database, most: number): Promise<readonly BindingRow[]> {
  return await select(db, sql`where b.sought_at is null order by b.id limit ${most}`);
}

/** `recordId`: whose owner is told of it now; null: nobody's, ever. The caller has locked both. */
export async function markSought(
  db: Database,
  { id, recordId, now }: { readonly id: string; readonly recordId: string | null; readonly now: number },
): Promise<void> {
  await sql`
    update app.kyc_binding_request set record_id = ${recordId}, sought_at = ${new Date(now)}
    where id = ${id} and sought_at is null`.execute(db);
}

/** How much an owner hears: what is open of one record, and what came of any of theirs since a moment. */
export async function countReached(
  db: Database,
  of: { readonly recordId: string; readonly ownerId: string; readonly since: number },
): Promise<{ readonly open: number; readonly recent: number }> {
  const found = await sql<{ open: number; recent: number }>`
    select count(*) filter (where b.record_id = ${of.recordId} and b.state = 'open')::int as open,
      count(*) filter (where b.sought_at > ${new Date(of.since)})::int as recent
    from app.kyc_binding_request b
    join app.kyc_record r on r.id = b.record_id and r.user_id = ${of.ownerId}
    where b.user_id <> ${of.ownerId}`.execute(db);
  return found.rows[0] ?? { open: 0, recent: 0 };
}

/** Who hears that something ended: who asked and, where it reached one, the owner. */
type Ended = { readonly userId: string; readonly ownerId: string | null };

/** Those that nobody answered in time. */
export async function expireBindings(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly Ended[]> {
  const at = new Date(now);
  const ended = await sql<Ended>`
    update app.kyc_binding_request b set state = 'expired', decided_at = ${at}
    where b.state = 'open' and b.id in (select id from app.kyc_binding_request
      where state = 'open' and expires_at <= ${at} order by expires_at limit ${most} for update skip locked)
    returning b.user_id as "userId", (select user_id from app.kyc_record where id = b.record_id) as "ownerId"`.execute(
    db,
  );
  return ended.rows;
}

/** Those whose record cannot be bound any more; their owners, for whoever asked hears nothing of it. */
export async function cancelBindings(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  const ended = await sql<{ ownerId: string }>`
    update app.kyc_binding_request b set state = 'cancelled', decided_at = ${new Date(now)}
    from app.kyc_record r
    where r.id = b.record_id and b.state = 'open' and b.id in (select o.id from app.kyc_binding_request o
      join app.kyc_record x on x.id = o.record_id
      where o.state = 'open' and (x.review <> 'approved' or x.status <> 'notBound' or x.use <> 'notUsed')
      order by o.id limit ${most} for update of o skip locked)
    returning r.user_id as "ownerId"`.execute(db);
  return ended.rows.map(({ ownerId }) => ownerId);
}

/** Those that nobody agreed to and that nobody sees any more. */
export async function deleteOldBindings(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<void> {
  await sql`
    delete from app.kyc_binding_request where id in (select id from app.kyc_binding_request
      where state <> 'accepted' and state <> 'open' and expires_at <= ${new Date(now - recentMs)}
      order by expires_at limit ${most})`.execute(db);
}

/** What was written beside the uses of a record that is erased. */
export async function eraseBindingTexts(db: Database, recordId: string): Promise<void> {
  await sql`update app.kyc_binding_request set texts = null where record_id = ${recordId}`.execute(db);
}
