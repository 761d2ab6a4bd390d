import { describe, expect, it } from 'vitest';

import { isTermOver, endOfTerm } from './term.ts';

describe('the term of a record', () => {
  it.each([
    ['2026-11-26T12:49:22.123Z', 5, '2031-11-26T12:49:22.123Z'],
    ['2028-02-29T23:59:59.999Z', 4, '2032-02-29T23:59:59.999Z'],
    ['2028-02-29T23:59:59.999Z', 5, '2033-02-28T23:59:59.999Z'],
    ['2027-01-01T00:00:00.000Z', 30, '2057-01-01T00:00:00.000Z'],
  ])('that ended %s and is kept %i years is over %s', (from, years, until) => {
    const ended = { status: 'disabled', changedAt: Date.parse(from) } as const;
    expect(new Date(endOfTerm(ended, years) ?? 0).toISOString()).toBe(until);
  });

  it('does not begin while it is in use, and ends once', () => {
    const now = Date.parse('2040-01-01');
    const term = { years: 1, now };
    const old = { changedAt: 0, erasedAt: null };
    expect(endOfTerm({ ...old, status: 'normal' }, 1)).toBeNull();
    expect(isTermOver({ ...old, status: 'notBound' }, term)).toBe(false);
    expect(isTermOver({ ...old, status: 'disabled' }, term)).toBe(true);
    expect(isTermOver({ status: 'disabled', changedAt: 0, erasedAt: 1 }, term)).toBe(false);
  });
});
