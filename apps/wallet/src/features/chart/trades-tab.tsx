import type { Market } from '@marigold/contract/calls/market';

import { useTrades } from '../../domain/market/market-queries.ts';
import { marketFormat, tradeTimeText, useTradesWords } from '../../domain/market/market-words.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed } from '../../screen/when-read.tsx';
import { TradesList } from '../../ui-market/trades-list.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';

const rowsMax = 30;

export function TradesTab({ market }: { readonly market: Market }) {
  const t = useText();
  const words = useTradesWords(market);
  const { price, amount } = marketFormat(market);
  const { list, error, refetch } = useTrades(market.symbol);
  if (list === undefined) {
    return error === null ? (
      <div className="grid gap-2" role="status">
        <span className="visually-hidden">{t('shell.loading')}</span>
        <SkeletonBar width={2000} />
        <SkeletonBar width={2000} />
        <SkeletonBar width={2000} />
      </div>
    ) : (
      <ReadFailed isInline error={error} reason={t('market.trades.failed')} onRetry={refetch} />
    );
  }
  return (
    <TradesList trades={list} count={rowsMax} format={{ price, amount, time: tradeTimeText }} words={words} />
  );
}
