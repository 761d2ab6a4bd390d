import type { ReactElement } from 'react';

import { dayText, monthText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { listEnd } from '../../lib/list-end.ts';
import { readFailed } from '../../lib/read-failed.ts';
import { useToday } from '../../lib/today.ts';
import { DayList } from '../../ui/day-list.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

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
          <SkeletonRows label={t('shell.loading')} count={7} />
        </div>
      );
    return (
      <ErrorState
        title={readFailed(read.error)}
        reason={t('orders.failed')}
        retry={{ label: t('shell.tapToRetry'), onPress: read.refetch }}
      />
    );
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
