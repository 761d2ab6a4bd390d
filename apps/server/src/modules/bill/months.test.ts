import { expect, it } from 'vitest';

import { monthsBack } from './months.ts';

const monthsOf = (text: string, count: number, zone: string) =>
  monthsBack(Date.parse(text), count, zone).map((moment) => new Date(moment).toISOString());

it('begins months where the reader lives, over summer time and the turn of the year', () => {
  expect(monthsOf('2026-04-10T12:00:00Z', 3, 'Europe/Berlin')).toEqual([
    '2026-03-31T22:00:00.000Z',
    '2026-02-28T23:00:00.000Z',
    '2026-01-31T23:00:00.000Z',
  ]);
  expect(monthsOf('2026-01-31T20:00:00Z', 2, 'Asia/Tokyo')).toEqual([
    '2026-01-31T15:00:00.000Z',
    '2025-12-31T15:00:00.000Z',
  ]);
  // Summer time ended three hours after that month began.
  expect(monthsOf('2018-04-10T00:00:00Z', 1, 'Australia/Sydney')).toEqual(['2018-03-31T13:00:00.000Z']);
  expect(monthsOf('2026-01-01T02:00:00Z', 1, 'America/New_York')).toEqual(['2025-12-01T05:00:00.000Z']);
});

it('counts as UTC does where nobody knows the zone', () => {
  expect(monthsOf('2026-11-21T20:00:00Z', 2, 'Mars/Base')).toEqual([
    '2026-11-01T00:00:00.000Z',
    '2026-10-01T00:00:00.000Z',
  ]);
});
