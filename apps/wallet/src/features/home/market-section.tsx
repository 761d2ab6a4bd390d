import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';

import { priceText } from '../../domain/market/price-text.ts';
import { afterFirstScreen } from '../../lib/device/idle.ts';
import { useSession } from '../../lib/device/session.ts';
import { useRead } from '../../lib/query/queries.ts';
import { readFailed } from '../../lib/query/read-failed.ts';
import { linkTo, PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { changeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { WaitingRows } from '../../screen/when-read.tsx';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';

const rowsMax = 6;

/** What follows the prices, stands above them and draws their day; it comes when the first screen stands. */
type Live = {
  readonly AbovePrices: ComponentType;
  readonly Trend: ComponentType<{ readonly market: Market }>;
};

/** Prices of the watch list, or of the first markets; live, and kept on screen when newer ones do not come. */
export function MarketSection(): ReactElement {
  const t = useText();
  const live = useLive();
  return (
    <>
      {live === undefined ? null : <live.AbovePrices />}
      <section aria-labelledby="market">
        <SectionHead
          id="market"
          title={t('home.market')}
          action={<PageLink to={paths.markets()}>{t('home.market.all')}</PageLink>}
        />
        <MarketRows live={live} />
      </section>
    </>
  );
}

function useLive(): Live | undefined {
  const [live, setLive] = useState<Live>();
  useEffect(() => {
    let isThere = true;
    const load = async () => {
      const { AbovePrices, Trend } = await import('./live-prices.tsx');
      if (isThere) setLive({ AbovePrices, Trend });
    };
    // Without it the prices stand as they were read; the next visit tries again.
    afterFirstScreen(load).catch(() => undefined);
    return () => {
      isThere = false;
    };
  }, []);
  return live;
}

function MarketRows({ live }: { readonly live: Live | undefined }): ReactElement {
  const t = useText();
  const { hasLogin } = useSession();
  const { data, error, refetch } = useRead('market/list', {}, { everyMs: 60_000 });
  const favorites = useRead('market/favorites', {}, { isEnabled: hasLogin }).data?.list ?? [];
  if (data === undefined) {
    if (error === null) return <WaitingRows />;
    return (
      <ErrorState
        title={readFailed(error)}
        reason={t('home.market.failed')}
        retry={{ label: t('shell.retry'), onPress: refetch }}
        isInline
      />
    );
  }
  if (data.list.length === 0) return <EmptyState title={t('shell.noRecords')} isInline />;
  const own = data.list.filter(({ symbol }) => favorites.includes(symbol));
  const rows = own.length === 0 ? data.list.slice(0, rowsMax) : own;
  const usual = data.list[0]?.quote;
  return (
    <List>
      {rows.map((market) => (
        <MarketRow key={market.symbol} market={market} isUsual={market.quote === usual} live={live} />
      ))}
    </List>
  );
}

type RowProps = {
  readonly market: Market;
  /** Priced in what most are: the pair goes without saying. */
  readonly isUsual: boolean;
  readonly live: Live | undefined;
};

function MarketRow({ market, isUsual, live }: RowProps): ReactElement {
  const { symbol, base, name, ticker, priceDecimals } = market;
  return (
    <ListRow
      glyph={<CoinIcon ticker={base} />}
      title={isUsual ? base : pairText(symbol)}
      detail={name}
      middle={live === undefined ? <svg width={64} height={26} /> : <live.Trend market={market} />}
      value={ticker.last === null ? '—' : priceText(ticker.last, priceDecimals)}
      valueDetail={ticker.change24h === null ? '—' : <Change change={ticker.change24h} />}
      link={linkTo(paths.market(symbol))}
    />
  );
}

function Change({ change }: { readonly change: string }): ReactElement {
  const text = changeText(change);
  // A price that stood still has no direction.
  if (!/[1-9]/.test(change)) return <>{text}</>;
  const isDown = change.startsWith('-');
  return <span className={isDown ? 'text-down' : 'text-up'}>{`${isDown ? '▼' : '▲'} ${text}`}</span>;
}
