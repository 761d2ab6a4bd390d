/**
 * Sessions in two halves (docs/decisions/0052): an opaque bearer that the client stores, 256 random bits of which we keep the
 * SHA-256, and a cookie that scripts cannot read (session-half.ts). One alone is nobody. Sliding, revocable at once.
 */
import { hash } from 'node:crypto';

import { sessionDays, sessionDaysMax } from '@marigold/contract/durations';
import { judgeHalf } from '@marigold/guard/session-halves';
import { dayMs } from '@marigold/money/spans';
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
import type { SessionHalves } from './session-half.ts';

/** So long a device that is not used stays trusted. */
export const trustLifeMs = 180 * dayMs;

/** In hex. */
function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

export type SessionDevice = {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the device cookie; undefined where a client is given none. */
  readonly hash?: Buffer | undefined;
  /** The network it came from, shortened; undefined where it is not known. */
  readonly network?: string | undefined;
  /** `GE`; undefined where no table tells. */
  readonly country?: string | undefined;
};

export type OpenedSession = {
  readonly token: string;
  readonly sessionId: string;
  /** The first half; it goes out as a cookie with the same answer. */
  readonly half: string;
  /** The days for which both live without use. */
  readonly days: number;
  readonly isNewDevice: boolean;
};

/**
 * Opens a session for a user on a device and answers its two halves, which are stored nowhere. Of two sessions that open
 * on one unknown device at once, one alone finds it new.
 */
export async function openSession(
  db: Database,
  halves: SessionHalves,
  {
    userId,
    device,
    remember,
    now,
  }: { userId: string; device: SessionDevice; remember: boolean; now: number },
): Promise<OpenedSession> {
  const token = newToken();
  const sessionId = newRowId();
  const days = remember ? sessionDays.remembered : sessionDays.normal;
  const at = new Date(now);
  const seen = await sql<{ isNew: boolean }>`
    insert into app.device (user_id, id, name, first_seen, last_seen)
    values (${userId}, ${device.id}, ${device.name}, ${at}, ${at})
    on conflict (user_id, id) do update set name = excluded.name, last_seen = excluded.last_seen
    returning xmax = 0 as "isNew"`.execute(db);
  await sql`
    insert into app.session (id, user_id, device_id, token_hash, days, created_at, last_used_at, expires_at,
      half_number, device_hash, network, country)
    values (${sessionId}, ${userId}, ${device.id}, decode(${hashToken(token)}, 'hex'), ${days}, ${at}, ${at},
      ${new Date(now + days * dayMs)}, 1, ${device.hash ?? null}, ${device.network ?? null},
      ${device.country ?? null})`.execute(db);
  const half = halves.make(sessionId, 1);
  return { token, sessionId, half, days, isNewDevice: seen.rows[0]?.isNew === true };
}

/** What a session says beside its own row: columns of a statement about `app.session s`. */
export type SessionFacts = {
  /** Until when orders are frozen, in epoch milliseconds. */
  readonly tradeFrozenUntil: SqlWords;
};

/** What a client shows of a session. */
export type PresentedSession = {
  readonly token: string;
  readonly half: string | undefined;
  /** As the envelope names it; undefined where there is none. */
  readonly deviceId: string | undefined;
};

export type FoundSession = {
  readonly session: Session;
  /** The successor of the half that was shown; it goes out as a cookie with the answer. */
  readonly renewed?: { readonly half: string; readonly days: number };
};

export type SessionDependencies = {
  readonly facts: SessionFacts;
  readonly halves: SessionHalves;
  /** A half was shown whose successor somebody else has used: the session has to end, and its owner to hear of it. */
  readonly onCopied: (session: Session, now: number) => Promise<void>;
  /** A session from before there were halves got its first one. */
  readonly onFirstHalf: (db: Database, session: Session, now: number) => Promise<void>;
};

/** Answers a function that finds the live session of what a client shows; undefined when it is unknown, ended or expired. */
export function createSessionFinder(
  db: Database,
  dependencies: SessionDependencies,
): (presented: PresentedSession, now: number) => Promise<FoundSession | undefined> {
  // Looked up for every call and kept for none: a session that ended is refused from its commit on, in every process.
  const readSession = shareReads(
    async (hashes: readonly string[]) => await readSessions(db, dependencies.facts, hashes),
  );
  return async (presented, now) => {
    const row = await readSession(hashToken(presented.token));
    return row === undefined ? undefined : await judge(db, dependencies, row, presented, now);
  };
}

/** Answers a function that finds one session as createSessionFinder's does, in whatever transaction the caller has open. */
export function createFindSession(
  dependencies: SessionDependencies,
): (db: Database, presented: PresentedSession, now: number) => Promise<Session | undefined> {
  return async (db, presented, now) => {
    const key = hashToken(presented.token);
    const row = (await readSessions(db, dependencies.facts, [key])).get(key);
    // It has to make a call first, which brings it a half. The client takes this for an outage and comes back.
    if (row?.half_number === 0) throw new Error('A session from before there were halves has none yet');
    return row === undefined ? undefined : (await judge(db, dependencies, row, presented, now))?.session;
  };
}

type Row = {
  readonly hash: string;
  readonly id: string;
  readonly user_id: string;
  readonly device_id: string;
  readonly days: number;
  readonly expires_at: number;
  readonly half_number: number;
  readonly half_used_at: number | null;
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
    select encode(token_hash, 'hex') as hash, id, user_id, device_id, days,
      (extract(epoch from expires_at) * 1000)::float8 as expires_at,
      half_number, (extract(epoch from half_used_at) * 1000)::float8 as half_used_at,
      trade_confirmed_at is not null as may_trade,
      ${tradeFrozenUntil} as trade_frozen_until
    from app.session s
    where token_hash = any(array(select decode(h, 'hex') from unnest(${column(hashes)}::text[]) h))
      and revoked_at is null`.execute(db);
  const rows = new Map<string, Row>();
  for (const row of found.rows) rows.set(row.hash, row);
  return rows;
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

/** The session when it has not expired and the half is right; what follows from the half is written down first. */
async function judge(
  db: Database,
  { halves, onCopied, onFirstHalf }: SessionDependencies,
  row: Row,
  { half, deviceId }: PresentedSession,
  now: number,
): Promise<FoundSession | undefined> {
  if (row.expires_at <= now) return undefined;
  const session = sessionOf(row);
  if (row.half_number === 0) {
    if (deviceId !== row.device_id || !(await giveFirstHalf(db, row.id))) return undefined;
    await onFirstHalf(db, session, now);
    return { session, renewed: { half: halves.make(row.id, 1), days: row.days } };
  }
  const number = half === undefined ? undefined : halves.read(row.id, half);
  if (number === undefined) return undefined;
  const state = { number: row.half_number, usedAt: row.half_used_at ?? undefined };
  const verdict = judgeHalf(state, number, now);
  switch (verdict.kind) {
    case 'unknown':
      return undefined;
    case 'copied':
      await onCopied(session, now);
      return undefined;
    case 'overlap':
      return { session };
    case 'again':
      return { session, renewed: { half: halves.make(row.id, row.half_number), days: row.days } };
    case 'right':
      if (verdict.isFirstUse) await markHalfUsed(db, row, now);
      return { session };
    case 'renew':
      await renewHalf(db, row, now);
      return { session, renewed: { half: halves.make(row.id, row.half_number + 1), days: row.days } };
  }
}

/** True for one call alone: whoever shows the bearer of an old session first has its half. */
async function giveFirstHalf(db: Database, sessionId: string): Promise<boolean> {
  const given = await sql`
    update app.session set half_number = 1
    where id = ${sessionId} and half_number = 0 and revoked_at is null`.execute(db);
  return given.numAffectedRows === 1n;
}

/** The end of the session slides with it, as with its renewal: one of the two comes at least every quarter of an hour of use. */
async function markHalfUsed(db: Database, { id, half_number }: Row, now: number): Promise<void> {
  await sql`
    update app.session set half_used_at = ${new Date(now)}, last_used_at = ${new Date(now)}, expires_at = ${slidTo(now)}
    where id = ${id} and half_number = ${half_number} and half_used_at is null
      and revoked_at is null`.execute(db);
}

/** Of two calls at once one counts it on; both get the same successor. Its end slides with it. */
async function renewHalf(db: Database, { id, half_number }: Row, now: number): Promise<void> {
  await sql`
    update app.session set half_number = ${half_number + 1}, half_used_at = null,
      last_used_at = ${new Date(now)}, expires_at = ${slidTo(now)}
    where id = ${id} and half_number = ${half_number} and revoked_at is null`.execute(db);
}

/** The end of a session that is used now: sliding, and never beyond its absolute life. */
function slidTo(now: number): RawBuilder<unknown> {
  const { normal, remembered } = sessionDaysMax;
  return sql`least(${new Date(now)}::timestamptz + make_interval(days => days),
    created_at + make_interval(days => case when days = ${sessionDays.normal} then ${normal}::int else ${remembered}::int end))`;
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
  /** The network it was opened from, shortened. */
  readonly address: string | null;
  readonly country: string | null;
  /** No code is asked for on its device. */
  readonly isTrusted: boolean;
  readonly createdTime: number;
  readonly lastTime: number;
};

/** The live sessions of somebody: one before the others, then the last used first. */
export async function listSessionRows(
  db: Database,
  { userId, first, most, now }: { userId: string; first: string; most: number; now: number },
): Promise<readonly OpenSession[]> {
  const found = await sql<OpenSession>`
      select s.id, d.name as device, s.network as address, s.country,
        exists (select from app.trusted_device t where t.user_id = s.user_id and t.device_hash = s.device_hash
          and t.used_at > ${new Date(now - trustLifeMs)}) as "isTrusted", s.created_at as "createdTime", s.last_used_at as "lastTime"
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
