import { useEffect } from 'react';

import { useMarkets } from '../../domain/market/market-queries.ts';
import { createStore } from '../../lib/device/store.ts';
import { invalidateTrade, queryClient } from '../../lib/query/queries.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import type { TradeSearch } from '../../lib/route/searches.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Refreshable, Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { Trading } from './trading.tsx';

/** The market that was looked at last in this visit: the tab comes back to it. */
const lastMarket = createStore<string | undefined>(undefined);

/** Trading of one pair (tab 2): the live book, the order form, own open orders. */
export function TradePage({ pair, side }: TradeSearch) {
  return (
    <Refreshable onRefresh={refresh}>
      <Content pair={pair} side={side} />
    </Refreshable>
  );
}

function Content({ pair, side }: { readonly pair: string | undefined; readonly side: TradeSearch['side'] }) {
  const t = useText();
  const markets = useMarkets();
  const { data } = markets;
  const wanted = pair ?? lastMarket.get();
  const listed = data?.list.find(({ symbol }) => symbol === wanted);
  const market = listed ?? (pair === undefined ? data?.list[0] : undefined);
  const symbolHere = market?.symbol;
  useEffect(() => {
    if (symbolHere !== undefined) lastMarket.set(symbolHere);
  }, [symbolHere]);
  if (market !== undefined) return <Trading key={market.symbol} listed={market} side={side ?? 'buy'} />;
  return (
    <Screen>
      <WhenRead read={markets} rows={8} failed={t('trade.failed')}>
        {({ list }) => <NoMarket isListEmpty={list.length === 0} />}
      </WhenRead>
    </Screen>
  );
}

/** The address names a market that is not there, or there is none at all. */
function NoMarket({ isListEmpty }: { readonly isListEmpty: boolean }) {
  const t = useText();
  if (isListEmpty) return <EmptyState title={t('trade.none')} reason={t('trade.none.text')} />;
  return (
    <EmptyState
      title={t('trade.unknown')}
      reason={t('trade.unknown.text')}
      action={
        <Button size="small" onPress={() => go(paths.markets())}>
          {t('trade.pairs')}
        </Button>
      }
    />
  );
}

async function refresh(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['market/list'] }), invalidateTrade()]);
}
