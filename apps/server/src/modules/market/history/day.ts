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
  let kept = [...minutes];
  let closeBefore = before;
  /** Kept until a trade comes or a minute goes. */
  let known: DaySummary | undefined;

  function slide(now: number): void {
    let gone = 0;
    for (const minute of kept) {
      if (minute.openedAt > now - dayMs) break;
      closeBefore = minute.close;
      gone += 1;
    }
    if (gone === 0) return;
    kept = kept.slice(gone);
    known = undefined;
  }

  return {
    add(trade) {
      known = undefined;
      const openedAt = openingOf('1m', trade.time);
      const last = kept.at(-1);
      // A clock that was set back must not open an older minute behind a newer one.
      if (last === undefined || openedAt > last.openedAt) kept.push(withTrade(undefined, openedAt, trade));
      else kept[kept.length - 1] = withTrade(last, last.openedAt, trade);
    },
    summary(now) {
      slide(now);
      known ??= {
        from: closeBefore ?? kept[0]?.open,
        to: kept.at(-1)?.close ?? closeBefore,
        high: kept.length === 0 ? undefined : kept.reduce((most, { high }) => Math.max(most, high), 0),
        low: kept.length === 0 ? undefined : kept.reduce((least, { low }) => Math.min(least, low), Infinity),
        volume: kept.reduce((sum, { volume }) => sum + volume, 0n),
        turnover: kept.reduce((sum, { turnover }) => sum + turnover, 0n),
      };
      return known;
    },
    closings(now) {
      slide(now);
      const closings: number[] = [];
      let last = closeBefore;
      let at = 0;
      for (let end = now - dayMs + halfHourMs; end <= now; end += halfHourMs) {
        for (; at < kept.length && (kept[at]?.openedAt ?? 0) <= end; at += 1) last = kept[at]?.close ?? last;
        if (last !== undefined) closings.push(last);
      }
      return closings;
    },
  };
}
