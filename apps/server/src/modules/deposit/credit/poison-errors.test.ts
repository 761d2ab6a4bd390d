import { Halted, InsufficientBalance } from '@marigold/ledger/errors';
import pg from 'pg';
import { expect, it } from 'vitest';

import { isAboutItsRows } from './poison.ts';

it.each([
  ['a row that breaks a rule', '23514', true],
  ['a value that does not fit', '22003', true],
  ['a deadlock', '40P01', false],
  ['a server that stops', '57P01', false],
  ['a lost connection', '08006', false],
  ['a missing table', '42P01', false],
])('takes %s for what it is', (_, code, isPoison) => {
  const error = Object.assign(new pg.DatabaseError('said the database', 1, 'error'), { code });
  expect(isAboutItsRows(error)).toBe(isPoison);
});

it.each([
  ['a refusal of the ledger', new InsufficientBalance(), true],
  [
    'what our own code takes for impossible',
    new Error('Broken: a deposit goes from closed to success'),
    true,
  ],
  ['the stop of all money', new Halted(), false],
  ['a dead worker', new Error('crashed'), false],
])('takes %s for what it is', (_, error, isPoison) => {
  expect(isAboutItsRows(error)).toBe(isPoison);
});
