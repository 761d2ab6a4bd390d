/** Which markets the list shows, and in which order. */
import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';

import type { MarketColumn, MarketSort } from '../../ui-market/market-table.tsx';

/** Views that are no quote currency. */
const namedViews = ['all', 'favorites', 'gainers', 'losers'] as const;
export type NamedView = (typeof namedViews)[number];
/** One of them, or the code of a quote currency in upper case. */
export type MarketView = NamedView | (string & {});

export type WantedMarkets = {
  readonly view: MarketView;
  readonly typed: string;
  readonly favorites: readonly string[];
  readonly sort: MarketSort | undefined;
};

/** The quote currencies there are, in the order of their first market. */
export function quotesOf(markets: readonly Market[]): readonly string[] {
  return [...new Set(markets.map(({ quote }) => quote))];
}

/** What a view shows of markets; gainers and losers begin with the largest change. */
export function marketsIn(
  markets: readonly Market[],
  { view, typed, favorites, sort }: WantedMarkets,
): readonly Market[] {
  const found = markets.filter((market) => isIn(market, view, favorites) && isMeant(market, typed));
  const order = sort ?? sortOf(view);
  return order === undefined ? found : inOrder(found, order);
}

function isIn({ symbol, quote, ticker }: Market, view: MarketView, favorites: readonly string[]): boolean {
  const change = Number(ticker.change24h ?? 0);
  if (view === 'all') return true;
  if (view === 'favorites') return favorites.includes(symbol);
  if (view === 'gainers') return change > 0;
  if (view === 'losers') return change < 0;
  return quote === view;
}

/** Every word that was typed stands in the pair or its name: "btc usdt", "BTC/USDT", "bitcoin". */
function isMeant({ symbol, base, quote, name }: Market, typed: string): boolean {
  const text = `${pairText(symbol)} ${base}${quote} ${symbol} ${name}`.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function sortOf(view: MarketView): MarketSort | undefined {
  if (view === 'gainers') return { column: 'change', isUp: false };
  if (view === 'losers') return { column: 'change', isUp: true };
  return undefined;
}

/** Numbers for ordering only. What is not known stands last, whichever way it goes. */
function inOrder(markets: readonly Market[], { column, isUp }: MarketSort): readonly Market[] {
  const value = ({ ticker }: Market): number | undefined => {
    const text = { volume: ticker.turnover, price: ticker.last, change: ticker.change24h }[column];
    return text === null ? undefined : Number(text);
  };
  return markets.toSorted((left, right) => {
    const [first, second] = [value(left), value(right)];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return isUp ? first - second : second - first;
  });
}

/** What a press of a head makes of the order: largest first, then smallest, then as it was. */
export function nextSort(sort: MarketSort | undefined, column: MarketColumn): MarketSort | undefined {
  if (sort?.column !== column) return { column, isUp: false };
  return sort.isUp ? undefined : { column, isUp: true };
}
