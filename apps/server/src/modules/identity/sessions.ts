/** Where a person is logged in, and how they end it. */
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { revokeSessions } from '../../platform/session.ts';
import { notify } from '../message/notify.ts';
import { networkOf, recordSecurityEvent } from './security-log.ts';

/** More than anybody has; the contract lists no more. */
const sessionsMax = 100;

type SessionHandlers = Pick<Handlers, 'user/session/list' | 'user/session/revoke'>;

export const sessionHandlers: SessionHandlers = {
  async 'user/session/list'(_input, { db, session, now }) {
    const found = await sql<{ id: string; device: string; createdTime: number; lastTime: number }>`
      select s.id, d.name as device, s.created_at as "createdTime", s.last_used_at as "lastTime"
      from app.session s join app.device d on d.user_id = s.user_id and d.id = s.device_id
      where s.user_id = ${session.userId} and s.revoked_at is null and s.expires_at > ${new Date(now)}
      order by (s.id = ${session.id}) desc, s.last_used_at desc, s.id desc limit ${sessionsMax}`.execute(db);
    return { list: found.rows.map((row) => ({ ...row, isCurrent: row.id === session.id })) };
  },

  async 'user/session/revoke'({ id }, call) {
    const { userId, id: current } = call.session;
    return await call.db.transaction().execute(async (db) => {
      const which = id === undefined ? { except: current } : { only: id };
      const ended = await revokeSessions(db, { userId, ...which, now: call.now });
      // Ended already, foreign and missing are the same: nothing was left to end.
      if (ended > 0) await recordSecurityEvent(db, call, userId, 'sessionRevoked');
      // Who ends the session of this very call knows it.
      if (ended > 0 && id !== current) await tellOfEnded(db, call, ended);
      return { ended };
    });
  },
};

async function tellOfEnded(db: Database, call: Call<'user'>, sessions: number): Promise<void> {
  const { session, deviceName, address, now } = call;
  await notify(db, {
    userId: session.userId,
    kind: 'sessionsEnded',
    facts: {
      sessions,
      device: deviceName === '' ? 'none' : deviceName,
      network: networkOf(address) ?? 'none',
      at: now,
    },
    now,
  });
}
