/** Recoveries: forgotten passwords on their way back. Tickets and codes are kept as hashes alone. */
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import type { PruneStep } from '../../../platform/database/prune.ts';
import { codesRetentionMs } from '../rules.ts';
import { recoveryStates } from './states.ts';
import type { Ways } from './ways.ts';

type Method = 'email' | 'sms';

export async function insertRecovery(
  db: Database,
  row: {
    readonly id: string;
    readonly ticketHash: Buffer;
    /** Null: nobody has the name. */
    readonly userId: string | null;
    readonly nameKey: Buffer;
    readonly ways: Ways;
    readonly now: number;
    readonly expires: number;
  },
): Promise<void> {
  const { id, ticketHash, userId, nameKey, ways, now, expires } = row;
  await sql`
      insert into app.recovery (id, ticket_hash, user_id, name_key, email_masked, sms_masked, created_at, expires_at)
      values (${id}, ${ticketHash}, ${userId}, ${nameKey}, ${ways.email}, ${ways.sms},
        ${new Date(now)}, ${new Date(expires)})`.execute(db);
}

export type OpenRecovery = { readonly id: string; readonly nameKey: Buffer } & Ways;

export async function findOpenRecovery(
  db: Database,
  ticketHash: Buffer,
  now: number,
): Promise<OpenRecovery | undefined> {
  const found = await sql<OpenRecovery>`
    select id, name_key as "nameKey", email_masked as email, sms_masked as sms from app.recovery
    where ticket_hash = ${ticketHash} and state = 'open' and expires_at > ${new Date(now)}`.execute(db);
  return found.rows[0];
}

/** When the last code left for this name by this way, whichever recovery asked for it. */
export async function findLastSentAt(
  db: Database,
  { nameKey }: OpenRecovery,
  method: Method,
): Promise<number | undefined> {
  const found = await sql<{ sent_at: number | null }>`
    select max(sent_at) as sent_at from app.recovery where name_key = ${nameKey} and method = ${method}`.execute(
    db,
  );
  return found.rows[0]?.sent_at ?? undefined;
}

/** False when another call has just sent one: of two at once only one sends. */
export async function keepRecoveryCode(
  db: Database,
  id: string,
  code: {
    readonly method: Method;
    readonly hash: Buffer;
    readonly tries: number;
    readonly now: number;
    readonly resendMs: number;
  },
): Promise<boolean> {
  const { method, hash, tries, now, resendMs } = code;
  const stored = await sql`
    update app.recovery set method = ${method}, code_hash = ${hash}, tries_left = ${tries},
      sent_at = ${new Date(now)}
    where id = ${id} and state = 'open'
      and (method is distinct from ${method} or sent_at is null or sent_at <= ${new Date(now - resendMs)})`.execute(
    db,
  );
  return stored.numAffectedRows === 1n;
}

/** Whose it is; undefined where nobody has the name. */
export async function findRecoveryOwner(db: Database, id: string): Promise<string | undefined> {
  const found = await sql<{ user_id: string | null }>`
        select user_id from app.recovery where id = ${id}`.execute(db);
  return found.rows[0]?.user_id ?? undefined;
}

export type RecoveryTry = {
  readonly id: string;
  readonly user_id: string | null;
  readonly code_hash: Buffer;
  readonly tries_left: number;
};

/** Takes a try before the code is looked at; undefined where none is left, or no code. */
export async function takeRecoveryTry(
  db: Database,
  { ticketHash, now, sentAfter }: { ticketHash: Buffer; now: number; sentAfter: Date },
): Promise<RecoveryTry | undefined> {
  const taken = await sql<RecoveryTry>`
      update app.recovery set tries_left = tries_left - 1
      where ticket_hash = ${ticketHash} and state = 'open' and expires_at > ${new Date(now)}
        and tries_left > 0 and sent_at > ${sentAfter}
      returning id, user_id, code_hash, tries_left`.execute(db);
  return taken.rows[0];
}

/** Of two right codes at once the first one gets its ticket; false for the other. */
export async function markProven(
  db: Database,
  { id, code_hash }: RecoveryTry,
  { ticketHash, expires }: { ticketHash: Buffer; expires: number },
): Promise<boolean> {
  const moved = await sql`
      update app.recovery set state = 'proven', ticket_hash = ${ticketHash}, code_hash = null,
        expires_at = ${new Date(expires)}
      where id = ${id} and state = any(${before(recoveryStates, 'proven')}::text[]) and code_hash = ${code_hash}`.execute(
    db,
  );
  return moved.numAffectedRows === 1n;
}

/** Whose recovery is proven by this ticket; nobody's is. */
export async function findProvenOwner(
  db: Database,
  ticketHash: Buffer,
  now: number,
): Promise<string | undefined> {
  const found = await sql<{ user_id: string }>`
    select user_id from app.recovery
    where ticket_hash = ${ticketHash} and state = 'proven' and expires_at > ${new Date(now)}`.execute(db);
  return found.rows[0]?.user_id;
}

/** Uses the ticket of a proven recovery up, and every other recovery of that person with it; answers which channel proved it. */
export async function useTicket(
  db: Database,
  ticketHash: Buffer,
  now: number,
): Promise<{ readonly userId: string; readonly by: Method } | undefined> {
  const used = await sql<{ id: string; user_id: string; method: Method }>`
    update app.recovery set state = 'used'
    where ticket_hash = ${ticketHash} and state = any(${before(recoveryStates, 'used')}::text[])
      and expires_at > ${new Date(now)}
    returning id, user_id, method`.execute(db);
  const row = used.rows[0];
  if (row === undefined) return undefined;
  await sql`
    update app.recovery set state = 'void'
    where user_id = ${row.user_id} and id <> ${row.id}
      and state = any(${before(recoveryStates, 'void')}::text[])`.execute(db);
  return { userId: row.user_id, by: row.method };
}

export const pruneRecoveries: PruneStep = ({ ago }, most) =>
  sql`delete from app.recovery where id in (
          select id from app.recovery where expires_at < ${ago(codesRetentionMs)} limit ${most})`;
