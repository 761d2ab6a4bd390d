import { expect, it } from 'vitest';

import { rangeOfDays } from './export-days.ts';

it('includes the first and the last day', () => {
  expect(rangeOfDays('2026-11-01', '2026-11-21')).toEqual({
    fromMs: new Date(2026, 10, 1).getTime(),
    untilMs: new Date(2026, 10, 22).getTime(),
  });
  expect(rangeOfDays('2026-11-21', '2026-11-21')).not.toHaveProperty('kind');
});

it('covers twelve months and not a day more', () => {
  expect(rangeOfDays('2025-11-21', '2026-11-21')).not.toHaveProperty('kind');
  expect(rangeOfDays('2025-11-20', '2026-11-21')).toEqual({ day: 'from', kind: 'tooLong' });
  expect(rangeOfDays('2028-02-29', '2029-03-01')).not.toHaveProperty('kind');
});

it('names the day that is missing or out of order', () => {
  expect(rangeOfDays('', '2026-11-21')).toEqual({ day: 'from', kind: 'missing' });
  expect(rangeOfDays('2026-11-21', 'soon')).toEqual({ day: 'to', kind: 'missing' });
  expect(rangeOfDays('2026-11-21', '2026-11-20')).toEqual({ day: 'to', kind: 'order' });
});
