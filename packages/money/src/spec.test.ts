/** The specification's section 9 as one table: what each helper gives for what. */
import { describe, expect, it } from 'vitest';

import { abbreviateFloor } from './abbreviation.ts';
import { convertByPairHalfUp, percentChangeHalfUp } from './conversion.ts';
import { formatDate, formatDateTime, lastDays, lastMonths } from './dates.ts';
import { randomDigits } from './random-digits.ts';

type Row = readonly [promise: string, given: () => unknown, expected: unknown];

const rates = { USDT: '7.1', USD: '1', ZERO: '0', TINY: '0.005', BAD: '-1' };
const abbreviated = (decimal: string) => {
  const { decimal: number, suffix } = abbreviateFloor(decimal);
  return number + suffix;
};
const summer = Date.UTC(2026, 6, 1, 22, 30, 5);
const utc = 'UTC';
const dates = ({ from, to }: { from: string; to: string }) => [from, to];
const hours = ({ fromMs, untilMs }: { fromMs: number; untilMs: number }) => (untilMs - fromMs) / 3_600_000;

const table: Record<string, readonly Row[]> = {
  'spec 9, number abbreviation': [
    ['1,000 itself is not abbreviated', () => abbreviated('1000'), '1000'],
    ['less is returned as written', () => abbreviated('0.00001234'), '0.00001234'],
    ['a trace above 1,000 is in K', () => abbreviated('1000.001'), '1K'],
    ['up to 3 decimals, the rest cut', () => abbreviated('1234.5678'), '1.234K'],
    ['no trailing zeros', () => abbreviated('1500.00'), '1.5K'],
    ['1,000,000 itself is in K', () => abbreviated('1000000'), '1000K'],
    ['just below a million never reads as 1000K', () => abbreviated('999999.999'), '999.999K'],
    ['above 1,000,000 is in M', () => abbreviated('1234567.89'), '1.234M'],
    ['there is no larger step', () => abbreviated('12345678901'), '12345.678M'],
    ['a loss is abbreviated by its size', () => abbreviated('-2500'), '-2.5K'],
    [
      'parts let a screen localise the number',
      () => abbreviateFloor('2500'),
      { decimal: '2.5', suffix: 'K' },
    ],
  ],
  'spec 9, conversion by pair key': [
    [
      'the part behind the underscore names the rate',
      () => convertByPairHalfUp('2', 'BTC_USDT', rates),
      '14.20',
    ],
    ['the key counts in upper case', () => convertByPairHalfUp('2', 'btc_usdt', rates), '14.20'],
    ['a half cent goes up', () => convertByPairHalfUp('1', 'X_TINY', rates), '0.01'],
    ['less than half a cent goes down', () => convertByPairHalfUp('0.99', 'X_TINY', rates), '0.00'],
    ['a loss mirrors a gain', () => convertByPairHalfUp('-1', 'X_TINY', rates), '-0.01'],
    ['a rate of zero is a rate', () => convertByPairHalfUp('5', 'X_ZERO', rates), '0.00'],
    [
      'no digit is lost',
      () => convertByPairHalfUp('12345678901234567890.12', 'X_USD', rates),
      '12345678901234567890.12',
    ],
    ['an unknown currency has no estimate', () => convertByPairHalfUp('5', 'BTC_EUR', rates), undefined],
    ['nothing is inherited', () => convertByPairHalfUp('5', 'X_CONSTRUCTOR', rates), undefined],
    ['a key without underscore is no pair', () => convertByPairHalfUp('5', 'USDT', rates), undefined],
    ['a key with two is no pair', () => convertByPairHalfUp('5', 'A_B_USDT', rates), undefined],
    ['a negative rate is none', () => convertByPairHalfUp('5', 'X_BAD', rates), undefined],
    ['a change in percent is to the nearest', () => percentChangeHalfUp('3', '4.0'), '33.33'],
    ['a fall is negative', () => percentChangeHalfUp('4', '3'), '-25.00'],
    ['there is no change from zero', () => percentChangeHalfUp('0.0', '3'), undefined],
  ],
  'spec 9, date formats': [
    ['date and time', () => formatDateTime(summer, utc), '2026-07-01 22:30:05'],
    ['date', () => formatDate(summer, utc), '2026-07-01'],
    ['another zone may be on another day', () => formatDateTime(summer, 'Asia/Tokyo'), '2026-07-02 07:30:05'],
    ['midnight is 00, not 24', () => formatDateTime(Date.UTC(2026, 0, 1), utc), '2026-01-01 00:00:00'],
    ['half-hour zones', () => formatDateTime(0, 'Asia/Kolkata'), '1970-01-01 05:30:00'],
    ['a birthday long ago', () => formatDate(Date.UTC(1931, 4, 9), utc), '1931-05-09'],
    [
      'the local zone is the default',
      () => formatDateTime(summer),
      formatDateTime(summer, Intl.DateTimeFormat().resolvedOptions().timeZone),
    ],
  ],
  'spec 9, date ranges': [
    ['the last day is today', () => dates(lastDays(1, summer, utc)), ['2026-07-01', '2026-07-01']],
    ['the last 7 days are 7 dates', () => dates(lastDays(7, summer, utc)), ['2026-06-25', '2026-07-01']],
    [
      'in the zone of the reader',
      () => dates(lastDays(7, summer, 'Asia/Tokyo')),
      ['2026-06-26', '2026-07-02'],
    ],
    ['over a leap day', () => dates(lastDays(2, Date.UTC(2028, 2, 1), utc)), ['2028-02-29', '2028-03-01']],
    ['a month back', () => dates(lastMonths(1, summer, utc)), ['2026-06-01', '2026-07-01']],
    [
      'a month back from the 31st',
      () => dates(lastMonths(1, Date.UTC(2026, 2, 31), utc)),
      ['2026-02-28', '2026-03-31'],
    ],
    [
      'into a leap year',
      () => dates(lastMonths(1, Date.UTC(2028, 2, 30), utc)),
      ['2028-02-29', '2028-03-30'],
    ],
    [
      'over the new year',
      () => dates(lastMonths(3, Date.UTC(2026, 0, 31), utc)),
      ['2025-10-31', '2026-01-31'],
    ],
    [
      'into a month of 30 days',
      () => dates(lastMonths(3, Date.UTC(2026, 1, 28), utc)),
      ['2025-11-28', '2026-02-28'],
    ],
    ['twelve months', () => dates(lastMonths(12, Date.UTC(2028, 1, 29), utc)), ['2027-02-28', '2028-02-29']],
    [
      'the range in ms starts at the local midnight',
      () => lastDays(1, summer, 'Asia/Tokyo').fromMs,
      Date.UTC(2026, 6, 1, 15),
    ],
    ['and ends at the next one', () => hours(lastDays(1, summer, 'Asia/Tokyo')), 24],
    ['a day of 23 hours', () => hours(lastDays(1, Date.UTC(2026, 2, 29, 12), 'Europe/Berlin')), 23],
    ['a day of 25 hours', () => hours(lastDays(1, Date.UTC(2026, 9, 25, 12), 'Europe/Berlin')), 25],
    [
      'a day that begins at 01:00',
      () => lastDays(1, Date.UTC(2024, 3, 26, 12), 'Africa/Cairo').fromMs,
      Date.UTC(2024, 3, 25, 22),
    ],
    [
      'the zone that is furthest ahead',
      () => lastDays(1, summer, 'Pacific/Kiritimati').fromMs,
      Date.UTC(2026, 6, 1, 10),
    ],
  ],
  'spec 9, random digits': [
    [
      'each byte gives its last decimal digit',
      () => randomDigits(4, (bytes) => bytes.set([0, 9, 10, 249])),
      '0909',
    ],
    [
      'bytes that would favour low digits are drawn again',
      () => randomDigits(3, sourceOf([250, 255, 7], [251, 18, 29])),
      '789',
    ],
    ['as long as asked', () => [1, 6, 64].map((length) => randomDigits(length).length), [1, 6, 64]],
    ['digits only', () => /^[0-9]{64}$/.test(randomDigits(64)), true],
    ['not the same twice', () => randomDigits(64) === randomDigits(64), false],
  ],
};

function sourceOf(...draws: number[][]): (bytes: Uint8Array) => void {
  return (bytes) => bytes.set(draws.shift() ?? []);
}

describe.each(Object.entries(table))('%s', (_section, rows) => {
  it.each(rows)('%s', (_promise, given, expected) => {
    expect(given()).toEqual(expected);
  });
});

describe('mistakes of ours', () => {
  it.each<readonly [string, () => unknown]>([
    ['a number abbreviation of no number', () => abbreviateFloor('1e9')],
    ['a conversion of no amount', () => convertByPairHalfUp('1,5', 'X_USD', rates)],
    ['a time that is none', () => formatDate(Number.NaN, utc)],
    ['a range of no days', () => lastDays(0, summer, utc)],
    ['a range of too many months', () => lastMonths(121, summer, utc)],
    ['a digit string of no digits', () => randomDigits(0)],
    ['a random source that gives nothing usable', () => randomDigits(6, (bytes) => bytes.fill(255))],
  ])('%s breaks', (_what, act) => {
    expect(act).toThrow('Broken: ');
  });
});
