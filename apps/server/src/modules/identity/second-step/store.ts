/** SQL of log-ins that wait for a code. */
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import type { PruneStep } from '../../../platform/database/prune.ts';
import type { Contact } from '../../person/person.ts';
import { loginTicketRetentionMs } from '../rules.ts';

export type LoginTicket = {
  readonly hash: Buffer;
  readonly userId: string;
  readonly deviceHash: Buffer;
  readonly remember: boolean;
  readonly sentAt: number | null;
};

export async function insertLoginTicket(
  db: Database,
  row: Omit<LoginTicket, 'sentAt'> & {
    readonly tries: number;
    readonly now: number;
    readonly expires: number;
  },
): Promise<void> {
  const { hash, userId, deviceHash, remember, tries, now, expires } = row;
  await sql`
    insert into app.login_ticket (hash, user_id, device_hash, remember, tries_left, created_at, expires_at)
    values (${hash}, ${userId}, ${deviceHash}, ${remember}, ${tries}, ${new Date(now)}, ${new Date(expires)})`.execute(
    db,
  );
}

/** One that may still be used, on the device that it was given to. */
export async function findLoginTicket(
  db: Database,
  { hash, device, now }: { readonly hash: Buffer; readonly device: Buffer; readonly now: number },
): Promise<LoginTicket | undefined> {
  const found = await sql<LoginTicket>`
    select hash, user_id as "userId", device_hash as "deviceHash", remember, sent_at as "sentAt"
    from app.login_ticket
    where hash = ${hash} and device_hash = ${device} and expires_at > ${new Date(now)} and tries_left > 0`.execute(
    db,
  );
  return found.rows[0];
}

/** False when another call has just sent a code: of two at once only one sends. */
export async function keepLoginCode(
  db: Database,
  hash: Buffer,
  code: { method: Contact['channel']; codeHash: Buffer; now: number; resendMs: number },
): Promise<boolean> {
  const { method, codeHash, now, resendMs } = code;
  const stored = await sql`
    update app.login_ticket set method = ${method}, code_hash = ${codeHash}, sent_at = ${new Date(now)}
    where hash = ${hash} and (sent_at is null or sent_at <= ${new Date(now - resendMs)})`.execute(db);
  return stored.numAffectedRows === 1n;
}

/**
 * Takes a try before what was typed is looked at; undefined where none is left. `sentAfter`: or where no code was sent since.
 */
export async function takeLoginTry(
  db: Database,
  hash: Buffer,
  { sentAfter = null }: { readonly sentAfter?: Date | null },
): Promise<{ readonly codeHash: Buffer | null; readonly left: number } | undefined> {
  const taken = await sql<{ codeHash: Buffer | null; left: number }>`
    update app.login_ticket set tries_left = tries_left - 1
    where hash = ${hash} and tries_left > 0
      and (${sentAfter}::timestamptz is null or sent_at > ${sentAfter}::timestamptz)
    returning code_hash as "codeHash", tries_left as "left"`.execute(db);
  return taken.rows[0];
}

/** From here on a change of the person's password waits for the transaction, and finds the session that it opens. */
export async function lockAgainstChange(db: Database, userId: string): Promise<void> {
  await sql`select from app.person where id = ${userId} for share`.execute(db);
}

/** Whether a ticket is still there; another call that uses it waits. */
export async function lockLoginTicket(db: Database, hash: Buffer): Promise<boolean> {
  const found = await sql`select from app.login_ticket where hash = ${hash} for update`.execute(db);
  return found.rows.length > 0;
}

/** Uses a ticket up; false where another call was first, or a changed secret took it. */
export async function useLoginTicket(db: Database, hash: Buffer): Promise<boolean> {
  const used = await sql`delete from app.login_ticket where hash = ${hash}`.execute(db);
  return used.numAffectedRows === 1n;
}

export const pruneLoginTickets: PruneStep = ({ ago }, most) =>
  sql`delete from app.login_ticket where hash in (
          select hash from app.login_ticket where expires_at < ${ago(loginTicketRetentionMs)} limit ${most})`;
