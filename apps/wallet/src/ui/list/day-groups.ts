/** Cuts an endless list into days, and long days into pieces that a phone can draw one by one. Pure. */

/** What a row of such a list has at least; `time` is epoch ms. */
export type DayRow = { readonly id: string; readonly time: number };

export type DayGroup<Row extends DayRow> = {
  readonly key: string;
  readonly rows: readonly Row[];
  /** The first piece of its day has the day's head, the first one of an earlier month the month's as well. */
  readonly startsDay: boolean;
  readonly startsMonth: boolean;
  readonly endsDay: boolean;
};

/** Rows in one piece: enough to keep the number of pieces small, few enough to draw at once. */
export const rowsPerGroup = 20;

/** Rows newest first, in the reader's own days. The month of now needs no head. */
export function groupByDay<Row extends DayRow>(rows: readonly Row[], nowMs: number): DayGroup<Row>[] {
  const pieces: Row[][] = [];
  for (const row of rows) {
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    const fits = piece !== undefined && last !== undefined && piece.length < rowsPerGroup;
    if (fits && dayOf(last.time) === dayOf(row.time)) piece.push(row);
    else pieces.push([row]);
  }
  let before = nowMs;
  return pieces.map((piece, index) => {
    const time = piece[0]?.time ?? nowMs;
    const next = pieces[index + 1]?.[0]?.time;
    const group = {
      key: piece[0]?.id ?? '',
      rows: piece,
      startsDay: index === 0 || dayOf(before) !== dayOf(time),
      startsMonth: monthOf(before) !== monthOf(time),
      endsDay: next === undefined || dayOf(next) !== dayOf(time),
    };
    before = time;
    return group;
  });
}

/** One number per local day. Cheaper by far than formatting ten thousand dates. */
function dayOf(timeMs: number): number {
  return monthOf(timeMs) * 100 + new Date(timeMs).getDate();
}

function monthOf(timeMs: number): number {
  const date = new Date(timeMs);
  return date.getFullYear() * 100 + date.getMonth();
}
