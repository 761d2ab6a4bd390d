/** What a market did in the last 24 hours, minute by minute: a window that slides with the clock. */
import { dayMs, minuteMs } from '@marigold/money/spans';

import { type CandleRow, type CandleTrade, openingOf, withTrade } from './candles.ts';

const halfHourMs = 30 * minuteMs;

export type DaySummary = {
  /** The price 24 hours ago; of a younger market its first. Undefined before the first trade. */
  readonly from: number | undefined;
  /** The last price, however long ago. */
  readonly to: number | undefined;
  readonly high: number | undefined;
  readonly low: number | undefined;
  readonly volume: bigint;
  readonly turnover: bigint;
};

export type Day = {
  add(trade: CandleTrade): void;
  summary(now: number): DaySummary;
  /** Closing prices of the half hours up to now, oldest first. */
  closings(now: number): number[];
};

/**
 * `minutes`: candles of the last 24 hours, oldest first. `before`: the last price of before. A minute counts as long as it
 * began less than 24 hours ago.
 */
export function createDay(minutes: readonly CandleRow[], before: number | undefined): Day {
  let inDay = [...minutes];
  let closeBefore = before;
  /** Kept until a trade comes or a minute goes. */
  let known: DaySummary | undefined;

  function slide(now: number): void {
    let gone = 0;
    for (const minute of inDay) {
      if (minute.openedAt > now - dayMs) break;
      closeBefore = minute.close;
      gone += 1;
    }
    if (gone === 0) return;
    inDay = inDay.slice(gone);
    known = undefined;
  }

  return {
    add(trade) {
      known = undefined;
      const openedAt = openingOf('1m', trade.time);
      const last = inDay.at(-1);
      // A clock that was set back must not open an older minute behind a newer one.
      if (last === undefined || openedAt > last.openedAt) inDay.push(withTrade(undefined, openedAt, trade));
      else inDay[inDay.length - 1] = withTrade(last, last.openedAt, trade);
    },
    summary(now) {
      slide(now);
      known ??= {
        from: closeBefore ?? inDay[0]?.open,
        to: inDay.at(-1)?.close ?? closeBefore,
        high: inDay.length === 0 ? undefined : inDay.reduce((most, { high }) => Math.max(most, high), 0),
        low:
          inDay.length === 0 ? undefined : inDay.reduce((least, { low }) => Math.min(least, low), Infinity),
        volume: inDay.reduce((sum, { volume }) => sum + volume, 0n),
        turnover: inDay.reduce((sum, { turnover }) => sum + turnover, 0n),
      };
      return known;
    },
    closings(now) {
      slide(now);
      const closings: number[] = [];
      let last = closeBefore;
      let at = 0;
      for (let end = now - dayMs + halfHourMs; end <= now; end += halfHourMs) {
        for (; at < inDay.length && (inDay[at]?.openedAt ?? 0) <= end; at += 1)
          last = inDay[at]?.close ?? last;
        if (last !== undefined) closings.push(last);
      }
      return closings;
    },
  };
}
