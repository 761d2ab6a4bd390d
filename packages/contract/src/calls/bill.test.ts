import { describe, expect, it } from 'vitest';

import { BillStatus, nextBillStatuses } from './bill.ts';

describe('the statuses of a bill', () => {
  it('leads from running to every other status', () => {
    const reached = new Set<BillStatus>(['running']);
    for (const status of reached) for (const next of nextBillStatuses[status]) reached.add(next);
    expect([...reached].toSorted()).toEqual(BillStatus.options.toSorted());
  });

  it('ends in success and failed, and leaves success only when a reorganisation takes the block of a transfer', () => {
    const final = BillStatus.options.filter((status) => nextBillStatuses[status].length === 0);
    expect(final).toEqual(['failed']);
    expect(nextBillStatuses.success).toEqual(['pending']);
  });
});
