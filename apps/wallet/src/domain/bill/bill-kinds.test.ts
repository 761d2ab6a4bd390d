import { describe, expect, it } from 'vitest';

import { billTypes, datesOf, isBillRange, isBillType } from './bill-kinds.ts';

describe('a type in an address', () => {
  it('is known when the specification names it, or when a refund of a purchase is meant', () => {
    expect(billTypes.every(isBillType)).toBe(true);
    expect([isBillType('constructor'), isBillType('NONE'), isBillType(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(billTypes).toHaveLength(15);
  });
});

describe('a range', () => {
  it('ends with today and is as long as it says', () => {
    const now = new Date(2026, 10, 21, 15).getTime();
    const dates = ({ from, to }: { from: string; to: string }) => [from, to];
    expect(dates(datesOf('7d', now))).toEqual(['2026-11-15', '2026-11-21']);
    expect(dates(datesOf('12m', now))).toEqual(['2025-11-21', '2026-11-21']);
    expect([isBillRange('8d'), isBillRange(undefined)]).toEqual([false, false]);
  });
});
