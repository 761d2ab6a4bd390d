/** People in the database: how they are found, and how one is added. */
import type { User } from '@marigold/contract/user';
import { mask } from '@marigold/money/masking';
import { randomDigits } from '@marigold/money/random-digits';
import type { LanguageId } from '@marigold/texts/languages';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { newId, newInviteCode } from '../../platform/ids.ts';
import { avatarLink, createFileLinks } from '../file/link.ts';
import type { Freeze } from '../freeze/freeze.ts';
import { latestFreezes } from '../freeze/freeze.ts';
import { isReservedName } from './nickname.ts';

export type Person = {
  readonly id: string;
  readonly username: string;
  readonly nickname: string;
  readonly uid: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly inviteCode: string;
  readonly language: LanguageId;
  readonly fiat: User['fiat'];
  readonly kycLevel: number;
  /** The latest of each area; it may be over. */
  readonly freezes: readonly Freeze[];
  readonly createdAt: number;
  readonly hasPayPassword: boolean;
  readonly avatarFileId: string | null;
  readonly region: string | null;
  readonly mailsPayments: boolean;
  readonly mailsAnnouncements: boolean;
};

async function findWhere(db: Database, condition: RawBuilder<unknown>): Promise<Person | undefined> {
  const found = await sql<Person>`
    select p.id, p.username, p.nickname, p.uid, p.email, p.phone, p.invite_code as "inviteCode", p.language, p.fiat,
      p.kyc_level as "kycLevel", ${latestFreezes} as freezes, p.created_at as "createdAt",
      p.avatar_file_id as "avatarFileId", p.region, p.mails_payments as "mailsPayments",
      p.mails_announcements as "mailsAnnouncements",
      exists (select from app.payment_password w where w.user_id = p.id) as "hasPayPassword"
    from app.person p where ${condition}`.execute(db);
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

export type Contact = { readonly channel: 'email' | 'sms'; readonly target: string };

/** The contact of a call that named exactly one; an e-mail address in lower case. */
export function contactOf({
  email,
  phone,
}: {
  email?: string | undefined;
  phone?: string | undefined;
}): Contact {
  if (email !== undefined) return { channel: 'email', target: email.toLowerCase() };
  if (phone !== undefined) return { channel: 'sms', target: phone };
  throw new Error('Broken: the contract asks for an e-mail address or a phone number');
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

/** A typed name as the kind of key it looks like: an e-mail address has an @, a phone number a plus. */
export function keyOf(typed: string): 'email' | 'phone' | 'username' {
  if (typed.includes('@')) return 'email';
  return typed.startsWith('+') ? 'phone' : 'username';
}

export type NewPerson = {
  readonly username: string;
  readonly contact: Contact;
  readonly passwordHash: string;
  readonly invitedBy?: string | undefined;
  readonly language: LanguageId;
  readonly isDemo?: boolean;
  readonly now: number;
};

/** uid and invitation code are drawn again when somebody has them; a tenth miss in a row is no bad luck any more. */
const drawsMax = 10;

/** Adds a person at level 1 (a proven contact, domain.md B.2); undefined when the username or the contact is taken. */
export async function addPerson(db: Database, person: NewPerson): Promise<Person | undefined> {
  const { username, contact, passwordHash, invitedBy, language, isDemo = false, now } = person;
  const email = contact.channel === 'email' ? contact.target : null;
  const phone = contact.channel === 'sms' ? contact.target : null;
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const id = newId();
    const uid = newUid();
    // A username may look like a uid; nobody gets a uid that is already somebody's name.
    const added = await sql`
      insert into app.person (id, username, nickname, uid, email, phone, password_hash, invite_code, invited_by, language,
        is_demo, created_at)
      select ${id}, ${username}, ${username}, ${uid}, ${email}, ${phone}, ${passwordHash}, ${newInviteCode()},
        ${invitedBy ?? null}::uuid, ${language}, ${isDemo}::boolean, ${new Date(now)}::timestamptz
      where not exists (select from app.person where username_key = ${uid})
      on conflict do nothing`.execute(db);
    if (added.numAffectedRows === 1n) return await getPerson(db, id);
    if (await isNameTaken(db, username)) return undefined;
    if ((await findByContact(db, contact)) !== undefined) return undefined;
  }
  throw new Error('Broken: a free uid and invitation code are found in a few draws');
}

/** A username is taken when somebody has it in any case, or has it as uid: payees are found by both. Names of the house are. */
export async function isNameTaken(db: Database, username: string): Promise<boolean> {
  if (isReservedName(username)) return true;
  const found = await sql`
    select 1 from app.person where username_key = ${username.toLowerCase()} or uid = ${username}`.execute(db);
  return found.rows.length > 0;
}

/** Nine random digits, the first one not zero. */
function newUid(): string {
  const [first = '0', ...rest] = randomDigits(9);
  return (first === '0' ? '1' : first) + rest.join('');
}

/** The person as every screen knows them, their picture by a link of today. */
export type ShowUser = (person: Person, now: number) => User;

export function createShowUser(secretKey: string): ShowUser {
  const links = createFileLinks(secretKey);
  return (person, now) =>
    userOf(person, person.avatarFileId === null ? null : avatarLink(links, person.avatarFileId, now), now);
}

/** The person as every screen knows them; contacts masked as spec 9 says (first and last three characters). */
export function userOf(person: Person, avatar: string | null, now: number): User {
  return {
    username: person.username,
    nickname: person.nickname,
    uid: person.uid,
    email: person.email === null ? null : mask(person.email),
    phone: person.phone === null ? null : mask(person.phone),
    hasPayPassword: person.hasPayPassword,
    kycLevel: person.kycLevel,
    language: person.language,
    fiat: person.fiat,
    inviteCode: person.inviteCode,
    freezes: person.freezes.filter(({ until }) => until > now),
    createdTime: person.createdAt,
    avatar,
    region: person.region,
    mails: { payments: person.mailsPayments, announcements: person.mailsAnnouncements },
  };
}
