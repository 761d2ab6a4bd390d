import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { balances } from '../testing/balances.ts';
import { type Books, openBooks, usdt } from '../testing/books.ts';
import { openAccount } from './account.ts';
import { HoldClosed, HoldNotFound, HoldTooSmall, InsufficientBalance } from './errors.ts';
import { captureHold, placeHold, releaseHold } from './hold.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(async () => {
  await books.close();
});

const keyed = () => ({ scope: 'test', key: randomUUID(), kind: 'hold', reference: null });

async function held(units: bigint, expiresAt: number | null = null) {
  const person = await books.person(100n);
  const hold = { ...keyed(), holdId: randomUUID(), owner: person.id, assetId: usdt, units, expiresAt };
  const placed = await placeHold(books.app, hold);
  return { person, hold, placed };
}

async function rowOf(holdId: string): Promise<unknown> {
  const { rows } = await books.app.query(
    `select h.state, h.units::text as units, a.owner_id, h.closed_journal::text as closed
     from ledger.hold h join ledger.account a on a.id = h.account_id where h.id = $1`,
    [holdId],
  );
  return rows[0];
}

async function kinds(owner: string) {
  return Object.fromEntries((await balances(books.app, owner)).map(({ kind, units }) => [kind, units]));
}

it('places a hold once: available becomes held', async () => {
  const { person, hold, placed } = await held(60n);
  expect(await placeHold(books.app, hold)).toEqual({ journalId: placed.journalId, outcome: 'replayed' });
  expect(await kinds(person.id)).toEqual({ available: 40n, held: 60n });
  expect(await rowOf(hold.holdId)).toEqual({ state: 'open', units: '60', owner_id: person.id, closed: null });
});

it('refuses a hold above the available balance', async () => {
  await expect(held(101n)).rejects.toThrow(InsufficientBalance);
});

it('captures to several accounts and gives the rest back', async () => {
  const { person, hold } = await held(60n);
  const bob = await books.person(0n);
  const fee = await openAccount(books.app, { owner: null, assetId: usdt, kind: 'fee' });
  const capture = {
    ...keyed(),
    holdId: hold.holdId,
    owner: person.id,
    payments: [
      { to: bob.account, units: 50n },
      { to: fee, units: 1n },
    ],
  };
  const done = await captureHold(books.app, capture);
  expect(await captureHold(books.app, capture)).toEqual({ journalId: done.journalId, outcome: 'replayed' });
  expect(await kinds(person.id)).toEqual({ available: 49n, held: 0n });
  expect(await books.units(bob.account)).toBe(50n);
  expect(await rowOf(hold.holdId)).toMatchObject({ state: 'captured', closed: String(done.journalId) });
});

it('closes a hold exactly once', async () => {
  const { person, hold } = await held(60n);
  const close = { holdId: hold.holdId, owner: person.id };
  await releaseHold(books.app, { ...keyed(), ...close });
  await expect(releaseHold(books.app, { ...keyed(), ...close })).rejects.toThrow(HoldClosed);
  const payments = [{ to: books.source, units: 1n }];
  await expect(captureHold(books.app, { ...keyed(), ...close, payments })).rejects.toThrow(HoldClosed);
  expect(await kinds(person.id)).toEqual({ available: 100n, held: 0n });
});

it('refuses a capture above the hold and by another owner', async () => {
  const { person, hold } = await held(60n);
  const payments = [{ to: books.source, units: 61n }];
  const capture = { ...keyed(), holdId: hold.holdId, owner: person.id, payments };
  await expect(captureHold(books.app, capture)).rejects.toThrow(HoldTooSmall);
  const stranger = await books.person(0n);
  await expect(captureHold(books.app, { ...capture, owner: stranger.id })).rejects.toThrow(HoldNotFound);
});
