import { randomUUID } from 'node:crypto';

import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Books, connect, openBooks, usdt } from '../testing/books.ts';
import { haltMoney } from './audit.ts';
import { type BatchWriter, createBatchWriter } from './batch.ts';
import { Fenced, Halted, InsufficientBalance, KeyReused, RefusedByLedger } from './errors.ts';
import { type Journal, type LeaseProof, post } from './journal.ts';
import { takeLease } from './lease.ts';
import { preparing } from './queryable.ts';

let books: Books;
let clients: pg.Client[];
beforeAll(async () => {
  books = await openBooks();
  clients = await Promise.all(Array.from({ length: 4 }, () => connect(books.appUrl)));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await books.close();
});

function writerOf(options: { lease?: () => LeaseProof; journalsMax?: number } = {}): BatchWriter {
  return createBatchWriter({
    ...options,
    connect() {
      const client = clients.pop();
      if (client === undefined) throw new Error('Broken: more lanes than connections');
      return Promise.resolve({ db: preparing(client), release: () => void clients.push(client) });
    },
  });
}

function moves(from: bigint, to: bigint, units: bigint): Journal {
  const postings = [{ from, to, assetId: usdt, units }];
  return { scope: 'batch', key: randomUUID(), kind: 'test', reference: null, postings };
}

it('gives every journal of a group its own answer', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const writer = writerOf();
  const first = moves(alice.account, bob.account, 60n);
  const answers = await Promise.allSettled([
    writer.submit(first),
    writer.submit(moves(alice.account, bob.account, 50n)),
    writer.submit(first),
    writer.submit({ ...first, reference: 'another request' }),
    writer.submit(moves(bob.account, alice.account, 5n)),
    writer.submit(moves(alice.account, 999_999n, 5n)),
  ]);
  await writer.close();
  const applied = answers[0]?.status === 'fulfilled' ? answers[0].value.journalId : undefined;
  expect(answers).toMatchObject([
    { value: { outcome: 'applied' } },
    { reason: expect.any(InsufficientBalance) },
    { value: { outcome: 'replayed', journalId: applied } },
    { reason: expect.any(KeyReused) },
    { value: { outcome: 'applied' } },
    { reason: expect.any(RefusedByLedger) },
  ]);
  expect(await books.units(alice.account)).toBe(45n);
});

it('agrees with post about keys, in both directions', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const writer = writerOf();
  const single = moves(alice.account, bob.account, 1n);
  const { journalId } = await post(books.app, single);
  expect(await writer.submit(single)).toEqual({ journalId, outcome: 'replayed' });
  const grouped = moves(alice.account, bob.account, 2n);
  const answer = await writer.submit(grouped);
  expect(await post(books.app, grouped)).toEqual({ journalId: answer.journalId, outcome: 'replayed' });
  await writer.close();
});

it('falls back to one by one when the database refuses a group', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const writer = writerOf();
  const good = writer.submit(moves(alice.account, bob.account, 10n));
  const bad = writer.submit({ ...moves(alice.account, bob.account, 10n), kind: 'not a word' });
  await expect(bad).rejects.toThrow(RefusedByLedger);
  expect((await good).outcome).toBe('applied');
  await writer.close();
  expect(await books.units(bob.account)).toBe(10n);
});

it('keeps thousands of journals apart while other connections post to the same accounts', async () => {
  const accounts: bigint[] = [];
  while (accounts.length < 20) accounts.push((await books.person(10_000n)).account);
  const pair = (index: number) => {
    const from = accounts[index % 20];
    const to = accounts[(index * 7 + 3) % 20];
    return from === undefined || to === undefined || from === to
      ? undefined
      : moves(from, to, BigInt(index % 13) + 1n);
  };
  const journals = Array.from({ length: 1500 }, (_, index) => pair(index)).filter(
    (journal) => journal !== undefined,
  );
  const writer = writerOf({ journalsMax: 100 });
  const grouped = Promise.all(journals.map((journal) => writer.submit(journal)));
  for (const account of accounts.slice(1))
    await books.move([{ from: books.source, to: account, assetId: usdt, units: 1n }]);
  const answers = await grouped;
  await writer.close();
  expect(new Set(answers.map(({ journalId }) => journalId)).size).toBe(journals.length);
  let total = 0n;
  for (const account of accounts) total += await books.units(account);
  expect(total).toBe(200_019n);
});

it('is fenced as soon as another holder has the lease', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const lease = { name: `market-${randomUUID()}`, ttlMs: 60_000 };
  const epoch = await takeLease(books.app, { ...lease, holder: 'first' });
  expect(epoch).toBe(1n);
  expect(await takeLease(books.app, { ...lease, holder: 'second' })).toBeUndefined();
  const writer = writerOf({ lease: () => ({ name: lease.name, epoch: 1n }) });
  await writer.submit(moves(alice.account, bob.account, 1n));
  await books.owner.query(
    `update ledger.lease set expires_at = now() - interval '1 second' where name = $1`,
    [lease.name],
  );
  expect(await takeLease(books.app, { ...lease, holder: 'second' })).toBe(2n);
  await expect(writer.submit(moves(alice.account, bob.account, 1n))).rejects.toThrow(Fenced);
  await writer.close();
});

it('answers Halted to everybody while money is halted, and replays what was done before', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const writer = writerOf();
  const before = moves(alice.account, bob.account, 1n);
  const { journalId } = await writer.submit(before);
  await haltMoney(books.app, 'a drill');
  await expect(writer.submit(moves(alice.account, bob.account, 1n))).rejects.toThrow(Halted);
  expect(await writer.submit(before)).toEqual({ journalId, outcome: 'replayed' });
  expect(await post(books.app, before)).toEqual({ journalId, outcome: 'replayed' });
  await writer.close();
  await books.owner.query(`select ledger.resume_money('ann', 'ben', 'the drill is over')`);
  expect(
    (await books.move([{ from: alice.account, to: bob.account, assetId: usdt, units: 1n }])).outcome,
  ).toBe('applied');
});
