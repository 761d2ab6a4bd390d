/** What screens read of own orders and fills, and the two ways to take orders back. Prices and books are market-queries. */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireInput, WireOutput } from '@marigold/contract/endpoint';
import { useEffect, useEffectEvent, useState } from 'react';

import { useSession } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { invalidateTrade, read, useRead, useReadList } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

export type Order = Output<'trade/open'>['list'][number];
export type Fill = Output<'trade/fills'>['list'][number];
export type OrderDetail = Output<'trade/detail'>;
export type FillDetail = Output<'trade/fill'>;
export type TradeConfig = Output<'trade/config'>;
export type OrderFilter = Omit<WireInput<Contract['trade/history']>, 'cursor' | 'size'>;
export type FillFilter = Omit<WireInput<Contract['trade/fills']>, 'cursor' | 'size'>;

/** The live channel tells of every order; asking is for when that is away. */
const openEveryMs = 15_000;

/** Balances, fees and the number of open orders in one market; nothing is asked for a visitor, or while it is ''. */
export function useTradeConfig(symbol: string) {
  const { hasLogin } = useSession();
  return useRead('trade/config', { symbol }, { isEnabled: hasLogin && symbol !== '' });
}

/**
 * Orders on the book, newest first: of one market or of all. What is open is wanted whole: who cancels all of it is told
 * how many that are.
 */
export function useOpenOrders(symbol?: string) {
  const { hasLogin } = useSession();
  const input = symbol === undefined ? { size: 100 } : { symbol, size: 100 };
  const open = useReadList('trade/open', input, { isEnabled: hasLogin });
  useWhole(open);
  return open;
}

/** Reads on until nothing is missing. A page that failed comes with the next reading of the list. */
function useWhole(list: ReturnType<typeof useReadList>): void {
  const isMissing = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  const fetchMore = useEffectEvent(() => void list.fetchNextPage());
  useEffect(() => {
    if (isMissing) fetchMore();
  }, [isMissing]);
}

/** Orders of any state, newest first; with the status `over` those that wait no more. */
export function useOrderHistory(filter: OrderFilter = {}, isEnabled = true) {
  return useReadList('trade/history', { ...filter, size: 50 }, { isEnabled });
}

/** Fills, newest first; with `orderId` those of one order. */
export function useFills(filter: FillFilter = {}, isEnabled = true) {
  return useReadList('trade/fills', { ...filter, size: 50 }, { isEnabled });
}

/** One order with its newest fills; nothing is asked for while the id is ''. */
export function useOrder(orderId: string) {
  return useRead(
    'trade/detail',
    { orderId },
    {
      isEnabled: orderId !== '',
      everyMs: (data) => (data?.order.status === 'wait' ? openEveryMs : false),
    },
  );
}

/** One fill; nothing is asked for while the id is ''. */
export function useFill(tradeId: string) {
  return useRead('trade/fill', { tradeId }, { isEnabled: tradeId !== '' });
}

type CancelOrder = {
  /** True when the order is off the book now; what went wrong is told in a toast. */
  readonly cancel: (orderId: string) => Promise<boolean>;
  /** Several may be on their way at a time. */
  readonly isCancelling: (orderId: string) => boolean;
};

/** Takes one order off the book. */
export function useCancelOrder(): CancelOrder {
  const t = useText();
  const { send } = useIntent('trade/cancel');
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  async function cancel(orderId: string): Promise<boolean> {
    setRunning((ids) => new Set([...ids, orderId]));
    const no = await refusalOf(t('shell.networkError'), async () => await send({ orderId }, quiet));
    await invalidateTrade();
    setRunning((ids) => new Set([...ids].filter((id) => id !== orderId)));
    showToast({ text: no ?? t('orders.cancelled') });
    return no === undefined;
  }
  return { cancel, isCancelling: (orderId) => running.has(orderId) };
}

/** What it came to when every order of some markets was to be cancelled. */
export type CancelAllOutcome = {
  readonly count: number;
  /** Orders that still stand in those markets, such as one that was placed meanwhile. */
  readonly remained: number;
  /** The markets that did not do it, and what each said. */
  readonly failed: readonly { readonly symbol: string; readonly msg: string }[];
};

/** Markets that answered, of those asked for. */
export type CancelAllProgress = { readonly done: number; readonly total: number };

type CancelAll = {
  /** One market after the other; a market that refuses does not keep the others. Says in a toast what it came to. */
  readonly cancelAll: (symbols: readonly string[]) => Promise<CancelAllOutcome>;
  /** Undefined while nothing runs. */
  readonly progress: CancelAllProgress | undefined;
};

/** Takes every open order of some markets off the book. */
export function useCancelAll(): CancelAll {
  const t = useText();
  const { send } = useIntent('trade/cancel/all');
  const [progress, setProgress] = useState<CancelAll['progress']>();
  async function cancelAll(symbols: readonly string[]): Promise<CancelAllOutcome> {
    let count = 0;
    const failed: { symbol: string; msg: string }[] = [];
    for (const [done, symbol] of symbols.entries()) {
      setProgress({ done, total: symbols.length });
      const msg = await refusalOf(t('shell.networkError'), async () => {
        const result = await send({ symbol }, quiet);
        if (result.ok) count += result.data.count;
        return result;
      });
      if (msg !== undefined) failed.push({ symbol, msg });
    }
    const [remained] = await Promise.all([countOpen(symbols), invalidateTrade()]);
    setProgress(undefined);
    showToast({ text: failed[0]?.msg ?? t('orders.cancelledAll', { count }) });
    return { count, remained, failed };
  }
  return { cancelAll, progress };
}

/** Open orders in some markets as the server counts them now; a market that cannot be read counts for nothing. */
async function countOpen(symbols: readonly string[]): Promise<number> {
  const counts = symbols.map(async (symbol) => {
    try {
      return (await read('trade/config', { symbol })).openOrders;
    } catch {
      return 0;
    }
  });
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

const quiet = { disableLoading: true, onFail: () => undefined } as const;

type Sent = { readonly ok: true } | { readonly ok: false; readonly kind: string; readonly msg?: string };

/** Undefined when it was done; otherwise the sentence that says why not. `offline` is the one for no answer at all. */
async function refusalOf(offline: string, sending: () => Promise<Sent>): Promise<string | undefined> {
  try {
    const result = await sending();
    if (result.ok) return undefined;
    return result.msg === undefined || result.msg === '' ? offline : result.msg;
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    // Nobody knows whether it was done: the list says it as soon as it can be read again.
    return offline;
  }
}
