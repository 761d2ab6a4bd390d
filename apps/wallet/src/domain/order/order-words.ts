/** Orders and fills in the reader's words: what rows and tables of `ui` show. */
import type { Fill, Order } from '@marigold/contract/calls/trade';
import { assetsOf, pairText } from '@marigold/contract/rules/pair';

import { clockText, numberText, percentText, sumText } from '../../lib/text/format.ts';
import type { Say } from '../../lib/text/i18n.ts';
import { filledPercent, orderTone } from './order-look.ts';
import type { CancelAllOutcome, CancelAllProgress } from './trade-queries.ts';

/** A rate of fees as people write it, without the percent sign that its text has: `0.1` and not `0.10`. */
export function rateText(percent: string): string {
  return numberText(percent, { decimalsMin: 0 });
}

/** The same rate, or another of a market's rules, with its percent sign. */
export function ratePercentText(percent: string): string {
  return percentText(percent, { decimalsMin: 0 });
}

/** `Limit buy`. */
export function kindText(t: Say, { type, side }: Pick<Order, 'type' | 'side'>): string {
  return t(`orders.kind.${type}.${side}`);
}

/** The limit price, what was paid on average, or that it takes what there is. */
export function orderPriceText(t: Say, { price, average }: Pick<Order, 'price' | 'average'>): string {
  const priceHere = price ?? average;
  return priceHere === null ? t('orders.price.market') : numberText(priceHere);
}

/** What was wanted: an amount of the base asset, or a total in the quote asset. */
export function wantedText({ amount, total, symbol }: Pick<Order, 'amount' | 'total' | 'symbol'>): string {
  if (amount !== null) return numberText(amount);
  return sumText(total ?? '0', assetsOf(symbol).quote);
}

/** Price × amount: of a limit order as it was wanted, of a market order as it came to be. */
function priceAndAmount(t: Say, order: Order): string {
  const isTraded = order.price === null && order.average !== null;
  return `${orderPriceText(t, order)} × ${isTraded ? numberText(order.filled) : wantedText(order)}`;
}

/** The words of an order's row. */
export function orderRowWords(t: Say, order: Order) {
  const percent = filledPercent(order);
  return {
    pair: pairText(order.symbol),
    kind: kindText(t, order),
    tone: orderTone(order.side),
    detail: priceAndAmount(t, order),
    filled: { percent, label: t('orders.filledPercent', { percent: String(percent) }) },
  };
}

/** The words of a fill's row; under its own order the pair goes without saying. */
export function fillRowWords(t: Say, fill: Fill) {
  const { quote } = assetsOf(fill.symbol);
  return {
    pair: pairText(fill.symbol),
    kind: t(fill.side === 'buy' ? 'orders.fill.bought' : 'orders.fill.sold'),
    tone: orderTone(fill.side),
    detail: `${numberText(fill.price)} × ${numberText(fill.amount)}`,
    value: sumText(fill.total, quote),
    valueDetail: clockText(fill.time),
  };
}

type AllOfThem = {
  readonly count: number;
  readonly symbols: readonly string[];
  readonly progress: CancelAllProgress | undefined;
};

/** What asks before every open order of some markets is taken back, and what it says while that runs. */
export function cancelAllWords(t: Say, { count, symbols, progress }: AllOfThem) {
  return {
    title: t('orders.cancelAllAsk', { count }),
    text: t('orders.cancelAllText', { markets: symbols.map(pairText).join(', ') }),
    cancelLabel: t('orders.keep'),
    closeLabel: t('shell.close'),
    busyLabel:
      progress === undefined || progress.total === 1
        ? t('orders.cancelling')
        : t('orders.cancellingAll', { done: progress.done + 1, total: progress.total }),
    isBusy: progress !== undefined,
  };
}

/** What stayed on the book after that, and why where a market said so; nothing when all of it is off. */
export function remainedLines(t: Say, { remained, failed }: Omit<CancelAllOutcome, 'count'>): string[] {
  return [
    ...(remained === 0 ? [] : [t('orders.remained', { count: remained })]),
    ...failed.map(({ symbol, msg }) => t('orders.remainedReason', { market: pairText(symbol), msg })),
  ];
}
