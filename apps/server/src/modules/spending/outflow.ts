/** What left people's accounts in one way, as SQL for the statements of spending. The module that makes it leave hands it in. */
import type { RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

export type Outflow = {
  /**
   * What counts for the limits of a level since a moment: usd, created_at, and is_chain for what left on a chain. The
   * person is a column of another table.
   */
  limited(userId: Sql, since: Date): Sql;
  /**
   * The payments of a person since a moment: usd, journal_id in the order in which they were made, challenge_id of the code
   * that approved them, and created_at.
   */
  payments(userId: string, since: Date): Sql;
};
