import { reachable } from '@marigold/money/testing/reachable';
import { describe, expect, it } from 'vitest';

import { BillStatus, billStates } from './bill.ts';

describe('the statuses of a bill', () => {
  it('leads from running to every other status', () => {
    const reached = reachable({ ...billStates, firsts: ['running'] });
    expect([...reached].toSorted()).toEqual(BillStatus.options.toSorted());
  });

  it('ends in success and failed, and leaves success only when a reorganisation takes the block of a transfer', () => {
    const final = BillStatus.options.filter((status) => billStates.next[status].length === 0);
    expect(final).toEqual(['failed']);
    expect(billStates.next.success).toEqual(['pending']);
  });
});
