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

/** What a company's events are made of. */
export type PartnerEvents = {
  /** Undefined where it is not signed by this company. */
  readonly read: (
    raw: Buffer,
    headers: HookHeaders,
  ) => { readonly about: { readonly applicant: string } | null } | undefined;
  /** Makes whatever it is about due to be asked for; nothing where it is about nobody of ours. */
  readonly hint: (db: Database, applicant: string, now: number) => Promise<void>;
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
    if (read.about !== null) await events.hint(transaction, read.about.applicant, now);
    crash('partner.event.before-apply-commit');
    return isNew ? 'new' : 'again';
  });
}
