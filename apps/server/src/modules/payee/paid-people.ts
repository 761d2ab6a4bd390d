/** What is asked of transfers inside Marigold: SQL for the statements of the address book. The module transfer hands it in. */
import type { RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

export type PaidPeople = {
  /** When a person paid another one, each time, as `at`; given as columns of another table. */
  timesPaid(by: { readonly userId: Sql; readonly recipientId: Sql }): Sql;
  /** The newest that a person paid, without a currency in all of them: recipient_id and created_at. */
  latestPaid(paid: { readonly userId: string; readonly currency: string | undefined }, most: number): Sql;
};
