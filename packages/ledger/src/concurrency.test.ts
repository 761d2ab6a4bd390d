import { randomUUID } from 'node:crypto';

import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Books, connect, openBooks, usdt } from '../testing/books.ts';
import { openAccount } from './account.ts';
import { audit, auditStatus } from './audit.ts';
import { HoldClosed, InsufficientBalance } from './errors.ts';
import { captureHold, placeHold, releaseHold } from './hold.ts';
import { type Journal, post } from './journal.ts';

const parallel = 50;
let books: Books;
let clients: pg.Client[];
beforeAll(async () => {
  books = await openBooks();
  clients = await Promise.all(Array.from({ length: parallel }, () => connect(books.appUrl)));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await books.close();
});

/** Runs something on all 50 connections at once; answers what was done and with which errors the rest ended. */
async function atOnce<Result>(act: (client: pg.Client, index: number) => Promise<Result>) {
  const settled = await Promise.allSettled(clients.map(act));
  return {
    done: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    errors: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
  };
}

function spend(from: bigint, to: bigint, units: bigint): Journal {
  const postings = [{ from, to, assetId: usdt, units }];
  return { scope: 'race', key: randomUUID(), kind: 'race', reference: null, postings };
}

it('applies 50 identical requests at once exactly once', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const journal = spend(alice.account, bob.account, 7n);
  const { done, errors } = await atOnce((client) => post(client, journal));
  expect(errors).toEqual([]);
  expect(done.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1);
  expect(new Set(done.map(({ journalId }) => journalId)).size).toBe(1);
  expect(await books.units(bob.account)).toBe(7n);
});

it('lets exactly as many of 50 different requests at once through as the balance pays for', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const { done, errors } = await atOnce((client) => post(client, spend(alice.account, bob.account, 7n)));
  expect(done).toHaveLength(14);
  expect(errors).toHaveLength(36);
  expect(errors.every((error) => error instanceof InsufficientBalance)).toBe(true);
  expect(await books.units(alice.account)).toBe(2n);
});

it('opens one account when 50 ask at once', async () => {
  const name = { owner: randomUUID(), assetId: usdt, kind: 'available' } as const;
  const { done, errors } = await atOnce((client) => openAccount(client, name));
  expect(errors).toEqual([]);
  expect(new Set(done).size).toBe(1);
});

it('never deadlocks when everybody pays everybody crosswise', async () => {
  const accounts: bigint[] = [];
  while (accounts.length < 12) accounts.push((await books.person(1_000_000n)).account);
  const fee = await openAccount(books.app, { owner: null, assetId: usdt, kind: 'fee' });
  const { errors } = await atOnce(async (client, index) => {
    for (let round = 0; round < 20; round += 1) {
      const pick = (step: number) => accounts[(index * 5 + round * step) % 12] ?? fee;
      const [first, second, third] = [pick(1), pick(7), pick(11)];
      const legs = [
        { from: first, to: second, assetId: usdt, units: 3n },
        { from: second, to: third, assetId: usdt, units: 2n },
        { from: third, to: first, assetId: usdt, units: 1n },
        { from: first, to: fee, assetId: usdt, units: 1n },
      ];
      const postings = (index % 2 === 0 ? legs : legs.toReversed()).filter(({ from, to }) => from !== to);
      await post(client, { scope: 'race', key: randomUUID(), kind: 'race', reference: null, postings });
    }
  });
  expect(errors).toEqual([]);
  expect(await books.units(fee)).toBe(1000n);
});

it('ends a hold once when captures and releases race', async () => {
  const [alice, bob] = [await books.person(100n), await books.person(0n)];
  const hold = { holdId: randomUUID(), owner: alice.id };
  const keyed = () => ({ scope: 'race', key: randomUUID(), kind: 'race', reference: null });
  await placeHold(books.app, { ...keyed(), ...hold, assetId: usdt, units: 100n, expiresAt: null });
  const payments = [{ to: bob.account, units: 100n }];
  const { done, errors } = await atOnce((client, index) =>
    index % 2 === 0
      ? captureHold(client, { ...keyed(), ...hold, payments })
      : releaseHold(client, { ...keyed(), ...hold }),
  );
  expect(done).toHaveLength(1);
  expect(errors.every((error) => error instanceof HoldClosed)).toBe(true);
  expect((await books.units(alice.account)) + (await books.units(bob.account))).toBe(100n);
});

it('audits clean while money moves, whatever commits in between', async () => {
  const [alice, bob] = [await books.person(1000n), await books.person(0n)];
  let isOver = false;
  const auditor = (async () => {
    const found: unknown[] = [];
    for (let run = 0; !isOver || run < 5; run += 1)
      found.push(...(await audit(books.app, { full: run % 4 === 3 })));
    return found;
  })();
  const { errors } = await atOnce(async (client) => {
    for (let round = 0; round < 10; round += 1) await post(client, spend(alice.account, bob.account, 1n));
  });
  isOver = true;
  expect(errors).toEqual([]);
  expect(await auditor).toEqual([]);
  const newest = (await books.move([{ from: books.source, to: bob.account, assetId: usdt, units: 1n }]))
    .journalId;
  const proven = async () => {
    expect(await audit(books.app, { full: false })).toEqual([]);
    return (await auditStatus(books.app)).provenJournalId >= newest;
  };
  // The mark waits for older transactions of the whole server, those of other tests too.
  await expect.poll(proven, { timeout: 15_000 }).toBe(true);
});
