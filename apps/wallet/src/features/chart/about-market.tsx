import type { Market } from '@marigold/contract/calls/market';

import { priceText } from '../../domain/market/price-text.ts';
import { useTradeConfig } from '../../domain/order/trade-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import { coinText, percentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { KeyValues } from '../../ui/list/key-values.tsx';

/** The rules of a market, and what it costs the reader to trade there. */
export function AboutMarket({ market }: { readonly market: Market }) {
  const t = useText();
  const { hasLogin } = useSession();
  const { data: own } = useTradeConfig(market.symbol);
  // A visitor reads what everybody pays; whoever is known may pay less.
  const fees = hasLogin ? own : market;
  const { base, quote, ticker } = market;
  const percent = (value: string) => percentText(value, { isClose: true });
  const money = (value: string) => coinText(value, quote);
  const rules = [
    { key: t('market.about.state'), value: t(`market.state.${market.state}`) },
    ...(ticker.index === null
      ? []
      : [{ key: t('market.about.index'), value: priceText(ticker.index, market.priceDecimals) }]),
    { key: t('market.about.tick'), value: money(market.tick) },
    { key: t('market.about.lot'), value: coinText(market.lot, base) },
    { key: t('market.about.min'), value: money(market.totalMin) },
    { key: t('market.about.max'), value: money(market.totalMax) },
    {
      key: t('market.about.band'),
      value: t('market.about.bandValue', {
        percent: percent(market.bandPercent),
        worse: percent(market.givePercent),
      }),
    },
    {
      key: t('market.about.slippage'),
      value: t('market.about.slippageValue', { percent: percent(market.slippagePercent) }),
    },
    ...(fees === undefined
      ? []
      : [
          { key: t('market.about.maker'), value: percent(fees.makerPercent) },
          { key: t('market.about.taker'), value: percent(fees.takerPercent) },
        ]),
  ];
  return (
    <>
      <p className="type-body-b">{market.name}</p>
      <KeyValues isTight rows={rules} />
      <p className="type-cap text-ink-3 pt-2">
        {t(hasLogin ? 'market.about.feeNote' : 'market.about.feeVisitor')}
      </p>
    </>
  );
}
