import '../../ui/css/market.css';
import '../../ui/css/trade.css';
import '../../ui/css/desk.css';
import { useEffect } from 'react';

import { useText } from '../../lib/i18n.ts';
import { useMarkets } from '../../lib/market-queries.ts';
import { go } from '../../lib/navigation.ts';
import { paths } from '../../lib/paths.ts';
import { invalidateTrade, queryClient } from '../../lib/queries.ts';
import { readFailed } from '../../lib/read-failed.ts';
import type { TradeSearch } from '../../lib/searches.ts';
import { createStore } from '../../lib/store.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Trading } from './trading.tsx';

/** The market that was looked at last in this visit: the tab comes back to it. */
const lastMarket = createStore<string | undefined>(undefined);

/** Trading of one pair (tab 2): the live book, the order form, own open orders. */
export function TradePage({ pair, side }: TradeSearch) {
  const t = useText();
  return (
    <PullToRefresh onRefresh={refresh} label={t('shell.refresh')} busyLabel={t('shell.pull.refreshing')}>
      <Content pair={pair} side={side} />
    </PullToRefresh>
  );
}

function Content({ pair, side }: { readonly pair: string | undefined; readonly side: TradeSearch['side'] }) {
  const t = useText();
  const { data, error, refetch } = useMarkets();
  const wanted = pair ?? lastMarket.get();
  const listed = data?.list.find(({ symbol }) => symbol === wanted);
  const market = listed ?? (pair === undefined ? data?.list[0] : undefined);
  const shown = market?.symbol;
  useEffect(() => {
    if (shown !== undefined) lastMarket.set(shown);
  }, [shown]);
  if (market !== undefined) return <Trading key={market.symbol} listed={market} side={side ?? 'buy'} />;
  return (
    <Screen>
      {data === undefined && error === null ? <SkeletonRows label={t('shell.loading')} count={8} /> : null}
      {data === undefined && error !== null ? (
        <ErrorState
          title={readFailed(error)}
          reason={t('trade.failed')}
          retry={{ label: t('shell.tapToRetry'), onPress: refetch }}
        />
      ) : null}
      {data === undefined ? null : data.list.length === 0 ? (
        <EmptyState title={t('trade.none')} reason={t('trade.none.text')} />
      ) : (
        <EmptyState
          title={t('trade.unknown')}
          reason={t('trade.unknown.text')}
          action={
            <Button size="small" onPress={() => go(paths.markets())}>
              {t('trade.pairs')}
            </Button>
          }
        />
      )}
    </Screen>
  );
}

async function refresh(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['market/list'] }), invalidateTrade()]);
}
