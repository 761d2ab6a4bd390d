/** What happened to an account, for its owner to look up: log-ins, devices, changes of secrets. Written where it happens. */
import { isIPv4, isIPv6 } from 'node:net';

import type { SecurityEvent } from '@marigold/contract/user';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { isId, newId } from '../../platform/ids.ts';
import { malformed } from '../../platform/transport-error.ts';
import type { Trace } from './attempts.ts';

const pageSizeDefault = 20;
/** The id of the last event of the page before. */

type From = Pick<Call, 'deviceName' | 'deviceFamily' | 'address' | 'now'>;

/** Done by whoever does not know the secret: their client's words are no words for the owner to read. */
const strangersEvents: ReadonlySet<SecurityEvent['event']> = new Set(['loginFailed', 'payPasswordLocked']);

/** Writes what happened, from where and when. `db` is the transaction of the fact, or `aside` for what was refused. */
export async function recordSecurityEvent(
  db: Database,
  from: From,
  userId: string,
  event: SecurityEvent['event'],
): Promise<void> {
  await insertEvent(db, newId(), from, userId, event);
}

/**
 * A wrong login password, as `guess` writes and erases it. `userId` undefined: a try at a name that nobody has, written so
 * that it costs the same time.
 */
export function traceOfLogin(from: From, userId: string | undefined): Trace {
  let id = newId();
  return {
    async write(db) {
      // Drawn when it is written: tries wait for each other, and ids are the order of the log.
      id = newId();
      await insertEvent(db, id, from, userId, 'loginFailed');
    },
    async erase(db) {
      await sql`delete from app.security_event where id = ${id}`.execute(db);
    },
  };
}

async function insertEvent(
  db: Database,
  id: string,
  { deviceName, deviceFamily, address, now }: From,
  userId: string | undefined,
  event: SecurityEvent['event'],
): Promise<void> {
  const device = strangersEvents.has(event) ? deviceFamily : deviceName;
  await sql`
    insert into app.security_event (id, user_id, event, device, address, at)
    values (${id}, ${userId ?? null}, ${event}, ${device === '' ? null : device}, ${networkOf(address) ?? null},
      ${new Date(now)})`.execute(db);
}

/** `203.0.113.7` -> `203.0.113.*`, `2001:db8:1:2::3` -> `2001:db8:1:*`; undefined for what is no address. */
export function networkOf(address: string): string | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.*`;
  const [bare = ''] = mapped.split('%');
  if (!isIPv6(bare)) return undefined;
  const [head = ''] = bare.split('::');
  const groups = head === '' ? [] : head.split(':');
  return `${[...groups, '0', '0', '0'].slice(0, 3).join(':').toLowerCase()}:*`;
}

type Row = Omit<SecurityEvent, 'time'> & { readonly at: number };

/** Ids are UUIDv7: their order is the order of writing, so the last id of a page is its cursor. */
export const securityLog: Handlers['user/security/log'] = async (
  { cursor, size = pageSizeDefault },
  { db, session },
) => {
  if (cursor !== undefined && !isId(cursor)) throw malformed('cursor');
  const before = cursor ?? null;
  const found = await sql<Row>`
    select id, event, device, address, at from app.security_event
    where user_id = ${session.userId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${size + 1}`.execute(db);
  const list = found.rows.slice(0, size).map(({ at, ...event }) => ({ ...event, time: at }));
  return { list, next: found.rows.length > size ? (list.at(-1)?.id ?? null) : null };
};
