import type { Market } from '@marigold/contract/market';

import { useText } from '../../lib/i18n.ts';
import { useTrades } from '../../lib/market-queries.ts';
import { marketFormat, tradeTimeText, useTradesWords } from '../../lib/market-words.ts';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { TradesList } from '../../ui/trades-list.tsx';

const rows = 6;

/** The latest trades under the form. */
export function DeskTrades({ market }: { readonly market: Market }) {
  const t = useText();
  const { list, error } = useTrades(market.symbol);
  const words = useTradesWords(market);
  return (
    <>
      <h2 className="type-sm-b pb-1">{t('trade.trades')}</h2>
      {list === undefined ? (
        error === null ? (
          <SkeletonBar width={240} height={96} />
        ) : (
          <p className="type-sm text-ink-3">{t('market.trades.failed')}</p>
        )
      ) : (
        <TradesList
          trades={list}
          count={rows}
          format={{ ...marketFormat(market), time: tradeTimeText }}
          words={words}
          hasHeads={false}
        />
      )}
    </>
  );
}
