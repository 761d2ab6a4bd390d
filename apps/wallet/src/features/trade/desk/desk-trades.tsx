import type { Market } from '@marigold/contract/calls/market';

import { useTrades } from '../../../domain/market/market-queries.ts';
import { marketFormat, tradeTimeText, useTradesWords } from '../../../domain/market/market-words.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { TradesList } from '../../../ui-market/trades-list.tsx';
import { SkeletonBar } from '../../../ui/base/skeleton.tsx';

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
