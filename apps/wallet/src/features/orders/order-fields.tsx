import { assetsOf, pairText } from '@marigold/contract/rules/pair';
import type { ReactNode } from 'react';

import { orderStateLook } from '../../domain/order/order-look.ts';
import { kindText, rateText } from '../../domain/order/order-words.ts';
import type { Order } from '../../domain/order/trade-queries.ts';
import { coinText, dateTimeText, sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type KeyValue, KeyValues } from '../../ui/list/key-values.tsx';
import { Copied } from './copied.tsx';

/** Every field of an order; what it does not have is left out. */
export function OrderFields({ order }: { readonly order: Order }) {
  const t = useText();
  const { base, quote } = assetsOf(order.symbol);
  const inBase = (decimal: string) => coinText(decimal, base);
  const inQuote = (decimal: string) => sumText(decimal, quote);
  const hasFills = /[1-9]/.test(order.filled);
  const number = t('orders.field.number');
  const rates = { maker: rateText(order.makerPercent), taker: rateText(order.takerPercent) };
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('orders.column.pair'), pairText(order.symbol)],
    [t('orders.side'), kindText(t, order)],
    [t('orders.state'), t(`orders.state.${orderStateLook(order)}`)],
    [
      t('orders.field.price'),
      order.price === null ? t('orders.field.marketPrice') : coinText(order.price, quote),
    ],
    [t('orders.field.amount'), order.amount === null ? null : inBase(order.amount)],
    [t('orders.field.total'), order.total === null ? null : inQuote(order.total)],
    [t('orders.field.filled'), inBase(order.filled)],
    [t('orders.field.average'), order.average === null ? null : coinText(order.average, quote)],
    [t('orders.field.filledTotal'), hasFills ? inQuote(order.filledTotal) : null],
    [t('orders.field.held'), order.status === 'wait' ? sumText(order.held, order.heldCurrency) : null],
    [
      t('orders.field.fee'),
      hasFills
        ? sumText(order.fee, order.feeCurrency)
        : order.status === 'wait'
          ? t('orders.field.feeNone')
          : null,
    ],
    [t('orders.field.rates'), t('orders.field.ratesValue', rates)],
    [t('orders.field.duration'), t(`orders.duration.${order.timeInForce}`)],
    [t('orders.field.placed'), dateTimeText(order.time)],
    [t('orders.field.closed'), order.closedTime === null ? null : dateTimeText(order.closedTime)],
    [t('orders.field.reason'), order.reason === null ? null : t(`orders.reason.${order.reason}`)],
    [number, <Copied key="number" name={number} text={order.orderId} />],
  ];
  return (
    <KeyValues rows={rows.flatMap(([key, value]): KeyValue[] => (value === null ? [] : [{ key, value }]))} />
  );
}
