import type { Database } from '../../platform/database/database.ts';
/** Where a person is logged in, and how they end it. */
import type { Call, Handlers } from '../../platform/http/call.ts';
import { listSessionRows, revokeSessions } from '../../platform/http/session.ts';
import { forgetDevices } from '../../platform/http/trusted-device.ts';
import { wideNetworkOf } from '../../platform/process/caller-address.ts';
import { notify } from '../message/notify.ts';
import { recordSecurityEvent } from './security-log.ts';

/** More than anybody has; the contract lists no more. */
const sessionsMax = 100;

type SessionHandlers = Pick<Handlers, 'user/session/list' | 'user/session/revoke'>;

export const sessionHandlers: SessionHandlers = {
  async 'user/session/list'(_input, { db, session, now }) {
    const { userId, id: first } = session;
    const sessions = await listSessionRows(db, { userId, first, most: sessionsMax, now });
    return { list: sessions.map((one) => ({ ...one, isCurrent: one.id === first })) };
  },

  async 'user/session/revoke'({ id }, call) {
    const { userId, id: current } = call.session;
    return await call.db.transaction().execute(async (db) => {
      const which = id === undefined ? { except: current } : { only: id };
      // Whoever was signed in there has to show a code again.
      await forgetDevices(db, { userId, ...which });
      const ended = await revokeSessions(db, { userId, ...which, now: call.now });
      // Ended already, foreign and missing are the same: nothing was left to end.
      if (ended > 0) await recordSecurityEvent(db, call, userId, 'sessionRevoked');
      // Who ends the session of this very call knows it.
      if (ended > 0 && id !== current) await notifyOfEnded(db, call, ended);
      return { ended };
    });
  },
};

async function notifyOfEnded(db: Database, call: Call<'user'>, sessions: number): Promise<void> {
  const { session, deviceName, address, now } = call;
  await notify(db, {
    userId: session.userId,
    kind: 'sessionsEnded',
    facts: {
      sessions,
      device: deviceName === '' ? 'none' : deviceName,
      network: wideNetworkOf(address) ?? 'none',
      at: now,
    },
    now,
  });
}
