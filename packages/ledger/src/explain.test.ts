import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Books, connect, openBooks, usdt } from '../testing/books.ts';
import { explainBalance, type ExplainedPosting } from './explain.ts';
import { placeHold } from './hold.ts';
import type { Journal } from './journal.ts';
import { postMany } from './post-many.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(async () => {
  await books.close();
});

it('explains a balance by postings that add up to it, page by page, newest first', async () => {
  const [alice, bob] = [await books.person(1000n), await books.person(0n)];
  for (let units = 1n; units <= 7n; units += 1n) {
    const there = { from: alice.account, to: bob.account, assetId: usdt, units };
    await books.move(
      units % 3n === 0n ? [there, { ...there, from: bob.account, to: alice.account }] : [there],
    );
  }
  const lines: ExplainedPosting[] = [];
  let cursor: bigint | null = null;
  do {
    const question = { owner: alice.id, assetId: usdt, kind: 'available' as const, cursor, size: 4 };
    const page = await explainBalance(books.app, question);
    expect(page).toMatchObject({ balance: 981n, count: 10 });
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== null);
  expect(lines).toHaveLength(10);
  expect(lines.reduce((sum, { delta }) => sum + delta, 0n)).toBe(981n);
  expect(lines[0]?.after).toBe(981n);
  lines.forEach((line, index) => expect(line.after).toBe((lines[index + 1]?.after ?? 0n) + line.delta));
});

it('tells postings in the order in which they were applied, not in that of their ids', async () => {
  const [alice, bob] = [await books.person(10n), await books.person(0n)];
  const slow = await connect(books.appUrl);
  const { rows } = await books.app.query<{ epoch: string }>(
    `select ledger.take_lease('slow', 'holder', '1 minute')::text as epoch`,
  );
  await slow.query('begin');
  const begun = await slow.query<{ ids: string }>(
    `select ledger.begin_batch('{slow}', '{drawn-early}', array[sha256('a')], '{order}', '{a}', 'slow', $1)::text as ids`,
    [rows[0]?.epoch],
  );
  await books.move([{ from: books.source, to: alice.account, assetId: usdt, units: 20n }]);
  await slow.query(`select ledger.fill_batch($1, '{1}', '{1}', $2, $3, '{1}', '{25}')`, [
    begun.rows[0]?.ids,
    `{${alice.account}}`,
    `{${bob.account}}`,
  ]);
  await slow.query('commit');
  await slow.end();
  const question = { owner: alice.id, assetId: usdt, kind: 'available' as const, cursor: null, size: 10 };
  const { lines } = await explainBalance(books.app, question);
  expect(lines.map(({ delta, after }) => [delta, after])).toEqual([
    [-25n, 5n],
    [20n, 30n],
    [10n, 10n],
  ]);
  expect(lines[0]?.journalId).toBeLessThan(lines[1]?.journalId ?? 0n);
});

it('says no balance below zero within one journal, whatever the order of its legs', async () => {
  const [alice, bob] = [await books.person(5n), await books.person(0n)];
  await books.move([
    { from: alice.account, to: bob.account, assetId: usdt, units: 12n },
    { from: books.source, to: alice.account, assetId: usdt, units: 9n },
  ]);
  const question = { owner: alice.id, assetId: usdt, kind: 'available' as const, cursor: null, size: 10 };
  const { lines } = await explainBalance(books.app, question);
  expect(lines.map(({ delta, after }) => [delta, after])).toEqual([
    [-12n, 2n],
    [9n, 14n],
    [5n, 5n],
  ]);
});

it('says no balance below zero within one group, whichever journal was decided first', async () => {
  const [alice, bob] = [await books.person(50n), await books.person(100n)];
  const journal = (kind: string, from: bigint, to: bigint, units: bigint): Journal => ({
    scope: 'test',
    key: randomUUID(),
    kind,
    reference: null,
    postings: [{ from, to, assetId: usdt, units }],
  });
  // Decided on 100, of which 50 went elsewhere before the accounts were locked.
  await postMany(books.app, [
    journal('order', alice.account, bob.account, 90n),
    journal('small', alice.account, bob.account, 1n),
    journal('cancel', bob.account, alice.account, 90n),
  ]);
  const question = { assetId: usdt, kind: 'available' as const, cursor: null, size: 10 };
  const story = async (owner: string) =>
    (await explainBalance(books.app, { ...question, owner })).lines.map(({ delta, after }) => [delta, after]);
  expect(await story(alice.id)).toEqual([
    [-1n, 49n],
    [-90n, 50n],
    [90n, 140n],
    [50n, 50n],
  ]);
  // Whose balance was enough is told in the order of the decisions.
  expect(await story(bob.id)).toEqual([
    [-90n, 101n],
    [1n, 191n],
    [90n, 190n],
    [100n, 100n],
  ]);
});

it('shows what a hold took out of the balance', async () => {
  const alice = await books.person(100n);
  await placeHold(books.app, {
    scope: 'test',
    key: randomUUID(),
    kind: 'hold',
    reference: 'order-1',
    holdId: randomUUID(),
    owner: alice.id,
    assetId: usdt,
    units: 40n,
    expiresAt: null,
  });
  const question = { owner: alice.id, assetId: usdt, cursor: null, size: 10 };
  const available = await explainBalance(books.app, { ...question, kind: 'available' });
  expect(available.lines.map(({ delta, after }) => [delta, after])).toEqual([
    [-40n, 60n],
    [100n, 100n],
  ]);
  expect(available.lines[0]).toMatchObject({ kind: 'hold', reference: 'order-1' });
  expect(await explainBalance(books.app, { ...question, kind: 'held' })).toMatchObject({
    balance: 40n,
    count: 1,
  });
});

it('answers zero and no lines for an owner without accounts', async () => {
  const question = {
    owner: randomUUID(),
    assetId: usdt,
    kind: 'available' as const,
    cursor: null,
    size: 10,
  };
  expect(await explainBalance(books.app, question)).toEqual({ balance: 0n, count: 0, lines: [], next: null });
});
