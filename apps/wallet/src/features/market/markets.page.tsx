import { useState } from 'react';

import { useFavorites } from '../../lib/favorites.ts';
import { clockText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { PageLink } from '../../lib/link.tsx';
import { useTickers } from '../../lib/market-queries.ts';
import { go } from '../../lib/navigation.ts';
import { type MarketsSearch, paths } from '../../lib/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { ReadFailed, Waiting } from '../../screen/when-read.tsx';
import { Chip, Chips } from '../../ui/chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { MarketSort } from '../../ui/market-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { marketsIn, type MarketView, nextSort, quotesOf } from './market-view.ts';
import { MarketRows } from './markets-list.tsx';
import { NoMarkets } from './no-markets.tsx';

/** Every pair with its price of now: to be searched, sorted and kept among one's own. */
export function MarketsPage({ view: wanted = 'all' }: MarketsSearch) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isSearching, setSearching] = useState(false);
  return (
    <Screen
      back={paths.home()}
      actions={
        <span className="wide:hidden">
          <IconButton
            icon="magnifying-glass"
            label={t('market.search')}
            isPressed={isSearching}
            onPress={() => {
              setSearching(!isSearching);
              setTyped('');
            }}
          />
        </span>
      }
    >
      <div className={isSearching ? 'pb-3' : 'pb-3 hidden wide:block'}>
        <SearchField
          label={t('market.search')}
          clearLabel={t('market.searchClear')}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <Markets view={wanted} typed={typed.trim()} />
    </Screen>
  );
}

type ViewProps = { readonly view: MarketView; readonly typed: string };

function Markets({ view, typed }: ViewProps) {
  const t = useText();
  const [sort, setSort] = useState<MarketSort>();
  const favorites = useFavorites();
  const { data, error, refetch, isLive } = useTickers();
  if (data === undefined) {
    if (error === null) return <Waiting rows={8} />;
    return <ReadFailed error={error} reason={t('market.failed')} onRetry={refetch} />;
  }
  const shown = marketsIn(data.list, { view, typed, favorites: favorites.list, sort });
  return (
    <>
      <Views view={view} quotes={quotesOf(data.list)} />
      {shown.length === 0 ? (
        <NoMarkets view={view} typed={typed} />
      ) : (
        <MarketRows
          markets={shown}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          favorites={favorites}
        />
      )}
      {shown.length === 0 ? null : <Note readAt={isLive ? undefined : data.time} />}
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

function Views({ view, quotes }: { readonly view: MarketView; readonly quotes: readonly string[] }) {
  const t = useText();
  const chip = (value: MarketView, label: string) => (
    <Chip key={value} isSelected={view === value} onPress={() => choose(value)}>
      {value === 'favorites' ? <Icon name="star-fill" size={16} className="text-brand-text" /> : null}
      {label}
    </Chip>
  );
  return (
    <Chips label={t('market.filter')}>
      {chip('all', t('market.all'))}
      {chip('favorites', t('market.favorites'))}
      {quotes.map((quote) => chip(quote, quote))}
      {chip('gainers', t('market.gainers'))}
      {chip('losers', t('market.losers'))}
    </Chips>
  );
}

/** The address keeps the view, for whoever comes back from a pair. */
function choose(view: MarketView): void {
  go(paths.markets(view === 'all' ? {} : { view }), { isReplacing: true });
}
