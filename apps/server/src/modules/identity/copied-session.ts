/**
 * What follows from a half of a session that was shown after somebody else had renewed it: the session is in two places. It
 * ends, the account is locked until its owner lifts that, and everybody who can reach the owner says so.
 */
import type { Database } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/call.ts';
import { revokeSessions } from '../../platform/http/session.ts';
import { forgetDevices } from '../../platform/http/trusted-device.ts';
import { notify } from '../message/notify.ts';
import { freeze } from '../spending/freeze.ts';
import { recordSecurityEvent } from './security-log.ts';
import { voidLoginTickets } from './views.ts';

/** Nobody can be told from where: the one who shows the old half may be the owner or the thief. */
const nowhere = { deviceName: '', deviceFamily: '', address: '', country: undefined };

export function createOnCopied(db: Database): (session: Session, now: number) => Promise<void> {
  return async ({ id, userId }, now) => {
    await db.transaction().execute(async (tx) => {
      // A copy of the whole browser has its device cookie too.
      await forgetDevices(tx, { userId, only: id });
      // Of several calls with the old half one alone ends the session and tells of it.
      if ((await revokeSessions(tx, { userId, only: id, now })) === 0) return;
      await voidLoginTickets(tx, userId);
      await freeze(tx, { userId, reason: 'sessionCopied', now });
      await recordSecurityEvent(tx, { ...nowhere, now }, userId, 'sessionCopied');
      await notify(tx, { userId, kind: 'sessionCopied', facts: { at: now }, now });
    });
  };
}

/** A session from before there were halves got one: its owner finds that in the history. */
export async function recordFirstHalf(db: Database, { userId }: Session, now: number): Promise<void> {
  await recordSecurityEvent(db, { ...nowhere, now }, userId, 'newSessionHalf');
}
