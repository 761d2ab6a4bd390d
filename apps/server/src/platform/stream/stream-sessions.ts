/** Whose connection is whose: news reach the connections of their person, and a session that ends takes its own with it. */
import type { UserNews } from '../database/outbox.ts';
import type { Session } from '../http/call.ts';
import { listLiveSessions } from '../http/session.ts';
import { closeCodes } from './stream-bounds.ts';
import type { StreamClient } from './stream-client.ts';
import type { StreamState } from './stream-state.ts';

/** An ended session is remembered this long, for an `auth` that was looked up just before it ended. */
const endedRetentionMs = 60_000;

export function sendNews({ users, ended }: StreamState, { userId, event, data }: UserNews): void {
  if (event !== 'session') {
    for (const client of users.get(userId) ?? []) client.send({ ...data, event });
    return;
  }
  const sessionId = String(data['ended']);
  ended.set(sessionId, performance.now());
  for (const client of users.get(userId) ?? []) {
    if (client.session()?.id === sessionId) client.close(closeCodes.unauthorised, 'session ended');
  }
}

/** `now` in milliseconds of performance.now. */
export function forgetEnded({ ended }: StreamState, now: number): void {
  for (const [sessionId, at] of ended) if (now - at > endedRetentionMs) ended.delete(sessionId);
}

/** Closes whoever's session has ended or expired, also when nobody announced it or we did not hear it. */
export async function closeEnded({ clients, db, clock, log }: StreamState): Promise<void> {
  const sessionIds = new Set([...clients.keys()].flatMap((client) => client.session()?.id ?? []));
  if (sessionIds.size === 0) return;
  try {
    const live = await listLiveSessions(db, [...sessionIds], clock());
    for (const client of clients.keys()) {
      const session = client.session();
      // Only those that were asked about: others have come while the database answered.
      if (session !== undefined && sessionIds.has(session.id) && !live.has(session.id)) {
        client.close(closeCodes.unauthorised, 'session ended');
      }
    }
  } catch (error) {
    log.warn({ err: error }, 'the sessions of live connections could not be checked');
  }
}

/**
 * The live session of both halves, or undefined; one that was heard to end is none, whatever the database said before.
 * `half` is what the connection was opened with: whoever logs in opens another one.
 */
export async function findLiveSession(
  { findSession, db, clock, ended }: StreamState,
  { token, half }: { readonly token: string; readonly half: string | undefined },
): Promise<Session | undefined> {
  const session = await findSession(db, { token, half, deviceId: undefined }, clock());
  return session === undefined || ended.has(session.id) ? undefined : session;
}

/** The connection hears the news of the person that it has now, and no longer those of the one before. */
export function changeUser(state: StreamState, client: StreamClient, before: Session | undefined): void {
  const { users } = state;
  leaveUser(state, client, before?.userId);
  const userId = client.session()?.userId;
  if (userId === undefined) return;
  const others = users.get(userId) ?? new Set();
  users.set(userId, others.add(client));
}

export function leaveUser({ users }: StreamState, client: StreamClient, userId: string | undefined): void {
  if (userId === undefined) return;
  const others = users.get(userId);
  others?.delete(client);
  if (others?.size === 0) users.delete(userId);
}
