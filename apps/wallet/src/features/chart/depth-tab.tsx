import type { Level, Market } from '@marigold/contract/calls/market';

import { marketFormat, useDepthWords } from '../../domain/market/market-words.ts';
import { useBook } from '../../domain/market/use-book.ts';
import { useText } from '../../lib/text/i18n.ts';
import { BookColumns } from '../../ui-market/book-columns.tsx';
import { DepthChart } from '../../ui-market/depth-chart.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';

const rowsMax = 12;
const none: readonly Level[] = [];

/** The book as stairs and as rows; one that is out of date says so. */
export function DepthTab({ market }: { readonly market: Market }) {
  const t = useText();
  const words = useDepthWords(market);
  const format = marketFormat(market);
  const { book, state } = useBook(market.symbol);
  if (book === undefined && state === 'loading') {
    return (
      <div role="status">
        <span className="visually-hidden">{t('shell.loading')}</span>
        <SkeletonBar width={2000} height={96} />
      </div>
    );
  }
  const { bids, asks } = book ?? { bids: none, asks: none };
  const isStale = state === 'stale';
  return (
    <>
      {isStale ? (
        <p className="type-cap text-warn pb-2" role="status">
          {t('market.depth.stale')}
        </p>
      ) : null}
      <DepthChart
        bids={bids}
        asks={asks}
        decimals={{ price: market.priceDecimals, amount: market.amountDecimals }}
        format={format}
        words={words}
        isStale={isStale}
      />
      {bids.length + asks.length === 0 ? null : (
        <BookColumns
          bids={bids.slice(0, rowsMax)}
          asks={asks.slice(0, rowsMax)}
          format={format}
          words={{
            ...words,
            amount: t('market.amountIn', { currency: market.base }),
            price: t('market.priceIn', { currency: market.quote }),
          }}
          isStale={isStale}
        />
      )}
    </>
  );
}
