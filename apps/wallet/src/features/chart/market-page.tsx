import '../../ui-market/market-tokens.css';
import './market-page.css';
import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';
import { useState } from 'react';

import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { CandleChart } from './candle-chart.tsx';
import { MarketTabs } from './market-tabs.tsx';
import { PriceHead } from './price-head.tsx';
import { StarButton } from './star-button.tsx';

/** One pair that there is, with the ways to buy and to sell it. */
export function MarketPage({ market, isLive }: { readonly market: Market; readonly isLive: boolean }) {
  const t = useText();
  const [isFull, setFull] = useState(false);
  return (
    <Screen
      subject={pairText(market.symbol)}
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
        <div className="market-page-chart">
          <PriceHead market={market} isLive={isLive} />
          <CandleChart market={market} isFull={isFull} onFull={setFull} />
        </div>
        <div className="market-page-side">
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
