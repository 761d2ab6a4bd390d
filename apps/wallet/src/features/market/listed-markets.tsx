import { useState } from 'react';

import { useFavorites } from '../../domain/market/favorites.ts';
import { useTickers } from '../../domain/market/market-queries.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { clockText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import type { MarketSort } from '../../ui-market/market-table.tsx';
import { marketsIn, type MarketView, nextSort, quotesOf } from './market-view.ts';
import { Views } from './market-views.tsx';
import { MarketRows } from './markets-list.tsx';
import { NoMarkets } from './no-markets.tsx';

type ViewProps = { readonly view: MarketView; readonly typed: string };

/** The pairs of a view, as they were sorted and searched. */
export function ListedMarkets({ view, typed }: ViewProps) {
  const t = useText();
  const [sort, setSort] = useState<MarketSort>();
  const favorites = useFavorites();
  const { data, error, refetch, isLive } = useTickers();
  if (data === undefined) {
    if (error === null) return <WaitingRows rows={8} />;
    return <ReadFailed error={error} reason={t('market.failed')} onRetry={refetch} />;
  }
  const rows = marketsIn(data.list, { view, typed, favorites: favorites.list, sort });
  return (
    <>
      <Views view={view} quotes={quotesOf(data.list)} />
      {rows.length === 0 ? (
        <NoMarkets view={view} typed={typed} />
      ) : (
        <MarketRows
          markets={rows}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          favorites={favorites}
        />
      )}
      {rows.length === 0 ? null : <Note readAt={isLive ? undefined : data.time} />}
    </>
  );
}

/** Whether prices are of now, and the way to their colours. */
function Note({ readAt }: { readonly readAt: number | undefined }) {
  const t = useText();
  return (
    <p className="type-sm text-ink-3 pt-4">
      {readAt === undefined ? t('market.note') : t('market.paused', { time: clockText(readAt) })}{' '}
      <PageLink to={paths.setting()} className="link">
        {t('market.colours')}
      </PageLink>
    </p>
  );
}
