import './order-facts.css';
import type { Market } from '@marigold/contract/calls/market';

import { priceText } from '../../../domain/market/price-text.ts';
import type { LiveBook } from '../../../domain/market/use-book.ts';
import { ratePercentText } from '../../../domain/order/order-words.ts';
import { ReadFailure } from '../../../lib/query/queries.ts';
import { coinText, sumText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Note } from '../../../ui/base/note.tsx';
import { compare, crosses, estimatedFee } from './order-math.ts';
import type { OrderEstimate, useOrderEstimate } from './use-estimate.ts';
import type { OrderEntry } from './use-order-entry.ts';

type FactsProps = {
  readonly market: Market;
  readonly live: LiveBook;
  readonly entry: OrderEntry;
  readonly estimated: ReturnType<typeof useOrderEstimate>;
  readonly isWide: boolean;
};

/** From here on an order is told that it moves the price. */
const slippageWarnedFrom = '1';

/** What there is, what it costs, what comes of it. */
export function OrderFacts({ market, live, entry, estimated, isWide }: FactsProps) {
  const t = useText();
  const { form, available } = entry;
  const given = form.side === 'buy' ? market.quote : market.base;
  const rows =
    form.type === 'market'
      ? marketRows(t, market, estimated.estimate)
      : limitRows(t, market, live, entry, isWide);
  const visibleRows = [
    ...(isWide || available === undefined
      ? []
      : [{ key: t('trade.available'), value: sumText(available, given), isStrong: true }]),
    ...rows,
  ];
  return (
    <>
      {visibleRows.length === 0 ? null : (
        <dl className="order-facts">
          {visibleRows.map(({ key, value, isStrong }) => (
            <div key={key} data-strong={isStrong || undefined}>
              <dt>{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {form.type === 'market' ? <Warning market={market} estimated={estimated} /> : null}
    </>
  );
}

type Row = { readonly key: string; readonly value: string; readonly isStrong?: boolean };
type Text = ReturnType<typeof useText>;

function limitRows(t: Text, market: Market, { book }: LiveBook, entry: OrderEntry, isWide: boolean): Row[] {
  const { form, read, config } = entry;
  if (config.data === undefined) return [];
  const { makerPercent, takerPercent } = config.data;
  const received = form.side === 'buy' ? read.amount : read.total;
  const isTaker =
    form.timeInForce !== 'post' &&
    read.price !== undefined &&
    book !== undefined &&
    crosses(form.side, read.price, book);
  const percent = isTaker ? takerPercent : makerPercent;
  const key = t('trade.fee.percent', { percent: ratePercentText(percent) });
  if (received === undefined) return [{ key, value: '—' }];
  const currency = form.side === 'buy' ? market.base : market.quote;
  const { fee, net } = estimatedFee(received, percent);
  return [
    { key, value: coinText(fee, currency), isStrong: isWide },
    ...(isWide ? [{ key: t('trade.receive'), value: coinText(net, currency), isStrong: true }] : []),
  ];
}

function marketRows(t: Text, { priceDecimals }: Market, estimate: OrderEstimate | undefined): Row[] {
  const price = (decimal: string | null | undefined) => (decimal ? priceText(decimal, priceDecimals) : '—');
  return [
    { key: t('trade.average'), value: price(estimate?.average) },
    { key: t('trade.worst'), value: price(estimate?.worst) },
    {
      key: t('trade.fee'),
      value: estimate === undefined ? '—' : coinText(estimate.fee, estimate.feeCurrency),
    },
    {
      key: t('trade.receive'),
      value: estimate === undefined ? '—' : coinText(estimate.receive, estimate.feeCurrency),
      isStrong: true,
    },
  ];
}

/** What a market order would do that nobody wants unasked. */
function Warning({ market, estimated }: Pick<FactsProps, 'market' | 'estimated'>) {
  const t = useText();
  const { estimate, error } = estimated;
  if (error !== null) {
    const text = error instanceof ReadFailure ? error.failure.msg : t('trade.estimate.failed');
    return <Note tone="warn">{text}</Note>;
  }
  if (estimate === undefined) return null;
  if (!estimate.isWhole) {
    return (
      <Note tone="warn">
        {t('trade.notWhole', {
          percent: ratePercentText(market.slippagePercent),
          amount: coinText(estimate.filled, market.base),
        })}
      </Note>
    );
  }
  if (compare(estimate.slippagePercent, slippageWarnedFrom) < 0) return null;
  return (
    <Note tone="warn">{t('trade.slippage', { percent: ratePercentText(estimate.slippagePercent) })}</Note>
  );
}
