/** What identity keeps: tries at secrets, codes, recoveries, the log of an account, what was agreed to. */
import type { SecurityEvent } from '@marigold/contract/calls/session';
import type { LanguageId } from '@marigold/texts/languages';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import { isKnownDevice } from '../../platform/http/session.ts';
import { passkeysSql } from '../factor/passkey/views.ts';
import { codesLeftSql, hasGoogleSql } from '../factor/views.ts';
import { newestAgreements } from '../message/views.ts';
import type { Contact, Person } from '../person/person.ts';
import { personColumns } from '../person/views.ts';
import type { StoredFreeze } from '../spending/held-freeze.ts';
import { latestFreezes } from '../spending/views.ts';
import { pruneRecoveries } from './recovery/store.ts';
import type { TryBound, TryRule } from './rules.ts';
import { attemptsRetentionMs, codesRetentionMs, eventsRetentionMs, strangersRetentionMs } from './rules.ts';
import { pruneLoginTickets } from './second-step/store.ts';

/** A person with what they are shown of themselves. */
export type ProfileRow = Person & {
  /** The latest of each area; it may be over. */
  readonly freezes: readonly StoredFreeze[];
  readonly hasPayPassword: boolean;
  readonly isPasswordCommon: boolean;
  readonly hasGoogle: boolean;
  readonly codesLeft: number;
  readonly passkeys: number;
};

/** Of a signed-in person, who must exist. `hasPayPassword` is a condition about `app.person p`. */
export async function getProfile(
  db: Database,
  userId: string,
  hasPayPassword: RawBuilder<boolean>,
): Promise<ProfileRow> {
  const found = await sql<ProfileRow>`
    select ${personColumns}, ${latestFreezes} as freezes, ${hasPayPassword} as "hasPayPassword",
      ${hasGoogleSql} as "hasGoogle", ${codesLeftSql} as "codesLeft",
      ${passkeysSql} as passkeys, p.password_common as "isPasswordCommon"
    from app.person p where p.id = ${userId}`.execute(db);
  const [profile] = found.rows;
  if (profile === undefined) throw new Error('Broken: a session belongs to a person');
  return profile;
}

/** What is needed to let somebody in. */
export type Login = {
  readonly userId: string;
  readonly hash: string;
  readonly isKnownDevice: boolean;
  readonly isDemo: boolean;
  /** What their password was when it was typed last. */
  readonly isPasswordCommon: boolean;
} & Pick<Person, 'username' | 'nickname' | 'email'>;

/** Whoever has a name of this kind. */
export async function findLogin(
  db: Database,
  { key, text, deviceId }: { key: 'email' | 'phone' | 'username'; text: string; deviceId: string },
): Promise<Login | undefined> {
  const columns = { email: sql`p.email`, phone: sql`p.phone`, username: sql`p.username_key` };
  const found = await sql<Login>`
    select p.id as "userId", p.password_hash as hash, ${isKnownDevice(deviceId)} as "isKnownDevice",
      p.is_demo as "isDemo", p.password_common as "isPasswordCommon", p.username, p.nickname, p.email
    from app.person p
    where ${columns[key]} = ${text}`.execute(db);
  return found.rows[0];
}

/** Records the newest published versions; English where the language has none. Nothing published, nothing accepted. */
export async function insertAcceptances(
  db: Database,
  {
    userId,
    ids,
    language,
    now,
  }: { userId: string; ids: readonly string[]; language: LanguageId; now: number },
): Promise<void> {
  await sql`
    insert into app.agreement_acceptance (user_id, content_id, version, language, accepted_at)
    select ${userId}::uuid, id, version, language, ${new Date(now)}::timestamptz
    from (${newestAgreements(ids, language, now)}) as newest`.execute(db);
}

type Subject = { readonly kind: TryRule['kind']; readonly subject: string };
type Tries = { readonly failures: number; readonly locks: number; readonly wrong_in_row: number };

/** Counts one more try; undefined while the subject is locked. `isDaily`: those in a row end with a time without any. */
export async function countTry(
  db: Database,
  { kind, subject }: Subject,
  {
    now,
    windowStart,
    forgotten,
    isDaily,
  }: { now: number; windowStart: Date; forgotten: Date; isDaily: boolean },
): Promise<Tries | undefined> {
  const at = new Date(now);
  const counted = await sql<Tries>`
    insert into app.attempt as a (kind, subject, failures, wrong_in_row, window_at, last_at)
    values (${kind}, ${subject}, 1, 1, ${at}, ${at})
    on conflict (kind, subject) do update set
      failures = case when a.locked_until is not null or a.window_at <= ${windowStart} then 1 else a.failures + 1 end,
      window_at = case when a.locked_until is not null or a.window_at <= ${windowStart} then ${at} else a.window_at end,
      locks = case when coalesce(a.locked_until, a.last_at) <= ${forgotten} then 0 else a.locks end,
      locked_until = null,
      wrong_in_row = case when ${isDaily} and a.last_at <= ${forgotten} then 1 else a.wrong_in_row + 1 end,
      last_at = ${at}
    where a.locked_until is null or a.locked_until <= ${at}
    returning failures, locks, wrong_in_row`.execute(db);
  return counted.rows[0];
}

/** Until then, or until a reset. */
export async function lockSubject(
  db: Database,
  { kind, subject }: Subject,
  until: Date | 'infinity',
): Promise<void> {
  await sql`
    update app.attempt set locked_until = ${until}::timestamptz, locks = locks + 1
    where kind = ${kind} and subject = ${subject}`.execute(db);
}

export async function findLock(
  db: Database,
  { kind, subject }: Subject,
): Promise<{ readonly locked_until: number | null; readonly is_disabled: boolean } | undefined> {
  const found = await sql<{ locked_until: number | null; is_disabled: boolean }>`
    select nullif(locked_until, 'infinity') as locked_until, locked_until = 'infinity' as is_disabled
    from app.attempt where kind = ${kind} and subject = ${subject}`.execute(db);
  return found.rows[0];
}

/** Nothing was learnt by the last try: it counts no more, nor does the lock that it brought. */
export async function giveTryBack(db: Database, { kind, subject }: Subject): Promise<void> {
  await sql`
        update app.attempt set failures = greatest(failures - 1, 0), wrong_in_row = greatest(wrong_in_row - 1, 0),
          locked_until = null,
          locks = case when locked_until is null then locks else greatest(locks - 1, 0) end
        where kind = ${kind} and subject = ${subject}`.execute(db);
}

/**
 * Counts one more try of a subject that has a bound and no lock; `failures` undefined, and nothing counted, where the time
 * that began with its first try has had them all. `endsAt`: when that time is over, in epoch ms.
 */
export async function countBounded(
  db: Database,
  { kind, subject }: Subject,
  { tries, windowMs, now }: TryBound & { readonly now: number },
): Promise<{ readonly failures: number | undefined; readonly endsAt: number }> {
  const at = new Date(now);
  const windowStart = new Date(now - windowMs);
  const counted = await sql<{ failures: number; window_at: number }>`
    insert into app.attempt as a (kind, subject, failures, window_at, last_at)
    values (${kind}, ${subject}, 1, ${at}, ${at})
    on conflict (kind, subject) do update set
      failures = case when a.window_at <= ${windowStart} then 1 else a.failures + 1 end,
      window_at = case when a.window_at <= ${windowStart} then ${at} else a.window_at end,
      last_at = ${at}
    where a.failures < ${tries} or a.window_at <= ${windowStart}
    returning failures, window_at`.execute(db);
  const [row] = counted.rows;
  if (row !== undefined) return { failures: row.failures, endsAt: row.window_at + windowMs };
  const full = await sql<{ window_at: number }>`
    select window_at from app.attempt where kind = ${kind} and subject = ${subject}`.execute(db);
  return { failures: undefined, endsAt: (full.rows[0]?.window_at ?? now) + windowMs };
}

export async function removeTries(db: Database, { kind, subject }: Subject): Promise<void> {
  await sql`delete from app.attempt where kind = ${kind} and subject = ${subject}`.execute(db);
}

/** Wrong log-ins by these names, on every device of the person, and wrong codes of log-ins. */
export async function removeLoginTries(
  db: Database,
  { names, userId }: { names: readonly string[]; userId: string },
): Promise<void> {
  await sql`
    delete from app.attempt
    where (kind = 'login' and (subject = any(${names}) or starts_with(subject, ${`device:${userId}:`})))
      or (kind = 'second' and subject = ${userId})`.execute(db);
}

/** A code that proves a contact: what it is for, and whose contact it proves. */
type CodeFor = { readonly scene: string; readonly target: Contact['target'] };

export async function findCodeSentAt(db: Database, { scene, target }: CodeFor): Promise<number | undefined> {
  const found = await sql<{ sent_at: number }>`
    select sent_at from app.contact_code where scene = ${scene} and target = ${target}`.execute(db);
  return found.rows[0]?.sent_at;
}

/** False when another call has just sent one: of two at once only one sends. */
export async function keepContactCode(
  db: Database,
  { scene, target }: CodeFor,
  code: { hash: Buffer; tries: number; now: number; expires: number; resendMs: number },
): Promise<boolean> {
  const { hash, tries, now, expires, resendMs } = code;
  const stored = await sql`
    insert into app.contact_code as c (scene, target, code_hash, tries_left, sent_at, expires_at)
    values (${scene}, ${target}, ${hash}, ${tries}, ${new Date(now)}, ${new Date(expires)})
    on conflict (scene, target) do update set code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at
    where c.sent_at <= ${new Date(now - resendMs)}`.execute(db);
  return stored.numAffectedRows === 1n;
}

/** Takes a try before the code is looked at; undefined where none is left. */
export async function takeContactCodeTry(
  db: Database,
  { scene, target }: CodeFor,
  now: number,
): Promise<{ readonly code_hash: Buffer; readonly tries_left: number } | undefined> {
  const taken = await sql<{ code_hash: Buffer; tries_left: number }>`
    update app.contact_code set tries_left = tries_left - 1
    where scene = ${scene} and target = ${target} and tries_left > 0 and expires_at > ${new Date(now)}
    returning code_hash, tries_left`.execute(db);
  return taken.rows[0];
}

export async function giveContactCodeTriesBack(
  db: Database,
  { scene, target }: CodeFor,
  { hash, tries }: { hash: Buffer; tries: number },
): Promise<void> {
  await sql`
    update app.contact_code set tries_left = ${tries}
    where scene = ${scene} and target = ${target} and code_hash = ${hash}`.execute(db);
}

/** False where another call was first. */
export async function removeContactCode(
  db: Database,
  { scene, target }: CodeFor,
  hash: Buffer,
): Promise<boolean> {
  const used = await sql`
    delete from app.contact_code
    where scene = ${scene} and target = ${target} and code_hash = ${hash}`.execute(db);
  return used.numAffectedRows === 1n;
}

/** `userId` null: a try at a name that nobody has. */
export async function insertSecurityEvent(
  db: Database,
  row: {
    readonly id: string;
    readonly userId: string | null;
    readonly event: SecurityEvent['event'];
    readonly device: string | null;
    readonly network: string | null;
    readonly country: string | null;
    readonly now: number;
  },
): Promise<void> {
  const { id, userId, event, device, network, country, now } = row;
  await sql`
    insert into app.security_event (id, user_id, event, device, address, country, at)
    values (${id}, ${userId}, ${event}, ${device}, ${network}, ${country},
      ${new Date(now)})`.execute(db);
}

export async function removeSecurityEvent(db: Database, id: string): Promise<void> {
  await sql`delete from app.security_event where id = ${id}`.execute(db);
}

type EventRow = Omit<SecurityEvent, 'time'> & { readonly at: number };

/** Ids are UUIDv7: their order is the order of writing. */
export async function listSecurityEvents(
  db: Database,
  { userId, before, count }: { userId: string; before: string | null; count: number },
): Promise<readonly EventRow[]> {
  const found = await sql<EventRow>`
    select id, event, device, address, country, at from app.security_event
    where user_id = ${userId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${count}`.execute(db);
  return found.rows;
}

/** Tries at names that nobody has are written only so that their answer takes the same time. */
const pruneStrangers: PruneStep = ({ ago }, most) =>
  sql`delete from app.security_event where id in (
          select id from app.security_event
          where user_id is null and at < ${ago(strangersRetentionMs)} limit ${most})`;

const pruneSecurityEvents: PruneStep = ({ ago }, most) =>
  sql`delete from app.security_event where id in (
          select id from app.security_event where at < ${ago(eventsRetentionMs)} limit ${most})`;

const pruneContactCodes: PruneStep = ({ ago }) =>
  sql`delete from app.contact_code where expires_at < ${ago(codesRetentionMs)}`;

const pruneTries: PruneStep = ({ ago }) =>
  sql`delete from app.attempt where last_at < ${ago(attemptsRetentionMs)}
          and coalesce(locked_until, '-infinity') < ${ago(attemptsRetentionMs)}`;

/** What identity lets go of. */
export const pruneIdentity: readonly PruneStep[] = [
  pruneStrangers,
  pruneSecurityEvents,
  pruneContactCodes,
  pruneRecoveries,
  pruneLoginTickets,
  pruneTries,
];
