import { listKyc } from '@marigold/contract/calls/kyc';
import { expect, it } from 'vitest';

import { recordFilter, recordStatuses, recordUses } from './record-filter.ts';

it('every status and every use of a record can be filtered by', () => {
  expect(recordStatuses.toSorted()).toEqual(listKyc.input.shape.status.unwrap().options.toSorted());
  expect(recordUses.toSorted()).toEqual(listKyc.input.shape.use.unwrap().options.toSorted());
});

it('what an address says that is no status and no use filters nothing', () => {
  expect(recordFilter({ status: 'normal', use: 'card', record: 'MK-0000000000' })).toEqual({
    status: 'normal',
    use: 'card',
  });
  expect(recordFilter({ status: 'gone', use: '' })).toEqual({});
});
