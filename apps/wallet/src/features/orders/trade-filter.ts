/** The filters of the record of trading as they stand in its address. Pure. */
import type { OrderStatus } from '@marigold/contract/calls/trade';

import { datesOf, isBillRange } from '../../domain/bill/bill-kinds.ts';
import type { FillFilter, OrderFilter } from '../../domain/order/trade-queries.ts';
import type { TradeBillsSearch } from '../../lib/route/paths.ts';

export type TradeTab = 'open' | 'history' | 'fills';
export const tradeTabs: readonly TradeTab[] = ['open', 'history', 'fills'];

export type FilterName = 'pair' | 'side' | 'status' | 'range';

/** What each list can be filtered by: what is open is short, and is told apart by its market alone. */
export const filtersOf: Readonly<Record<TradeTab, readonly FilterName[]>> = {
  open: ['pair'],
  history: ['pair', 'side', 'status', 'range'],
  fills: ['pair', 'side', 'range'],
};

/** What waits stands in a list of its own. */
export const statuses = ['done', 'cancel'] as const satisfies readonly OrderStatus[];
type OverStatus = (typeof statuses)[number];

/** The door for a status that stands in an address. */
export function isStatus(text: string | undefined): text is OverStatus {
  return statuses.some((status) => status === text);
}

/** The filter of fills' calls. Unknown ranges count as absent; the range stays open towards now. */
export function fillFilterOf({ pair, side, range }: TradeBillsSearch, nowMs: number): FillFilter {
  return {
    ...(pair === undefined ? {} : { symbol: pair }),
    ...(side === undefined ? {} : { side }),
    ...(isBillRange(range) ? { from: datesOf(range, nowMs).fromMs } : {}),
  };
}

/** The filter of orders that are over; unknown statuses count as absent. */
export function orderFilterOf(search: TradeBillsSearch, nowMs: number): OrderFilter {
  const { status } = search;
  return { ...fillFilterOf(search, nowMs), status: isStatus(status) ? status : 'over' };
}

/** Whether a list shows less than all there is. */
export function isFiltered(search: TradeBillsSearch): boolean {
  const { tab = 'open', pair, side, status, range } = search;
  const isSet: Readonly<Record<FilterName, boolean>> = {
    pair: pair !== undefined,
    side: side !== undefined,
    status: isStatus(status),
    range: isBillRange(range),
  };
  return filtersOf[tab].some((name) => isSet[name]);
}
