/** What screens read of bills and of what came in and went out. */
import { useSession } from '../../lib/device/session.ts';
import { useRead, type Input, useReadList } from '../../lib/query/queries.ts';
import { useFiat } from '../asset/fiat.ts';

/** What came in and went out in the last months of this device's zone. */
export function useInsight(months: number, isEnabled = true) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return useRead('life/insight', { fiat: useFiat(), months, timeZone }, { isEnabled });
}

export type BillFilter = Omit<Input<'bill/list'>, 'cursor' | 'size'>;

export function useBills(filter: BillFilter = {}, size = 20) {
  return useReadList('bill/list', { ...filter, size });
}

/** What came in and went out under a filter, in the person's fiat currency. */
export function useBillSummary(filter: BillFilter = {}) {
  const { user } = useSession();
  return useRead('bill/summary', user === undefined ? filter : { ...filter, fiat: user.fiat });
}
