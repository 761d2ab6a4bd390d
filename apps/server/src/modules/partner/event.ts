/**
 * What a company tells of by itself: checked, stored once, and taken as a hint. What it says is never believed: the object
 * that it is about is asked for at once, and only what is read back changes anything.
 */
import { createHash } from 'node:crypto';

import type { HookHeaders } from '@marigold/partners/identity-port';

import type { Database } from '../../platform/database/database.ts';
import { crashPoint } from '../../platform/process/crash-point.ts';
import type { Sealer } from '../../platform/process/sealed-text.ts';
import type { PartnerCrashPoint } from './crash-points.ts';
import { storeEvent } from './store.ts';

/** Makes whatever an event is about due to be asked for, in the transaction that stores it. */
export type Hint = (db: Database, now: number) => Promise<void>;

/** How a company's events are read. */
export type PartnerEvents = {
  /** Undefined where it is not signed by this company. `about` null: it is about nothing of ours. */
  readonly read: (raw: Buffer, headers: HookHeaders) => { readonly about: Hint | null } | undefined;
};

export type EventDependencies = {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly crash?: (point: PartnerCrashPoint) => void;
};

/** `forged`: nothing of it was stored. `new` and `again` are answered alike; both make the object due. */
export type EventOutcome = 'forged' | 'new' | 'again';

export async function receiveEvent(
  { db, sealer, crash = crashPoint }: EventDependencies,
  provider: string,
  events: PartnerEvents,
  event: { readonly raw: Buffer; readonly headers: HookHeaders; readonly now: number },
): Promise<EventOutcome> {
  const { raw, headers, now } = event;
  const read = events.read(raw, headers);
  if (read === undefined) return 'forged';
  const digest = createHash('sha256').update(raw).digest();
  const sealed = sealer.seal(raw, `${provider}:${digest.toString('hex')}`);
  return await db.transaction().execute(async (transaction) => {
    const isNew = await storeEvent(transaction, { provider, digest, sealed, now });
    crash('partner.event.after-store');
    await read.about?.(transaction, now);
    crash('partner.event.before-apply-commit');
    return isNew ? 'new' : 'again';
  });
}
