import type { Bill } from '@marigold/contract/bill';
import { describe, expect, it } from 'vitest';

import { groupBills, rowsPerGroup } from './bill-groups.ts';

function bill(id: string, time: number): Bill {
  return {
    id,
    type: 'TRANSFER',
    status: 'success',
    direction: 'out',
    currency: 'USDT',
    decimals: 2,
    amount: '1.00',
    counterparty: null,
    time,
  };
}

const at = (month: number, day: number, hour = 12) => new Date(2026, month - 1, day, hour).getTime();
const now = at(11, 21);

describe('the groups of a list', () => {
  it('are the days, each with its head', () => {
    const groups = groupBills(
      [bill('a', at(11, 21, 23)), bill('b', at(11, 21, 0)), bill('c', at(11, 20, 23))],
      now,
    );
    expect(groups.map(({ bills }) => bills.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
    expect(groups.every(({ startsDay, endsDay }) => startsDay && endsDay)).toBe(true);
  });

  it('name the month once, and never the month of now', () => {
    const groups = groupBills(
      [bill('a', at(11, 3)), bill('b', at(10, 30)), bill('c', at(10, 2)), bill('d', at(9, 2))],
      now,
    );
    expect(groups.map(({ startsMonth }) => startsMonth)).toEqual([false, true, false, true]);
  });

  it('name the month of a list that begins in an earlier one', () => {
    expect(groupBills([bill('a', at(10, 30))], now)[0]?.startsMonth).toBe(true);
  });

  it('cut a long day into pieces under one head', () => {
    const bills = Array.from({ length: rowsPerGroup * 2 + 1 }, (_, index) => bill(`${index}`, at(11, 21)));
    const groups = groupBills(bills, now);
    expect(groups.map((group) => group.bills.length)).toEqual([rowsPerGroup, rowsPerGroup, 1]);
    expect(groups.map(({ startsDay }) => startsDay)).toEqual([true, false, false]);
    expect(groups.map(({ endsDay }) => endsDay)).toEqual([false, false, true]);
  });

  it('are none without bills', () => {
    expect(groupBills([], now)).toEqual([]);
  });
});
