/** People as they are kept. */
import type { User } from '@marigold/contract/calls/user';
import type { LanguageId } from '@marigold/texts/languages';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { NewPerson } from './person.ts';

type PersonRow = NewPerson & { readonly id: string; readonly uid: string; readonly inviteCode: string };

/** False where somebody has the username, the contact, the uid or the invitation code. */
export async function insertPerson(db: Database, person: PersonRow): Promise<boolean> {
  const { id, uid, username, contact, passwordHash, inviteCode, invitedBy, language, now } = person;
  const { isDemo = false } = person;
  const email = contact.channel === 'email' ? contact.target : null;
  const phone = contact.channel === 'sms' ? contact.target : null;
  // A username may look like a uid; nobody gets a uid that is already somebody's name.
  const added = await sql`
      insert into app.person (id, username, nickname, uid, email, phone, password_hash, invite_code, invited_by, language,
        is_demo, created_at)
      select ${id}, ${username}, ${username}, ${uid}, ${email}, ${phone}, ${passwordHash}, ${inviteCode},
        ${invitedBy ?? null}::uuid, ${language}, ${isDemo}::boolean, ${new Date(now)}::timestamptz
      where not exists (select from app.person where username_key = ${uid})
      on conflict do nothing`.execute(db);
  return added.numAffectedRows === 1n;
}

/** A login password that was set is none that everybody tries first: that is refused before. */
export async function updatePasswordHash(db: Database, userId: string, hash: string): Promise<void> {
  await sql`
    update app.person set password_hash = ${hash}, password_common = false where id = ${userId}`.execute(db);
}

/** Writes down whether the password of this hash is one that everybody tries first; nothing where it is another by now. */
export async function updatePasswordCommon(
  db: Database,
  {
    userId,
    hash,
    isPasswordCommon,
  }: { readonly userId: string; readonly hash: string; readonly isPasswordCommon: boolean },
): Promise<void> {
  await sql`
    update app.person set password_common = ${isPasswordCommon}
    where id = ${userId} and password_hash = ${hash}`.execute(db);
}

/** Remembers which channel reset the login password by its code alone, or that whoever set it last proved more. */
export async function updatePasswordReset(
  db: Database,
  userId: string,
  reset: { readonly by: 'email' | 'sms'; readonly at: number } | undefined,
): Promise<void> {
  await sql`
    update app.person set password_reset_by = ${reset?.by ?? null},
      password_reset_at = ${reset === undefined ? null : new Date(reset.at)}::timestamptz
    where id = ${userId}`.execute(db);
}

/** The channel that reset the login password counts as any other again, unless it is the very one that proves something now. */
export async function updateResetProven(
  db: Database,
  userId: string,
  by: 'passkey' | 'google' | 'email' | 'sms',
): Promise<void> {
  await sql`
    update app.person set password_reset_by = null, password_reset_at = null
    where id = ${userId} and password_reset_by <> ${by}`.execute(db);
}

export type Preferences = {
  readonly language?: LanguageId | undefined;
  readonly fiat?: User['fiat'] | undefined;
  readonly region?: string | undefined;
  readonly mails?:
    | { readonly payments?: boolean | undefined; readonly announcements?: boolean | undefined }
    | undefined;
};

/** What is not named stays as it is. */
export async function updatePreferences(
  db: Database,
  userId: string,
  { language, fiat, region, mails }: Preferences,
): Promise<void> {
  await sql`
        update app.person set language = coalesce(${language ?? null}, language), fiat = coalesce(${fiat ?? null}, fiat),
          region = coalesce(${region ?? null}, region),
          mails_payments = coalesce(${mails?.payments ?? null}, mails_payments),
          mails_announcements = coalesce(${mails?.announcements ?? null}, mails_announcements)
        where id = ${userId}`.execute(db);
}

export async function updateNickname(db: Database, userId: string, nickname: string): Promise<void> {
  await sql`update app.person set nickname = ${nickname} where id = ${userId}`.execute(db);
}

/** The file that is their picture, or null; nobody else changes it until the transaction ends. */
export async function lockAvatar(db: Database, userId: string): Promise<string | null> {
  const before = await sql<{ id: string | null }>`
    select avatar_file_id as id from app.person where id = ${userId} for update`.execute(db);
  return before.rows[0]?.id ?? null;
}

export async function updateAvatar(
  db: Database,
  { userId, fileId }: { readonly userId: string; readonly fileId: string | null },
): Promise<void> {
  await sql`update app.person set avatar_file_id = ${fileId} where id = ${userId}`.execute(db);
}

/** Puts somebody into a group of payers; answers who it was, undefined where nobody is called so. */
export async function updateTradeGroup(
  db: Database,
  username: string,
  group: string,
): Promise<string | undefined> {
  const changed = await sql<{ id: string }>`
      update app.person set trade_group = ${group} where username_key = lower(${username}) returning id`.execute(
    db,
  );
  return changed.rows[0]?.id;
}

/** Whoever works out a level reads what it follows from behind this: of two at once the second sees what the first wrote. */
export async function lockLevel(db: Database, userId: string): Promise<void> {
  await sql`select from app.person where id = ${userId} for no key update`.execute(db);
}

/** What a person may send follows from it (domain.md B.2); their records say which. */
export async function setLevel(db: Database, userId: string, level: number): Promise<void> {
  await sql`update app.person set kyc_level = ${level} where id = ${userId} and kyc_level <> ${level}`.execute(
    db,
  );
}
