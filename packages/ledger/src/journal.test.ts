import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { balances } from '../testing/balances.ts';
import { type Books, btc, openBooks, usdt } from '../testing/books.ts';
import { reverseJournal } from '../testing/reverse.ts';
import { openAccount } from './account.ts';
import { InsufficientBalance, KeyReused, NotReversible, RefusedByLedger } from './errors.ts';
import { newJournal, post } from './journal.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(async () => {
  await books.close();
});

const keyed = () => ({ scope: 'test', key: randomUUID(), kind: 'test', reference: null });

it('opens one account for one owner, asset and kind, whoever asks', async () => {
  const owner = randomUUID();
  const name = { owner, assetId: usdt, kind: 'available' } as const;
  const first = await openAccount(books.app, name);
  expect(await openAccount(books.owner, name)).toBe(first);
  expect(await openAccount(books.app, { ...name, assetId: btc })).not.toBe(first);
});

it('refuses an account of an unknown asset and a house account for a person', async () => {
  const owner = randomUUID();
  await expect(openAccount(books.app, { owner, assetId: 99, kind: 'available' })).rejects.toThrow(
    RefusedByLedger,
  );
  await expect(openAccount(books.app, { owner, assetId: usdt, kind: 'fee' })).rejects.toThrow(
    RefusedByLedger,
  );
});

it('moves units once and answers a repetition with the first journal', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const journal = {
    ...keyed(),
    reference: 'transfer-1',
    postings: [{ from: alice.account, to: bob.account, assetId: usdt, units: 30n }],
  };
  const first = await post(books.app, journal);
  const again = await post(books.app, journal);
  expect(first.outcome).toBe('applied');
  expect(again).toEqual({ journalId: first.journalId, outcome: 'replayed' });
  expect(newJournal(first)).toBe(first.journalId);
  expect(() => newJournal(again)).toThrow(`Broken: journal ${first.journalId} moves now`);
  expect(await balances(books.app, alice.id)).toEqual([
    { accountId: alice.account, assetId: usdt, kind: 'available', units: 70n },
  ]);
  expect(await books.units(bob.account)).toBe(30n);
});

it('refuses the same key with another amount', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const journal = {
    ...keyed(),
    postings: [{ from: alice.account, to: bob.account, assetId: usdt, units: 30n }],
  };
  await post(books.app, journal);
  const other = {
    ...journal,
    postings: [{ from: alice.account, to: bob.account, assetId: usdt, units: 31n }],
  };
  await expect(post(books.app, other)).rejects.toThrow(KeyReused);
  expect(await books.units(alice.account)).toBe(70n);
});

it('refuses to take more than an account has, also as the sum of two postings', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const leg = { from: alice.account, to: bob.account, assetId: usdt, units: 60n };
  await expect(books.move([leg, leg])).rejects.toThrow(InsufficientBalance);
  expect(await books.units(alice.account)).toBe(100n);
});

it('applies a journal inside a savepoint', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  await books.app.query('begin');
  await books.app.query('savepoint inner_step');
  await books.move([{ from: alice.account, to: bob.account, assetId: usdt, units: 1n }]);
  await books.app.query('release savepoint inner_step');
  await books.app.query('commit');
  expect(await books.units(bob.account)).toBe(1n);
});

it('keeps amounts that no floating-point number holds', async () => {
  const units = 12_345_678_901_234_567_890_123_456_789n;
  const alice = await books.person(units);
  expect(await books.units(alice.account)).toBe(units);
});

it('reverses a journal by a new one, once, and never a reversal', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const { journalId } = await books.move([
    { from: alice.account, to: bob.account, assetId: usdt, units: 40n },
  ]);
  const reversal = { ...keyed(), kind: 'reversal', journalId };
  const first = await reverseJournal(books.app, reversal);
  expect(await reverseJournal(books.app, reversal)).toEqual({
    journalId: first.journalId,
    outcome: 'replayed',
  });
  await expect(reverseJournal(books.app, { ...reversal, key: randomUUID() })).rejects.toThrow(NotReversible);
  const back = { ...keyed(), journalId: first.journalId };
  await expect(reverseJournal(books.app, back)).rejects.toThrow(NotReversible);
  expect(await books.units(alice.account)).toBe(100n);
});

it('cannot reverse money that was spent since', async () => {
  const [alice, bob, carol] = [await books.person(50n), await books.person(0n), await books.person(0n)];
  const { journalId } = await books.move([
    { from: alice.account, to: bob.account, assetId: usdt, units: 50n },
  ]);
  await books.move([{ from: bob.account, to: carol.account, assetId: usdt, units: 20n }]);
  await expect(reverseJournal(books.app, { ...keyed(), journalId })).rejects.toThrow(InsufficientBalance);
});
