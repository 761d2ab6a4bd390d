/** What other rooms read of people. */
import { mask } from '@marigold/contract/rules/masking';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { Contact, Person } from './person.ts';

export { lockLevel, setLevel } from './store.ts';

/** The columns of a statement about `app.person p` that make a Person. */
export const personColumns = sql`p.id, p.username, p.nickname, p.uid, p.email, p.phone, p.invite_code as "inviteCode", p.language, p.fiat,
      p.kyc_level as "kycLevel", p.created_at as "createdAt",
      p.avatar_file_id as "avatarFileId", p.region, p.mails_payments as "mailsPayments",
      p.mails_announcements as "mailsAnnouncements"`;

async function findWhere(db: Database, condition: RawBuilder<unknown>): Promise<Person | undefined> {
  const found = await sql<Person>`
    select ${personColumns} from app.person p where ${condition}`.execute(db);
  return found.rows[0];
}

/** Finds a person by id. */
export async function findPerson(db: Database, userId: string): Promise<Person | undefined> {
  return await findWhere(db, sql`p.id = ${userId}`);
}

/** The signed-in person, who must exist. */
export async function getPerson(db: Database, userId: string): Promise<Person> {
  const person = await findPerson(db, userId);
  if (person === undefined) throw new Error('Broken: a session belongs to a person');
  return person;
}

/** Finds whoever a contact belongs to. */
export async function findByContact(db: Database, { channel, target }: Contact): Promise<Person | undefined> {
  return await findWhere(db, channel === 'email' ? sql`p.email = ${target}` : sql`p.phone = ${target}`);
}

/** Finds by one exact key; each is unique. */
export async function findByKey(
  db: Database,
  key: 'username' | 'uid' | 'inviteCode' | 'email' | 'phone',
  text: string,
): Promise<Person | undefined> {
  const conditions = {
    username: sql`p.username_key = ${text.toLowerCase()}`,
    uid: sql`p.uid = ${text}`,
    inviteCode: sql`p.invite_code = ${text}`,
    email: sql`p.email = ${text.toLowerCase()}`,
    phone: sql`p.phone = ${text}`,
  };
  return await findWhere(db, conditions[key]);
}

/** How one person is shown to another (spec 9): the nickname, masked. The person must exist. */
export async function maskedName(db: Database, userId: string): Promise<string> {
  return mask((await getPerson(db, userId)).nickname);
}

/** True for a name that somebody has in any case, or has as uid. */
export async function isNameHeld(db: Database, username: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.person where username_key = ${username.toLowerCase()} or uid = ${username}`.execute(db);
  return found.rows.length > 0;
}

/** The hash of somebody's login password. */
export async function findPasswordHash(db: Database, userId: string): Promise<string | undefined> {
  const found = await sql<{ password_hash: string }>`
      select password_hash from app.person where id = ${userId}`.execute(db);
  return found.rows[0]?.password_hash;
}

/** Whether this is still the hash of their login password; from here on a change waits for the transaction. */
export async function holdsPasswordHash(db: Database, userId: string, hash: string): Promise<boolean> {
  const found = await sql`
    select from app.person where id = ${userId} and password_hash = ${hash} for share`.execute(db);
  return found.rows.length > 0;
}

/** What somebody invites others with, and how many came. */
export async function getInvite(
  db: Database,
  userId: string,
): Promise<{ readonly code: string; readonly count: number }> {
  const found = await sql<{ code: string; count: number }>`
    select p.invite_code as code, (select count(*)::int from app.person f where f.invited_by = p.id) as count
    from app.person p where p.id = ${userId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw new Error('Broken: a session belongs to a person');
  return row;
}

/** Whom somebody brought. Ids are UUIDv7: the newest friend has the largest. */
export async function listInvitedPersons(
  db: Database,
  {
    userId,
    before,
    count,
  }: { readonly userId: string; readonly before: string | null; readonly count: number },
): Promise<readonly { readonly id: string; readonly nickname: string; readonly created_at: number }[]> {
  const found = await sql<{ id: string; nickname: string; created_at: number }>`
    select id, nickname, created_at from app.person
    where invited_by = ${userId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${count}`.execute(db);
  return found.rows;
}

/** By a username in any case. */
export async function findPersonId(db: Database, username: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select id from app.person where username_key = lower(${username})`.execute(db);
  return found.rows[0]?.id;
}
