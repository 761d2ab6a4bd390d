/** The end of a recovery: a new login password for whoever proved a contact. */
import { Refusal } from '@marigold/contract/endpoint';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { revokeSessions } from '../../platform/session.ts';
import { freeze } from '../freeze/freeze.ts';
import { notify } from '../message/notify.ts';
import { refuseNewPassword, storeLoginPassword } from './login-password.ts';
import type { Passwords } from './passwords.ts';
import { hashTicket } from './recovery.ts';
import { recordSecurityEvent } from './security-log.ts';
import { getPerson } from './store.ts';

export function createResetPassword(passwords: Passwords): Handlers['user/forget/reset'] {
  return async ({ ticket, password, confirm }, call) => {
    const no = refuseNewPassword({ password, confirm });
    if (no !== undefined) return no;
    const { db, now } = call;
    // A hash is expensive: nobody gets one for a ticket that is none.
    if (!(await isProven(db, ticket, now))) return new Refusal('ticket_expired');
    const hash = await passwords.hash(password);
    const userId = await useTicket(db, ticket, now);
    if (userId === undefined) return new Refusal('ticket_expired');
    await storeLoginPassword(db, userId, hash);
    const until = await freeze(db, { userId, reason: 'passwordReset', now });
    await revokeSessions(db, { userId, now });
    await forgetWrongLogins(db, userId);
    await recordSecurityEvent(db, call, userId, 'passwordReset');
    await notify(db, { userId, kind: 'passwordReset', facts: { until }, now });
    return { freezeUntil: until };
  };
}

async function isProven(db: Database, ticket: string, now: number): Promise<boolean> {
  const found = await sql`
    select 1 from app.recovery
    where ticket_hash = ${hashTicket(ticket)} and state = 'proven' and expires_at > ${new Date(now)}`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** Uses the ticket of a proven recovery up, and every other recovery of that person with it. */
async function useTicket(db: Database, ticket: string, now: number): Promise<string | undefined> {
  const used = await sql<{ id: string; user_id: string }>`
    update app.recovery set state = 'used'
    where ticket_hash = ${hashTicket(ticket)} and state = 'proven' and expires_at > ${new Date(now)}
    returning id, user_id`.execute(db);
  const row = used.rows[0];
  if (row === undefined) return undefined;
  await sql`
    update app.recovery set state = 'void'
    where user_id = ${row.user_id} and id <> ${row.id} and state in ('open', 'proven')`.execute(db);
  return row.user_id;
}

/** Whoever proved a contact may log in at once, however often others guessed. */
async function forgetWrongLogins(db: Database, userId: string): Promise<void> {
  const { username, email, phone } = await getPerson(db, userId);
  const names = [username, email, phone].flatMap((name) =>
    name === null ? [] : [`text:${name.toLowerCase()}`],
  );
  await sql`
    delete from app.attempt
    where kind = 'login' and (subject = any(${names}) or starts_with(subject, ${`device:${userId}:`}))`.execute(
    db,
  );
}
