import type { ReactElement } from 'react';

import { listEnd } from '../../lib/query/list-end.ts';
import { dayText, monthText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { useToday } from '../../lib/text/today.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { DayList } from '../../ui/list/day-list.tsx';

/** What an endless read has that a list needs. */
export type EndlessRead = Parameters<typeof listEnd>[0] & {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
};

type TradeListProps<Row> = {
  /** Tells this list from every other. */
  readonly listKey: string;
  readonly read: EndlessRead;
  /** Newest first; undefined while they are not there. */
  readonly rows: readonly Row[] | undefined;
  readonly empty: ReactElement;
  readonly row: (row: Row) => ReactElement;
};

/** A list of orders or fills by days, or why there is none. */
export function TradeList<Row extends { readonly id: string; readonly time: number }>({
  listKey,
  read,
  rows,
  empty,
  row,
}: TradeListProps<Row>) {
  const t = useText();
  const today = useToday();
  if (rows === undefined) {
    if (read.isPending)
      return (
        <div className="pt-5">
          <WaitingRows rows={7} />
        </div>
      );
    return <ReadFailed error={read.error} reason={t('orders.failed')} onRetry={read.refetch} />;
  }
  if (rows.length === 0) return empty;
  return (
    <DayList
      listKey={listKey}
      rows={rows}
      end={listEnd(read, t)}
      today={today}
      dayText={dayText}
      monthText={monthText}
      row={row}
    />
  );
}
