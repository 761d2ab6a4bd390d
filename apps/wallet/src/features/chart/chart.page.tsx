import { pairText } from '@marigold/contract/rules/pair';

import { useMarket, useMarkets } from '../../domain/market/market-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type MarketSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { MarketPage } from './market-page.tsx';

/** Everything anybody may see of one pair: prices, candles, book, trades and its rules. */
export function ChartPage({ pair }: MarketSearch) {
  const t = useText();
  const { data: known } = useMarkets();
  const symbol = pair ?? known?.list[0]?.symbol ?? '';
  const read = useMarket(symbol);
  const { market, isLive } = read;
  if (market !== undefined) return <MarketPage key={market.symbol} market={market} isLive={isLive} />;
  return (
    <Screen subject={pair === undefined ? undefined : pairText(pair)} back={paths.markets()}>
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

/** In the shape of what comes: price, bar and chart. */
function Waiting({ label }: { readonly label: string }) {
  return (
    <div className="grid gap-3" role="status">
      <span className="visually-hidden">{label}</span>
      <SkeletonBar width={180} height={36} />
      <SkeletonBar width={120} />
      <SkeletonBar width={2000} height={300} />
    </div>
  );
}
