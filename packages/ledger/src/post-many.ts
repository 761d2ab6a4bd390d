import { assert } from '@marigold/money/assert';

import { withNamedErrors } from './errors.ts';
import { type HashedJournal, type Journal, journalHash, type LeaseProof } from './journal.ts';
import { one, type Queryable } from './queryable.ts';

/**
 * Applies up to 2000 journals as one statement in the caller's transaction and answers their ids in order. All or none:
 * throws InsufficientBalance, Halted or RefusedByLedger, also where a key was used before. Only for a caller whose own
 * locked rows say that none of them was posted.
 */
export async function postMany(db: Queryable, journals: readonly Journal[]): Promise<bigint[]> {
  if (journals.length === 0) return [];
  const accounts = new Set(
    journals.flatMap(({ postings }) => postings.flatMap(({ from, to }) => [from, to])),
  );
  const hashed = journals.map((journal) => ({ journal, hash: journalHash(journal) }));
  return await withNamedErrors(async () => {
    await db.query('select count(*) from ledger.lock_accounts($1::bigint[])', [numbers([...accounts])]);
    const { ids } = await one<{ ids: string[] }>(
      db,
      `select ledger.post_batch($1::text[], $2::text[], $3::bytea[], $4::text[], $5::text[], $6::int[], $7::smallint[],
         $8::bigint[], $9::bigint[], $10::smallint[], $11::numeric[])::text[] as ids`,
      [...headsOf(hashed), ...legsOf(hashed)],
    );
    return idsOf(ids, journals);
  });
}

/** One for each journal: by its place alone a caller knows which id belongs to which. */
function idsOf(ids: readonly string[], journals: readonly unknown[]): bigint[] {
  assert(ids.length === journals.length, 'every journal of a batch has its id');
  return ids.map((id) => BigInt(id));
}

/**
 * The batch in two steps, for a writer under a lease that has rows to write between them: journals, whose ids are answered in
 * order, and later in the same transaction their postings. A transaction that has the first alone cannot be committed.
 */
export async function beginBatch(
  db: Queryable,
  journals: readonly HashedJournal[],
  lease: LeaseProof,
): Promise<bigint[]> {
  const { ids } = await one<{ ids: string[] }>(
    db,
    `/* ledger_begin_batch */ select ledger.begin_batch($1::text[], $2::text[], $3::bytea[], $4::text[], $5::text[], $6::text,
       $7::bigint)::text[] as ids`,
    [...headsOf(journals), lease.name, lease.epoch],
  );
  return idsOf(ids, journals);
}

/** The second step. It locks the accounts; before several of them, whoever takes them locks all accounts at once. */
export async function fillBatch(
  db: Queryable,
  ids: readonly bigint[],
  journals: readonly HashedJournal[],
): Promise<void> {
  assert(ids.length === journals.length, 'every journal that was begun gets its postings');
  await db.query(
    `/* ledger_fill_batch */ select ledger.fill_batch($1::bigint[], $2::int[], $3::smallint[], $4::bigint[], $5::bigint[], $6::smallint[],
       $7::numeric[])`,
    [numbers(ids), ...legsOf(journals)],
  );
}

/** Scopes, keys, hashes, kinds and references as array literals. */
function headsOf(journals: readonly HashedJournal[]): string[] {
  return [
    texts(journals.map(({ journal }) => journal.scope)),
    texts(journals.map(({ journal }) => journal.key)),
    texts(journals.map(({ hash }) => `\\x${hash}`)),
    texts(journals.map(({ journal }) => journal.kind)),
    texts(journals.map(({ journal }) => journal.reference)),
  ];
}

/** Places of their journals from 1, lines, accounts, assets and units as array literals. */
function legsOf(journals: readonly HashedJournal[]): string[] {
  const [places, lines, assets]: [number[], number[], number[]] = [[], [], []];
  const [from, to, units]: [bigint[], bigint[], bigint[]] = [[], [], []];
  journals.forEach(({ journal }, place) =>
    journal.postings.forEach((posting, line) => {
      places.push(place + 1);
      lines.push(line + 1);
      from.push(posting.from);
      to.push(posting.to);
      assets.push(posting.assetId);
      units.push(posting.units);
    }),
  );
  return [places, lines, from, to, assets, units].map(numbers);
}

function texts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

/** A PostgreSQL array literal of numbers: written at once, where the driver would quote thousands one by one. */
export function numbers(values: readonly (bigint | number)[]): string {
  return `{${values.join(',')}}`;
}
