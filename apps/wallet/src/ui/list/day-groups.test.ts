import { describe, expect, it } from 'vitest';

import { groupByDay, rowsPerGroup } from './day-groups.ts';

const row = (id: string, time: number) => ({ id, time });

const at = (month: number, day: number, hour = 12) => new Date(2026, month - 1, day, hour).getTime();
const now = at(11, 21);

describe('the groups of a list', () => {
  it('are the days, each with its head', () => {
    const groups = groupByDay(
      [row('a', at(11, 21, 23)), row('b', at(11, 21, 0)), row('c', at(11, 20, 23))],
      now,
    );
    expect(groups.map(({ rows }) => rows.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
    expect(groups.every(({ startsDay, endsDay }) => startsDay && endsDay)).toBe(true);
  });

  it('name the month once, and never the month of now', () => {
    const groups = groupByDay(
      [row('a', at(11, 3)), row('b', at(10, 30)), row('c', at(10, 2)), row('d', at(9, 2))],
      now,
    );
    expect(groups.map(({ startsMonth }) => startsMonth)).toEqual([false, true, false, true]);
  });

  it('name the month of a list that begins in an earlier one', () => {
    expect(groupByDay([row('a', at(10, 30))], now)[0]?.startsMonth).toBe(true);
  });

  it('cut a long day into pieces under one head', () => {
    const rows = Array.from({ length: rowsPerGroup * 2 + 1 }, (_, index) => row(`${index}`, at(11, 21)));
    const groups = groupByDay(rows, now);
    expect(groups.map((group) => group.rows.length)).toEqual([rowsPerGroup, rowsPerGroup, 1]);
    expect(groups.map(({ startsDay }) => startsDay)).toEqual([true, false, false]);
    expect(groups.map(({ endsDay }) => endsDay)).toEqual([false, false, true]);
  });

  it('are none without rows', () => {
    expect(groupByDay([], now)).toEqual([]);
  });
});
