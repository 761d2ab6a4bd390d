import '../../../ui-market/tick.css';
import '../../../ui-market/market-tokens.css';
import '../../../ui-market/tone.css';
import type { Market } from '@marigold/contract/calls/market';

import { useWorth } from '../../../domain/market/market-queries.ts';
import { priceText } from '../../../domain/market/price-text.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { VisuallyHidden } from '../../../ui/base/visually-hidden.tsx';

type LastPriceProps = { readonly market: Market };

/** The true last price, whatever the depth beside it, and what it is worth. */
export function LastPrice({ market }: LastPriceProps) {
  const t = useText();
  const worth = useWorth(market);
  const { last, lastSide } = market.ticker;
  if (last === null) return <span>{t('trade.last.none')}</span>;
  const tone = lastSide === 'sell' ? 'down' : 'up';
  return (
    <>
      <b className={`num tone-${tone}`}>
        <VisuallyHidden>{t('trade.last')}</VisuallyHidden>
        <span key={last} className={`tick tick-${tone}`}>
          {priceText(last, market.priceDecimals)}
        </span>
        <Icon name={tone === 'up' ? 'arrow-up-bold' : 'arrow-down-bold'} size={14} />
        <VisuallyHidden>{t(`trade.last.${tone}`)}</VisuallyHidden>
      </b>
      {worth === undefined ? null : <span className="num">≈ {worth}</span>}
    </>
  );
}
