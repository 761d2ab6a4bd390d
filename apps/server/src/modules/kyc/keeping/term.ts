/** How long a record is kept: while it is in use, and so many years after it ended. */
import type { KycRecordRow } from '../record/store.ts';

type Ended = Pick<KycRecordRow, 'status' | 'changedAt'>;

/**
 * When the term of a record is over, epoch milliseconds; null while it is in use. It begins with the last change of one that
 * is disabled, as every review that is final is. Of a 29th of February it ends with the 28th, where there is no other.
 */
export function endOfTerm({ status, changedAt }: Ended, years: number): number | null {
  if (status !== 'disabled') return null;
  const from = new Date(changedAt);
  const until = new Date(changedAt);
  until.setUTCFullYear(from.getUTCFullYear() + years);
  if (until.getUTCMonth() !== from.getUTCMonth()) until.setUTCDate(0);
  return until.getTime();
}

/** Whether everything that identifies somebody is due to be destroyed, but for an order to keep it. */
export function isTermOver(
  record: Ended & Pick<KycRecordRow, 'erasedAt'>,
  { years, now }: { readonly years: number; readonly now: number },
): boolean {
  const until = endOfTerm(record, years);
  return record.erasedAt === null && until !== null && until <= now;
}
