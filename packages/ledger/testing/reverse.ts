/** The ledger can reverse a journal; nothing in the product asks it to yet, so only the tests of the ledger do. */
import { answer, type JournalKey, keyed, type PostResult } from '../src/journal.ts';
import type { Queryable } from '../src/queryable.ts';

interface Reversal extends JournalKey {
  readonly journalId: bigint;
}

/**
 * Posts every leg of a journal the other way round, once. Throws NotReversible (unknown, reversed before, a reversal
 * itself, part of a hold), InsufficientBalance when the money is no longer there, KeyReused or Halted.
 */
export async function reverseJournal(db: Queryable, reversal: Reversal): Promise<PostResult> {
  return await answer(
    db,
    `select journal_id, outcome
     from ledger.reverse($1::bigint, $2::text, $3::text, $4::bytea, $5::text, $6::text)`,
    [reversal.journalId, ...keyed(reversal, ['reverse', reversal.journalId])],
  );
}
