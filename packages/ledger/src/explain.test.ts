import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Books, openBooks, usdt } from '../testing/books.ts';
import { explainBalance, type ExplainCursor, type ExplainedPosting } from './explain.ts';
import { placeHold } from './hold.ts';

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
  let cursor: ExplainCursor | null = null;
  do {
    const question = { owner: alice.id, assetId: usdt, kinds: ['available'] as const, cursor, size: 4 };
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

it('leaves out what moves between the explained accounts', async () => {
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
  const together = await explainBalance(books.app, { ...question, kinds: ['available', 'held'] });
  expect(together).toMatchObject({ balance: 100n, count: 1 });
  const available = await explainBalance(books.app, { ...question, kinds: ['available'] });
  expect(available.lines.map(({ delta, after }) => [delta, after])).toEqual([
    [-40n, 60n],
    [100n, 100n],
  ]);
  expect(available.lines[0]).toMatchObject({ kind: 'hold', reference: 'order-1' });
});

it('answers zero and no lines for an owner without accounts', async () => {
  const question = {
    owner: randomUUID(),
    assetId: usdt,
    kinds: ['available'] as const,
    cursor: null,
    size: 10,
  };
  expect(await explainBalance(books.app, question)).toEqual({ balance: 0n, count: 0, lines: [], next: null });
});
