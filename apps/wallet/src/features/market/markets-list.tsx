import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';

import { useFiat } from '../../domain/asset/fiat.ts';
import type { Favorites } from '../../domain/market/favorites.ts';
import { changeTone, volumeText, worthText } from '../../domain/market/market-format.ts';
import { useQuoteRates } from '../../domain/market/market-queries.ts';
import { priceText } from '../../domain/market/price-text.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { changeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import {
  type MarketColumn,
  MarketItem,
  type MarketSort,
  MarketTable,
} from '../../ui-market/market-table.tsx';
import { Tick } from '../../ui-market/tick.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';

type RowsProps = {
  readonly markets: readonly Market[];
  readonly sort: MarketSort | undefined;
  readonly onSort: (column: MarketColumn) => void;
  readonly favorites: Favorites;
};

/** Markets in the order they are given, each leading to its chart. */
export function MarketRows({ markets, sort, onSort, favorites }: RowsProps) {
  const t = useText();
  const rates = useQuoteRates();
  const fiat = useFiat();
  return (
    <MarketTable
      label={t('shell.title.market')}
      heads={{
        pair: t('market.head.pair'),
        volume: t('market.head.volume'),
        trend: t('market.head.trend'),
        price: t('market.head.price'),
        change: t('market.head.change'),
        high: t('market.head.high'),
        low: t('market.head.low'),
        turnover: t('market.head.turnover'),
      }}
      endHead={t('market.head.favorite')}
      sort={sort}
      onSort={onSort}
    >
      {markets.map((market) => (
        <Row
          key={market.symbol}
          market={market}
          worth={market.ticker.last === null ? undefined : worthText(market.ticker.last, market, rates, fiat)}
          favorites={favorites}
        />
      ))}
    </MarketTable>
  );
}

type RowProps = {
  readonly market: Market;
  readonly worth: string | undefined;
  readonly favorites: Favorites;
};

function Row({ market, worth, favorites }: RowProps) {
  const t = useText();
  const { symbol, base, quote, ticker, priceDecimals, state } = market;
  const { last, change24h } = ticker;
  const priced = (price: string | null) => (price === null ? '—' : priceText(price, priceDecimals));
  return (
    <MarketItem
      base={base}
      quote={quote}
      tag={state === 'enabled' ? null : <Tag tone="warn">{t(`market.state.${state}`)}</Tag>}
      volume={volumeText(ticker.volume)}
      trend={trendOf(market)}
      price={<LastPrice last={last} text={priced(last)} />}
      worth={worth}
      tone={changeTone(change24h)}
      change={<Change change={change24h} />}
      high={priced(ticker.high)}
      low={priced(ticker.low)}
      turnover={volumeText(ticker.turnover)}
      link={linkTo(paths.market(symbol))}
      end={<Star symbol={symbol} pair={pairText(market.symbol)} favorites={favorites} />}
    />
  );
}

function LastPrice({ last, text }: { readonly last: string | null; readonly text: string }) {
  const t = useText();
  if (last !== null) return <Tick value={last}>{text}</Tick>;
  return (
    <>
      <span aria-hidden="true">—</span>
      <VisuallyHidden>{t('market.noPrice')}</VisuallyHidden>
    </>
  );
}

function Change({ change }: { readonly change: string | null }) {
  const t = useText();
  const sentence =
    change === null ? t('market.noChange') : t('market.changeName', { change: changeText(change) });
  return (
    <>
      <span aria-hidden="true">{change === null ? '—' : changeText(change)}</span>
      <VisuallyHidden>{sentence}</VisuallyHidden>
    </>
  );
}

type StarProps = { readonly symbol: string; readonly pair: string; readonly favorites: Favorites };

function Star({ symbol, pair, favorites }: StarProps) {
  const t = useText();
  const isFavorite = favorites.list.includes(symbol);
  return (
    <IconButton
      icon={isFavorite ? 'star-fill' : 'star'}
      size={20}
      label={`${pair}: ${t(isFavorite ? 'market.star.remove' : 'market.star.add')}`}
      onPress={() => void favorites.toggle(symbol, paths.markets())}
    />
  );
}

/** The day's closing prices and the price of now, for drawing only. */
function trendOf({ sparkline, ticker }: Market): readonly number[] {
  return [...sparkline, ...(ticker.last === null ? [] : [ticker.last])].map(Number);
}
