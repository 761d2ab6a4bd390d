/** What other modules may know of bills, as SQL for their own statements. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Joins the bill of a row as `b`: whom it names, and the address as it was shown. */
export function joinBill(billId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join app.bill b on b.id = ${billId}`;
}
