/**
 * The named formats that texts may use: `{min, number, amount}` takes a decimal string and keeps every digit of it;
 * `{until, date, moment}` takes epoch milliseconds and names the time zone, because a sentence written by the server
 * does not know the reader's clock. Whoever renders texts passes this record as the `formats` option.
 */
export const textFormats = {
  amount: { maximumFractionDigits: 18 },
  moment: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  },
} as const satisfies Record<string, Intl.NumberFormatOptions | Intl.DateTimeFormatOptions>;
