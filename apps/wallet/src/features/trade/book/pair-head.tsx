import '../../../ui-market/market-tokens.css';
import '../../../ui-market/tone.css';
import '../desk/desk.css';
import './pair-head.css';
import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';

import { changeTone, volumeText } from '../../../domain/market/market-format.ts';
import { useWorth } from '../../../domain/market/market-queries.ts';
import { priceText } from '../../../domain/market/price-text.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { changeText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { CoinIcon } from '../../../ui/base/coin.tsx';
import { IconButton } from '../../../ui/base/icon-button.tsx';
import { Icon } from '../../../ui/base/icon.tsx';

type HeadProps = {
  readonly market: Market;
  readonly isLive: boolean;
  readonly onPairs: () => void;
  readonly onInfo: () => void;
};

/** The phone's bar: the pair that opens the choice of pairs, its change, the chart and what else there is to know. */
export function PairHead({ market, onPairs, onInfo }: Omit<HeadProps, 'isLive'>) {
  const t = useText();
  const pair = pairText(market.symbol);
  const change = market.ticker.change24h;
  return (
    <header className="pair-head">
      <h1>
        <button
          type="button"
          className="pair-head-pair"
          aria-haspopup="dialog"
          aria-label={t('trade.pairs.open', { pair })}
          onClick={onPairs}
        >
          <CoinIcon ticker={market.base} size={28} />
          {pair}
          <Icon name="caret-down-bold" size={16} />
        </button>
      </h1>
      {change === null ? null : (
        <span className="pair-head-change" data-tone={changeTone(change)}>
          {changeText(change)}
        </span>
      )}
      <div className="pair-head-tools">
        <IconButton
          icon="chart-line"
          label={t('trade.chart', { pair })}
          link={linkTo(paths.market(market.symbol))}
        />
        <IconButton icon="dots-three" label={t('trade.info')} onPress={onInfo} />
      </div>
    </header>
  );
}

/** The desktop's strip: the day of a pair at a glance. */
export function PairStrip({ market, isLive, onPairs, onInfo }: HeadProps) {
  const t = useText();
  const worth = useWorth(market);
  const { ticker, base, quote, priceDecimals } = market;
  const pair = pairText(market.symbol);
  const tone = changeTone(ticker.change24h);
  const price = (decimal: string | null) => (decimal === null ? '—' : priceText(decimal, priceDecimals));
  const facts = [
    {
      key: t('trade.change24h'),
      value: ticker.change24h === null ? '—' : changeText(ticker.change24h),
      tone,
    },
    { key: t('trade.high24h'), value: price(ticker.high) },
    { key: t('trade.low24h'), value: price(ticker.low) },
    { key: t('trade.volume', { currency: base }), value: volumeText(ticker.volume) },
    { key: t('trade.turnover', { currency: quote }), value: volumeText(ticker.turnover) },
  ];
  return (
    <header className="desk-panel desk-panel-strip">
      <h1>
        <button
          type="button"
          className="pair-head-pair"
          aria-haspopup="dialog"
          aria-label={t('trade.pairs.open', { pair })}
          onClick={onPairs}
        >
          <CoinIcon ticker={base} size={32} />
          {pair}
          <Icon name="caret-down-bold" size={16} />
        </button>
      </h1>
      <p className="num">
        <b className={`type-2 block tone-${ticker.lastSide === 'sell' ? 'down' : 'up'}`}>
          {price(ticker.last)}
        </b>
        {worth === undefined ? null : <span className="type-cap text-ink-3">≈ {worth}</span>}
      </p>
      <dl>
        {facts.map(({ key, value, tone: one }) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd className={one === undefined ? undefined : `tone-${one}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="desk-panel-end">
        <span className="pair-head-live" data-off={!isLive || undefined}>
          {t(isLive ? 'trade.live' : 'trade.connecting')}
        </span>
        <IconButton icon="dots-three" label={t('trade.info')} onPress={onInfo} />
      </div>
    </header>
  );
}
