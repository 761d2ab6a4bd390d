import type { Market } from '@marigold/contract/market';
import { useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { pairText } from '../../lib/market-format.ts';
import { useMarket, useMarkets } from '../../lib/market-queries.ts';
import { type MarketSearch, paths } from '../../lib/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { CandleChart } from './candle-chart.tsx';
import { MarketTabs } from './market-tabs.tsx';
import { PriceHead } from './price-head.tsx';
import { StarButton } from './star-button.tsx';

/** Everything anybody may see of one pair: prices, candles, book, trades and its rules. */
export function ChartPage({ pair }: MarketSearch) {
  const t = useText();
  const { data: known } = useMarkets();
  const symbol = pair ?? known?.list[0]?.symbol ?? '';
  const read = useMarket(symbol);
  const { market, isLive } = read;
  if (market !== undefined) return <MarketPage key={market.symbol} market={market} isLive={isLive} />;
  return (
    <Screen subject={pair?.replace('_', '/')} back={paths.markets()}>
      <WhenRead read={read} waiting={<Waiting label={t('shell.loading')} />} failed={t('market.failed')}>
        {() => (
          <EmptyState
            title={t('market.unknown.title')}
            reason={t('market.unknown.reason')}
            action={
              <Button size="small" link={linkTo(paths.markets(), { isReplacing: true })}>
                {t('market.showAll')}
              </Button>
            }
          />
        )}
      </WhenRead>
    </Screen>
  );
}

function MarketPage({ market, isLive }: { readonly market: Market; readonly isLive: boolean }) {
  const t = useText();
  const [isFull, setFull] = useState(false);
  return (
    <Screen
      subject={pairText(market)}
      back={paths.markets()}
      actions={
        <>
          <StarButton symbol={market.symbol} />
          <span className="wide:hidden">
            <IconButton
              icon="arrows-out-simple"
              label={t('market.chart.full')}
              onPress={() => setFull(true)}
            />
          </span>
        </>
      }
      foot={
        <div className="wide:hidden">
          <TradeButtons symbol={market.symbol} />
        </div>
      }
    >
      <div className="market-page">
        <div className="market-chart">
          <PriceHead market={market} isLive={isLive} />
          <CandleChart market={market} isFull={isFull} onFull={setFull} />
        </div>
        <div className="market-side">
          <div className="hidden wide:block pb-4">
            <TradeButtons symbol={market.symbol} />
          </div>
          <Card>
            <MarketTabs market={market} />
          </Card>
        </div>
      </div>
    </Screen>
  );
}

function TradeButtons({ symbol }: { readonly symbol: string }) {
  const t = useText();
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button kind="buy" link={linkTo(paths.trade({ pair: symbol, side: 'buy' }))}>
        {t('market.buy')}
      </Button>
      <Button kind="sell" link={linkTo(paths.trade({ pair: symbol, side: 'sell' }))}>
        {t('market.sell')}
      </Button>
    </div>
  );
}

/** In the shape of what comes: price, bar and chart. */
function Waiting({ label }: { readonly label: string }) {
  return (
    <div className="grid gap-3" role="status">
      <span className="vh">{label}</span>
      <SkeletonBar width={180} height={36} />
      <SkeletonBar width={120} />
      <SkeletonBar width={2000} height={300} />
    </div>
  );
}
