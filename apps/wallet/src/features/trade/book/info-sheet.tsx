import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';

import { priceText } from '../../../domain/market/price-text.ts';
import { ratePercentText } from '../../../domain/order/order-words.ts';
import type { TradeConfig } from '../../../domain/order/trade-queries.ts';
import { useSession } from '../../../lib/device/session.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { coinText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { KeyValues } from '../../../ui/list/key-values.tsx';

type InfoSheetProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly market: Market;
  /** Undefined for visitors and until it is known. */
  readonly config: TradeConfig | undefined;
};

/** The rules of a market and what trading in it costs, before anybody types. */
export function InfoSheet({ isOpen, onClose, market, config }: InfoSheetProps) {
  const t = useText();
  const { hasLogin } = useSession();
  const { base, quote, ticker } = market;
  // A visitor reads what everybody pays; whoever is known may pay less.
  const fees = hasLogin ? config : market;
  const rows = [
    {
      key: t('trade.info.index'),
      value: ticker.index === null ? t('trade.info.none') : priceText(ticker.index, market.priceDecimals),
    },
    { key: t('trade.info.tick'), value: coinText(market.tick, quote) },
    { key: t('trade.info.lot'), value: coinText(market.lot, base) },
    {
      key: t('trade.info.range'),
      value: t('trade.info.rangeValue', {
        min: coinText(market.totalMin, quote),
        max: coinText(market.totalMax, quote),
      }),
    },
    {
      key: t('trade.info.band'),
      value: `−${ratePercentText(market.bandPercent)} … +${ratePercentText(market.givePercent)}`,
    },
    {
      key: t('trade.info.bandSell'),
      value: `−${ratePercentText(market.givePercent)} … +${ratePercentText(market.bandPercent)}`,
    },
    { key: t('trade.info.slippage'), value: ratePercentText(market.slippagePercent) },
    ...(fees === undefined
      ? []
      : [
          {
            key: t('trade.info.fees'),
            value: `${ratePercentText(fees.makerPercent)} · ${ratePercentText(fees.takerPercent)}`,
          },
        ]),
    ...(config === undefined
      ? []
      : [
          {
            key: t('trade.info.openOrders'),
            value: t('trade.info.openOrdersValue', {
              count: String(config.openOrders),
              max: String(config.openOrdersMax),
            }),
          },
        ]),
  ];
  return (
    <ScreenSheet
      isOpen={isOpen}
      onClose={onClose}
      title={pairText(market.symbol)}
      text={t('trade.info')}
      foot={
        hasLogin ? (
          <>
            <Button link={linkTo(paths.tradeBills({ pair: market.symbol }))}>{t('trade.info.record')}</Button>
            <Button link={linkTo(paths.setting())}>{t('trade.info.colours')}</Button>
          </>
        ) : undefined
      }
    >
      <KeyValues rows={rows} />
    </ScreenSheet>
  );
}
