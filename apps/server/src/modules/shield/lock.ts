/** Locks an account for its owner: one transaction stops everything that a thief could have begun. */
import { notMePayeesMs } from '@marigold/contract/durations';

import type { Database } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/database/outbox.ts';
import type { Call } from '../../platform/http/call.ts';
import { forgetTradingConfirmed, revokeSessions } from '../../platform/http/session.ts';
import { recordSecurityEvent } from '../identity/security-log.ts';
import { voidRecoveries } from '../identity/views.ts';
import { notify } from '../message/notify.ts';
import { voidChallenges } from '../security/views.ts';
import { freeze, listLocked } from '../spending/freeze.ts';
import { endRaise } from '../spending/person-limits.ts';

export type LockDependencies = {
  /** Takes out of the address book what came into it since a moment (epoch ms). */
  readonly removeNewPayees: (
    db: Database,
    userId: string,
    span: { readonly since: number; readonly now: number },
  ) => Promise<void>;
  /** No device is trusted any more. In the transaction of the lock. */
  readonly forgetTrust: (db: Database, userId: string) => Promise<void>;
  /** Log-ins that wait for a code end. In the transaction of the lock. */
  readonly voidLogins: (db: Database, userId: string) => Promise<void>;
};

export type Lock = (
  call: Pick<Call, 'db' | 'deviceName' | 'deviceFamily' | 'address' | 'country' | 'now'>,
  whom: {
    readonly userId: string;
    /** The session that stays: of whoever asks, signed in. */
    readonly keeps?: string;
  },
) => Promise<void>;

/** The task that takes open orders off the books; safe to run twice. */
export const ordersBackTask = 'orders-back';

export function createLock({ removeNewPayees, forgetTrust, voidLogins }: LockDependencies): Lock {
  return async (call, { userId, keeps }) => {
    const { db, now } = call;
    // An account that is locked already is told of once; whoever got in since is thrown out all the same.
    const isNew = (await listLocked(db, { userId, now, reasons: ['notMe'] })).length === 0;
    if (isNew) await freeze(db, { userId, reason: 'notMe', now });
    await forgetTradingConfirmed(db, userId);
    await revokeSessions(db, { userId, now, ...(keeps === undefined ? {} : { except: keeps }) });
    await voidChallenges(db, userId);
    await voidRecoveries(db, userId);
    await forgetTrust(db, userId);
    await voidLogins(db, userId);
    await endRaise(db, userId, now);
    await removeNewPayees(db, userId, { since: now - notMePayeesMs, now });
    // Whoever runs the books may be away: the job is asked again until they have answered.
    await enqueue(db, ordersBackTask, { userId }, `${ordersBackTask}:${userId}`);
    await recordSecurityEvent(db, call, userId, 'lockedByOwner');
    if (isNew) await notify(db, { userId, kind: 'lockedByOwner', facts: {}, now });
  };
}
