/** The bills of an export, read in pages from the newest on: what is held does not grow with their number. */
import { BillType } from '@marigold/contract/calls/bill';
import { languageIds } from '@marigold/texts/languages';
import * as z from 'zod';

import type { Database } from '../../platform/database/database.ts';
import type { BillFacts } from '../bill/facts.ts';
import type { BillsOfTime, FullBill } from '../bill/views.ts';
import { listFullBills } from '../bill/views.ts';

/** What an export holds and how it is written, as app.export keeps it. */
export const Filter = z.strictObject({
  /** Half open, epoch milliseconds. */
  from: z.int(),
  to: z.int(),
  types: z.array(BillType).optional(),
  currency: z.string().optional(),
  timeZone: z.string(),
  language: z.enum(languageIds),
});
export type Filter = z.output<typeof Filter>;

/** Also how often progress is told. */
export const rowsPerPage = 1000;

export type WantedBills = {
  readonly userId: string;
  readonly which: BillsOfTime;
  readonly billFacts: BillFacts;
};

/** Pages of bills, newest first; never more than `max` bills. */
export async function* readBills(
  db: Database,
  { userId, which, billFacts }: WantedBills,
  max: number,
): AsyncGenerator<readonly FullBill[]> {
  let before: string | null = null;
  let left = max;
  // Ends: each turn takes a whole page, at least one bill, from what is left, or is the last.
  while (left > 0) {
    const size: number = Math.min(rowsPerPage, left);
    const found: readonly FullBill[] = await listFullBills(db, billFacts, {
      userId,
      which,
      before,
      max: size,
    });
    if (found.length > 0) yield found;
    if (found.length < size) return;
    before = found.at(-1)?.id ?? null;
    left -= size;
  }
}
