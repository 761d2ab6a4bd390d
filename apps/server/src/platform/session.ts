/** Opaque bearer sessions (protocol.md "Who is calling"): 256 random bits, stored as SHA-256, sliding, revocable. */
import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Session } from './call.ts';
import type { Database } from './database.ts';
import { newId, newToken } from './ids.ts';
import { announce } from './outbox.ts';

const dayMs = 24 * 60 * 60 * 1000;
export const sessionDays = { normal: 7, remembered: 90 } as const;
/** The sliding end of a session is written at most this often. */
const touchEveryMs = 60 * 60 * 1000;

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export type Device = { readonly id: string; readonly name: string };

/** Opens a session for a user on a device and answers its bearer token; the token itself is stored nowhere. */
export async function openSession(
  db: Database,
  { userId, device, remember, now }: { userId: string; device: Device; remember: boolean; now: number },
): Promise<{ token: string; sessionId: string }> {
  const token = newToken();
  const sessionId = newId();
  const days = remember ? sessionDays.remembered : sessionDays.normal;
  await sql`
    insert into app.device (user_id, id, name, first_seen, last_seen)
    values (${userId}, ${device.id}, ${device.name}, ${new Date(now)}, ${new Date(now)})
    on conflict (user_id, id) do update set name = excluded.name, last_seen = excluded.last_seen`.execute(db);
  await sql`
    insert into app.session (id, user_id, device_id, token_hash, days, created_at, last_used_at, expires_at)
    values (${sessionId}, ${userId}, ${device.id}, ${hashToken(token)}, ${days}, ${new Date(now)}, ${new Date(now)},
            ${new Date(now + days * dayMs)})`.execute(db);
  return { token, sessionId };
}

/** Finds the live session of a bearer token; undefined when it is unknown, ended or expired. */
export async function findSession(db: Database, token: string, now: number): Promise<Session | undefined> {
  const found = await sql<{ id: string; user_id: string; device_id: string; last_used_at: number }>`
    select id, user_id, device_id, last_used_at from app.session
    where token_hash = ${hashToken(token)} and revoked_at is null and expires_at > ${new Date(now)}`.execute(
    db,
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  if (now - row.last_used_at > touchEveryMs) {
    await sql`
      update app.session set last_used_at = ${new Date(now)}, expires_at = ${new Date(now)}::timestamptz + make_interval(days => days)
      where id = ${row.id} and revoked_at is null`.execute(db);
  }
  return { id: row.id, userId: row.user_id, deviceId: row.device_id };
}

/** Ends one session, or all of a user but one; live connections hear of it at once. */
export async function revokeSessions(
  db: Database,
  { userId, only, except, now }: { userId: string; only?: string; except?: string; now: number },
): Promise<void> {
  const ended = await sql<{ id: string }>`
    update app.session set revoked_at = ${new Date(now)}
    where user_id = ${userId} and revoked_at is null
      and (${only ?? null}::uuid is null or id = ${only ?? null})
      and (${except ?? null}::uuid is null or id <> ${except ?? null})
    returning id`.execute(db);
  for (const { id } of ended.rows) await announce(db, { userId, event: 'session', data: { ended: id } });
}
