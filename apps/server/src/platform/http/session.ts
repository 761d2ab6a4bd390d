/** Opaque bearer sessions (protocol.md "Who is calling"): 256 random bits, stored as SHA-256, sliding, revocable. */
import { hash } from 'node:crypto';

import { sessionDays } from '@marigold/contract/durations';
import { dayMs, hourMs } from '@marigold/money/spans';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import { column } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { announce } from '../database/outbox.ts';
import type { SqlWords } from '../database/prepared.ts';
import { prepared } from '../database/prepared.ts';
import { shareReads } from '../database/shared-reads.ts';
import { newRowId, newToken } from '../process/ids.ts';
import type { Session } from './call.ts';

/** The sliding end of a session is written at most this often. */
const touchEveryMs = hourMs;

/** In hex. */
function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

export type SessionDevice = { readonly id: string; readonly name: string };

/**
 * Opens a session for a user on a device and answers its bearer token; the token itself is stored nowhere. Of two
 * sessions that open on one unknown device at once, one alone finds it new.
 */
export async function openSession(
  db: Database,
  {
    userId,
    device,
    remember,
    now,
  }: { userId: string; device: SessionDevice; remember: boolean; now: number },
): Promise<{ token: string; sessionId: string; isNewDevice: boolean }> {
  const token = newToken();
  const sessionId = newRowId();
  const days = remember ? sessionDays.remembered : sessionDays.normal;
  const seen = await sql<{ isNew: boolean }>`
    insert into app.device (user_id, id, name, first_seen, last_seen)
    values (${userId}, ${device.id}, ${device.name}, ${new Date(now)}, ${new Date(now)})
    on conflict (user_id, id) do update set name = excluded.name, last_seen = excluded.last_seen
    returning xmax = 0 as "isNew"`.execute(db);
  await sql`
    insert into app.session (id, user_id, device_id, token_hash, days, created_at, last_used_at, expires_at)
    values (${sessionId}, ${userId}, ${device.id}, decode(${hashToken(token)}, 'hex'), ${days}, ${new Date(now)}, ${new Date(now)},
            ${new Date(now + days * dayMs)})`.execute(db);
  return { token, sessionId, isNewDevice: seen.rows[0]?.isNew === true };
}

/** What a session says beside its own row: columns of a statement about `app.session s`. */
export type SessionFacts = {
  /** Until when orders are frozen, in epoch milliseconds. */
  readonly tradeFrozenUntil: SqlWords;
};

/** Answers a function that finds the live session of a bearer token; undefined when it is unknown, ended or expired. */
export function createSessionFinder(
  db: Database,
  facts: SessionFacts,
): (token: string, now: number) => Promise<Session | undefined> {
  // Looked up for every call and kept for none: a session that ended is refused from its commit on, in every process.
  const readSession = shareReads(async (hashes: readonly string[]) => await readSessions(db, facts, hashes));
  return async (token, now) => {
    const row = await readSession(hashToken(token));
    if (row === undefined) return undefined;
    return mustSlide(row, now) ? await live(db, row, now) : sessionOf(row);
  };
}

/** Answers a function that finds one session as createSessionFinder's does, in whatever transaction the caller has open. */
export function createFindSession(
  facts: SessionFacts,
): (db: Database, token: string, now: number) => Promise<Session | undefined> {
  return async (db, token, now) => {
    const key = hashToken(token);
    const row = (await readSessions(db, facts, [key])).get(key);
    return row === undefined ? undefined : await live(db, row, now);
  };
}

type Row = {
  readonly hash: string;
  readonly id: string;
  readonly user_id: string;
  readonly device_id: string;
  readonly last_used_at: number;
  readonly expires_at: number;
  readonly may_trade: boolean;
  readonly trade_frozen_until: number | null;
};

async function readSessions(
  db: Database,
  { tradeFrozenUntil }: SessionFacts,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  // Looked at for every call: moments come as numbers, because reading them as dates took longer than the rest of a row.
  const found = await prepared<Row>`/* sessions_read */
    select encode(token_hash, 'hex') as hash, id, user_id, device_id,
      (extract(epoch from last_used_at) * 1000)::float8 as last_used_at,
      (extract(epoch from expires_at) * 1000)::float8 as expires_at,
      trade_confirmed_at is not null as may_trade,
      ${tradeFrozenUntil} as trade_frozen_until
    from app.session s
    where token_hash = any(array(select decode(h, 'hex') from unnest(${column(hashes)}::text[]) h))
      and revoked_at is null`.execute(db);
  return new Map(found.rows.map((row) => [row.hash, row]));
}

/** False for a session that is as alive as its row says. */
function mustSlide({ expires_at, last_used_at }: Row, now: number): boolean {
  return expires_at <= now || now - last_used_at > touchEveryMs;
}

function sessionOf({ id, user_id, device_id, may_trade, trade_frozen_until }: Row): Session {
  return {
    id,
    userId: user_id,
    deviceId: device_id,
    mayTrade: may_trade,
    tradeFrozenUntil: trade_frozen_until ?? undefined,
  };
}

/** The session when it has not expired; its end slides on with its use. */
async function live(db: Database, row: Row, now: number): Promise<Session | undefined> {
  if (row.expires_at <= now) return undefined;
  if (mustSlide(row, now)) {
    await sql`
      update app.session set last_used_at = ${new Date(now)}, expires_at = ${new Date(now)}::timestamptz + make_interval(days => days)
      where id = ${row.id} and revoked_at is null`.execute(db);
  }
  return sessionOf(row);
}

/** From here on this session may place orders. */
export async function allowTrading(db: Database, sessionId: string, now: number): Promise<void> {
  await sql`update app.session set trade_confirmed_at = ${new Date(now)} where id = ${sessionId}`.execute(db);
}

/** A secret changed: every session of the person has to be confirmed for trading anew. */
export async function forgetTradingConfirmed(db: Database, userId: string): Promise<void> {
  await sql`
    update app.session set trade_confirmed_at = null
    where user_id = ${userId} and revoked_at is null and trade_confirmed_at is not null`.execute(db);
}

/** Ends one session, or all of a user but one, and answers how many; live connections hear of it at once. */
export async function revokeSessions(
  db: Database,
  { userId, only, except, now }: { userId: string; only?: string; except?: string; now: number },
): Promise<number> {
  const ended = await sql<{ id: string }>`
    update app.session set revoked_at = ${new Date(now)}
    where user_id = ${userId} and revoked_at is null
      and (${only ?? null}::uuid is null or id = ${only ?? null})
      and (${except ?? null}::uuid is null or id <> ${except ?? null})
    returning id`.execute(db);
  for (const { id } of ended.rows) await announce(db, { userId, event: 'session', data: { ended: id } });
  return ended.rows.length;
}

/** A condition of a statement about `app.person p`: whether they signed in on this device before. */
export function isKnownDevice(deviceId: string): RawBuilder<boolean> {
  return sql`exists (select from app.device d where d.user_id = p.id and d.id = ${deviceId})`;
}

/** Where somebody is signed in. */
export type OpenSession = {
  readonly id: string;
  readonly device: string;
  readonly createdTime: number;
  readonly lastTime: number;
};

/** The live sessions of somebody: one before the others, then the last used first. */
export async function listSessionRows(
  db: Database,
  { userId, first, most, now }: { userId: string; first: string; most: number; now: number },
): Promise<readonly OpenSession[]> {
  const found = await sql<OpenSession>`
      select s.id, d.name as device, s.created_at as "createdTime", s.last_used_at as "lastTime"
      from app.session s join app.device d on d.user_id = s.user_id and d.id = s.device_id
      where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${new Date(now)}
      order by (s.id = ${first}) desc, s.last_used_at desc, s.id desc limit ${most}`.execute(db);
  return found.rows;
}

/** Which of these sessions are neither ended nor expired. */
export async function listLiveSessions(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const live = await sql<{ id: string }>`
    select id from app.session
    where id = any(${ids}::uuid[]) and revoked_at is null and expires_at > ${new Date(now)}`.execute(db);
  return new Set(live.rows.map(({ id }) => id));
}
