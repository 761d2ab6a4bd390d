import { describe, expect, it } from 'vitest';

import { kindName, type ExplainedEntry, sumOfPostings } from './explanation.ts';

function posting(delta: string, after: string): ExplainedEntry {
  return { journal: '1', line: 1, time: 0, kind: 'transfer', delta, after, billId: null };
}

describe('the sum of entries', () => {
  it('is exact beyond what a floating-point number could hold', () => {
    const entries = [
      posting('-0.00000001', '90071992547409.93000000'),
      posting('90071992547409.93000001', '90071992547409.93000001'),
    ];
    expect(sumOfPostings(entries, 8)).toEqual({ sum: '90071992547409.93000000', before: '0.00000000' });
  });

  it('may be below zero, and then says what was there before', () => {
    expect(sumOfPostings([posting('-12.34', '87.66')], 2)).toEqual({ sum: '-12.34', before: '100.00' });
  });

  it('is zero without entries', () => {
    expect(sumOfPostings([], 8)).toEqual({ sum: '0.00000000', before: '0.00000000' });
  });
});

describe('the kind of an entry', () => {
  it('is other where it has no words of its own', () => {
    expect(kindName('demo')).toBe('demo');
    expect(kindName('constructor')).toBe('other');
  });
});
