import '../../ui-market/tone.css';
import './price-head.css';
import type { Market } from '@marigold/contract/calls/market';
import { useState } from 'react';

import { changeTone, volumeText } from '../../domain/market/market-format.ts';
import { useWorth } from '../../domain/market/market-queries.ts';
import { priceText } from '../../domain/market/price-text.ts';
import { changeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Tick } from '../../ui-market/tick.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';

const arrows = { up: '▲ ', down: '▼ ', plain: '' } as const;

/** The last price, what it is worth, and its day; a price that is no longer followed says so. */
export function PriceHead({ market, isLive }: { readonly market: Market; readonly isLive: boolean }) {
  const t = useText();
  const { ticker, priceDecimals, base, quote } = market;
  const { last, change24h } = ticker;
  const worth = useWorth(market);
  const tone = changeTone(change24h);
  const priced = (price: string | null) => (price === null ? '—' : priceText(price, priceDecimals));
  return (
    <div className="price-head">
      <div>
        <div className="type-display num" data-tone={tone}>
          {last === null ? t('market.noPrice') : <Tick value={last}>{priced(last)}</Tick>}
        </div>
        <div className="type-sm text-ink-3 num">
          {worth === undefined ? null : `≈ ${worth} `}
          {change24h === null ? null : (
            <b data-tone={tone}>
              <span aria-hidden="true">{`${arrows[tone]}${changeText(change24h).replace(/^[+\u2212]/, '')}`}</span>
              <VisuallyHidden>{t('market.changeName', { change: changeText(change24h) })}</VisuallyHidden>
            </b>
          )}
        </div>
        <Interrupted isLive={isLive} />
      </div>
      <dl className="num">
        <div>
          <dt>{t('market.high24')}</dt>
          <dd>{priced(ticker.high)}</dd>
        </div>
        <div>
          <dt>{t('market.low24')}</dt>
          <dd>{priced(ticker.low)}</dd>
        </div>
        <div>
          <dt>{t('market.volume')}</dt>
          <dd>{`${volumeText(ticker.volume)}\u00a0${base}`}</dd>
        </div>
        <div className="hidden wide:block">
          <dt>{t('market.volumeIn', { currency: quote })}</dt>
          <dd>{volumeText(ticker.turnover)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Nothing while the line is only beginning: what was read a moment ago is of now. */
function Interrupted({ isLive }: { readonly isLive: boolean }) {
  const t = useText();
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  return (
    <div className="type-cap text-warn" role="status">
      {wasLive && !isLive ? t('market.notLive') : null}
    </div>
  );
}
