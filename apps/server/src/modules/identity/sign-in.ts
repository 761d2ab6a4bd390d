/** A session opens: both halves go out, the history has a line, and a device that was never used here is told of. */
import type { User } from '@marigold/contract/calls/user';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { SessionHalves } from '../../platform/http/session-half.ts';
import { openSession, revokeSessions } from '../../platform/http/session.ts';
import { wideNetworkOf } from '../../platform/process/caller-address.ts';
import { notify } from '../message/notify.ts';
import { recordSecurityEvent } from './security-log.ts';
import type { ShowUser } from './show-user.ts';

type Entering = { readonly userId: string; readonly device: Buffer; readonly remember: boolean };

/** Answers the bearer; the other half goes out as a cookie. `db` is the transaction of the log-in. */
export type SignIn = (db: Database, call: Call, entering: Entering) => Promise<{ token: string; user: User }>;

export function createSignIn(halves: SessionHalves, showUser: ShowUser): SignIn {
  return async (db, call, entering) => {
    await endOneBefore(db, call);
    const { token, isNewDevice } = await openFor(db, halves, call, entering);
    const { userId } = entering;
    await recordSecurityEvent(db, call, userId, isNewDevice ? 'newDevice' : 'login');
    if (isNewDevice) await notifyOfNewDevice(db, userId, call);
    return { token, user: await showUser(db, userId, call.now) };
  };
}

/** The session that a client had when it signs in anew would be left open without anybody's knowing. */
async function endOneBefore(db: Database, { session, now }: Call): Promise<void> {
  if (session !== undefined) await revokeSessions(db, { userId: session.userId, only: session.id, now });
}

/** Opens a session for the device of a call, whose answer carries the second half. */
export async function openFor(
  db: Database,
  halves: SessionHalves,
  { deviceId, deviceName, address, country, outgoing, now }: Call,
  { userId, device, remember }: Entering,
): Promise<{ readonly token: string; readonly isNewDevice: boolean }> {
  const from = { id: deviceId, name: deviceName, hash: device, network: wideNetworkOf(address), country };
  const { half, days, ...opened } = await openSession(db, halves, { userId, device: from, remember, now });
  outgoing.half = { half, days };
  return opened;
}

async function notifyOfNewDevice(db: Database, userId: string, call: Call): Promise<void> {
  const { deviceName, address, now } = call;
  await notify(db, {
    userId,
    kind: 'newDevice',
    facts: {
      device: deviceName === '' ? 'none' : deviceName,
      network: wideNetworkOf(address) ?? 'none',
      at: now,
    },
    now,
  });
}
