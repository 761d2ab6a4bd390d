import { digitsAt, getDecimal } from '@marigold/money/decimal';

import type { useInsight } from '../../domain/bill/bill-queries.ts';

export type Insight = NonNullable<ReturnType<typeof useInsight>['data']>;
export type Month = Insight['list'][number];

export type Bars = {
  readonly month: number;
  /** Heights in percent of the tallest bar, for drawing only. */
  readonly in: number;
  readonly out: number;
};

/** What is too small to be seen beside the tallest bar is still something. */
const leastPercent = 2;

/** The months as bars, oldest first; no bars where nothing moved at all. */
export function barsOf(months: readonly Month[]): readonly Bars[] {
  const cents = (amount: string) => digitsAt(getDecimal(amount), 2);
  const most = months
    .flatMap((month) => [cents(month.in), cents(month.out)])
    .reduce((left, right) => (left > right ? left : right), 0n);
  if (most === 0n) return [];
  const percent = (amount: string): number => {
    const share = Number((cents(amount) * 1000n) / most) / 10;
    return cents(amount) === 0n ? 0 : Math.max(share, leastPercent);
  };
  return months.toReversed().map((month) => ({
    month: month.month,
    in: percent(month.in),
    out: percent(month.out),
  }));
}
