/** What happened to an account, for its owner to look up: log-ins, devices, changes of secrets. Written where it happens. */
import type { SecurityEvent } from '@marigold/contract/calls/session';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { malformed } from '../../platform/http/transport-error.ts';
import { wideNetworkOf } from '../../platform/process/caller-address.ts';
import { isId, newRowId } from '../../platform/process/ids.ts';
import type { Trace } from './attempts.ts';
import { insertSecurityEvent, listSecurityEvents, removeSecurityEvent } from './store.ts';

const pageSizeDefault = 20;

type From = Pick<Call, 'deviceName' | 'deviceFamily' | 'address' | 'country' | 'now'>;

/** Done by a client that did not know the secret: what it calls itself is not shown to the owner. */
const strangersEvents: ReadonlySet<SecurityEvent['event']> = new Set([
  'loginFailed',
  'loginCodeFailed',
  'googleFailed',
  'payPasswordLocked',
]);

/** Writes what happened, from where and when. `db` is the transaction of the fact, or `aside` for what was refused. */
export async function recordSecurityEvent(
  db: Database,
  from: From,
  userId: string,
  event: SecurityEvent['event'],
): Promise<void> {
  await insertEvent(db, newRowId(), from, userId, event);
}

/**
 * A wrong guess at a secret, as `guess` writes and erases it. `userId` undefined: a try at a name that nobody has, written
 * so that it costs the same time.
 */
export function traceOfGuess(
  from: From,
  userId: string | undefined,
  event: 'loginFailed' | 'loginCodeFailed' | 'googleFailed',
): Trace {
  let id = newRowId();
  return {
    async write(db) {
      // Drawn when it is written: tries wait for each other, and ids are the order of the log.
      id = newRowId();
      await insertEvent(db, id, from, userId, event);
    },
    async erase(db) {
      await removeSecurityEvent(db, id);
    },
  };
}

async function insertEvent(
  db: Database,
  id: string,
  { deviceName, deviceFamily, address, country, now }: From,
  userId: string | undefined,
  event: SecurityEvent['event'],
): Promise<void> {
  const device = strangersEvents.has(event) ? deviceFamily : deviceName;
  await insertSecurityEvent(db, {
    id,
    userId: userId ?? null,
    event,
    device: device === '' ? null : device,
    network: wideNetworkOf(address) ?? null,
    country: country ?? null,
    now,
  });
}

/** Ids are UUIDv7: their order is the order of writing, so the last id of a page is its cursor. */
export const securityLog: Handlers['user/security/log'] = async (
  { cursor, size = pageSizeDefault },
  { db, session },
) => {
  if (cursor !== undefined && !isId(cursor)) throw malformed('cursor');
  const query = { userId: session.userId, before: cursor ?? null, count: size + 1 };
  const events = await listSecurityEvents(db, query);
  const list = events.slice(0, size).map(({ at, ...event }) => ({ ...event, time: at }));
  return { list, next: events.length > size ? (list.at(-1)?.id ?? null) : null };
};
