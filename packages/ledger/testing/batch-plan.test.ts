import { randomUUID } from 'node:crypto';

import { seedProperties } from '@marigold/money/testing/property-seed';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { AccountKind } from '../src/account.ts';
import { LedgerError } from '../src/errors.ts';
import { type Journal, journalHash, post } from '../src/journal.ts';
import { type KnownJournal, nameOf, planBatch } from './batch-plan.ts';
import { type Books, openBooks, usdt } from './books.ts';

let books: Books;
beforeAll(async () => {
  seedProperties();
  books = await openBooks();
});
afterAll(async () => await books.close());

/** A journal between four people, now and then under a key of another one, to oneself, or of more than there is. */
const request = fc.record({
  from: fc.nat({ max: 3 }),
  to: fc.nat({ max: 3 }),
  units: fc.bigInt({ min: 0n, max: 40n }),
  key: fc.nat({ max: 30 }),
});

async function readAccounts(ids: readonly bigint[]) {
  const { rows } = await books.owner.query<{ id: string; kind: AccountKind; units: string }>(
    'select id::text, kind, balance::text as units from ledger.account where id = any ($1::bigint[])',
    [ids],
  );
  return new Map(
    rows.map(({ id, kind, units }) => [
      BigInt(id),
      { id: BigInt(id), assetId: usdt, kind, isFloored: true, units: BigInt(units) },
    ]),
  );
}

async function outcomeOf(journal: Journal): Promise<string> {
  try {
    return (await post(books.app, journal)).outcome;
  } catch (error) {
    if (error instanceof LedgerError) return error.code;
    throw error;
  }
}

it('decides about a batch as ledger.post does about one journal after the other, again as well', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 30 }), async (requests) => {
      const people: bigint[] = [];
      for (const units of [50n, 50n, 5n, 0n]) people.push((await books.person(units)).account);
      const run = randomUUID();
      const batch = requests.map(({ from, to, units, key }) => {
        const posting = { from: people[from] ?? 0n, to: people[to] ?? 0n, assetId: usdt, units };
        const journal = {
          scope: 'plan',
          key: `${run}-${key}`,
          kind: 'test',
          reference: null,
          postings: [posting],
        };
        return { journal, hash: journalHash(journal) };
      });
      const known = new Map<string, KnownJournal>();
      for (const _again of [false, true]) {
        const { decisions } = planBatch(batch, known, await readAccounts(people));
        for (const [place, { journal, hash }] of batch.entries()) {
          const decision = decisions[place];
          const outcome = await outcomeOf(journal);
          const expected = {
            apply: 'applied',
            repeat: 'replayed',
            replay: 'replayed',
            refuse: decision?.do === 'refuse' ? decision.error.code : '',
            alone: 'Refused',
          };
          expect(outcome).toBe(expected[decision?.do ?? 'alone']);
          if (outcome === 'applied') known.set(nameOf(journal), { journalId: 0n, hash });
        }
      }
    }),
    { numRuns: 25 },
  );
});
