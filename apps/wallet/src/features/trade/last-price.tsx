import type { Market } from '@marigold/contract/market';

import { useFiat } from '../../lib/fiat.ts';
import { useText } from '../../lib/i18n.ts';
import { priceText, worthText } from '../../lib/market-format.ts';
import { useRates } from '../../lib/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

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

/** The last price in the fiat currency of display; undefined while that is not known. */
export function useWorth(market: Market): string | undefined {
  const fiat = useFiat();
  const { data } = useRates();
  const { last } = market.ticker;
  if (last === null || data === undefined) return undefined;
  const rates = Object.fromEntries(data.list.map(({ base, rate }) => [base, rate]));
  return worthText(last, market, rates, fiat);
}
