/** What is asked for is given, and nothing else. */
import { expect, it } from 'vitest';

import { type MissingFields, readMissing } from './missing-check.ts';

const fields: MissingFields = {
  occupation: 'engineer',
  income: '',
  purpose: 'travel',
  country: 'DE',
  city: 'Berlin',
  postal: '10115',
  line: 'Invalidenstr. 1',
};

it('only what is asked for is given', () => {
  expect(readMissing(fields, ['purpose'])).toEqual({ issues: {}, given: { purpose: 'travel' } });
  expect(readMissing(fields, ['residence'])).toEqual({
    issues: {},
    given: { residence: { country: 'DE', city: 'Berlin', postal: '10115', line: 'Invalidenstr. 1' } },
  });
});

it('what is asked for and not there is named, in the order of the form', () => {
  const { issues, given } = readMissing({ ...fields, city: ' ' }, ['residence', 'income', 'occupation']);
  expect(Object.entries(issues)).toEqual([
    ['income', 'need'],
    ['city', 'need'],
  ]);
  expect(given).toEqual({ occupation: 'engineer' });
});
