/** The phone of a record that may bring photos, or may still be connected. */
import type { Database } from '../../../platform/database/database.ts';
import { listLiveSessions } from '../../../platform/http/session.ts';
import { findPhoneOf, type PhoneRow } from './store.ts';

/** Where the session of the link has ended, there is none: whoever logged out everywhere has no phone left either. */
export async function isPhoneLive(
  db: Database,
  { sessionId }: Pick<PhoneRow, 'sessionId'>,
  now: number,
): Promise<boolean> {
  return (await listLiveSessions(db, [sessionId], now)).size > 0;
}

export async function findLivePhone(
  db: Database,
  recordId: string,
  now: number,
): Promise<PhoneRow | undefined> {
  const phone = await findPhoneOf(db, recordId, now);
  return phone !== undefined && (await isPhoneLive(db, phone, now)) ? phone : undefined;
}
