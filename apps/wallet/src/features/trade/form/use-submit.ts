import type { Market } from '@marigold/contract/calls/market';
import { useState } from 'react';

import { priceText } from '../../../domain/market/price-text.ts';
import { showToast } from '../../../lib/device/toasts.ts';
import { type Failure, NetworkFailure } from '../../../lib/http/api.ts';
import { problemOf } from '../../../lib/http/form-problem.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { invalidateFor } from '../../../lib/query/queries.ts';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { coinText } from '../../../lib/text/format.ts';
import { type Say, useText } from '../../../lib/text/i18n.ts';
import { saidFills } from '../own/fill-deduplication.ts';
import type { TooMuch } from './allow-more.tsx';
import type { FieldName, OrderInput } from './order-form.ts';

export type Submit = {
  readonly isSending: boolean;
  /** The market's "no", at the field it is about; without one it concerns the whole order. */
  readonly no:
    | {
        readonly field: FieldName | undefined;
        readonly text: string;
        /** There is not enough of what would be given. */
        readonly isShort: boolean;
        /** It would give away more than is allowed: a code can allow more. */
        readonly tooMuch: TooMuch | undefined;
      }
    | undefined;
  /** Sent without an answer: the same order may be sent again and is placed once. */
  readonly unanswered: OrderInput | undefined;
  /** An order of another visit got no answer. */
  readonly hasEarlier: boolean;
  /** Asks for the payment password before this order; undefined: it does not. */
  readonly confirming: OrderInput | undefined;
  readonly stopConfirming: () => void;
  /** True when it was placed. */
  readonly send: (order: OrderInput) => Promise<boolean>;
  /** The form was changed: what was said of it belongs to what it was. */
  readonly forget: () => void;
};

const places = {
  fields: ['price', 'amount', 'total'],
  byRefusal: {
    price_missing: 'price',
    price_too_fine: 'price',
    price_outside_band: 'price',
    index_stale: 'price',
    would_take: 'price',
    amount_too_fine: 'amount',
    total_too_fine: 'total',
    total_below_minimum: 'amount',
    total_above_maximum: 'amount',
    insufficient_balance: 'amount',
    funds_locked: 'amount',
    funds_owed: 'amount',
  },
} as const;

/** Sends orders: a second tap is the first one, and a lost answer can be asked for again. */
export function useSubmit(market: Market): Submit {
  const t = useText();
  const intent = useIntent('trade/submit');
  const [no, setNo] = useState<Submit['no']>();
  const [unanswered, setUnanswered] = useState<OrderInput>();
  const [confirming, setConfirming] = useState<OrderInput>();

  async function send(order: OrderInput): Promise<boolean> {
    setNo(undefined);
    setConfirming(undefined);
    const answered = saidFills.begin();
    try {
      const result = await intent.send(order, { disableLoading: true, onFail: () => undefined });
      if (result.ok) {
        setUnanswered(undefined);
        // The toast is read out: what it says of the order is said.
        answered(result.data);
        showToast({
          text: doneText(t, market, order, result.data),
          action: { label: t('trade.done.view'), run: () => go(paths.order(result.data.orderId)) },
        });
        // Together with what the live channel tells of it about now.
        void Promise.all([invalidateFor('order'), invalidateFor('balance')]);
        return true;
      }
      // A server in trouble may have placed it all the same.
      const isOpen = result.kind === 'status' && result.status >= 500;
      setUnanswered(isOpen ? order : undefined);
      if (result.kind === 'refusal' && result.refusal === 'trade_confirm') {
        setConfirming(order);
        return false;
      }
      const problem = problemOf<FieldName>(result, places);
      const isShort = result.kind === 'refusal' && result.refusal === 'insufficient_balance';
      setNo(problem && { ...problem, isShort, tooMuch: tooMuchOf(result, order) });
      return false;
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      setUnanswered(order);
      return false;
    } finally {
      answered();
    }
  }

  return {
    isSending: intent.isSending,
    no,
    unanswered,
    hasEarlier: intent.isUnanswered && unanswered === undefined,
    confirming,
    stopConfirming: () => setConfirming(undefined),
    send,
    forget: () => setNo(undefined),
  };
}

/** A limit of nothing cannot be widened: then nobody knows what the quote asset is worth. */
function tooMuchOf(failure: Failure, order: OrderInput): TooMuch | undefined {
  if (failure.kind !== 'refusal' || failure.refusal !== 'trade_limit') return undefined;
  const { more } = failure.facts;
  return typeof more === 'string' && /[1-9]/.test(more) ? { order, more } : undefined;
}

type Placed = {
  readonly status: 'wait' | 'done' | 'cancel';
  readonly filled: string;
  readonly average: string | null;
};

/** What became of it at once, in one sentence. */
export function doneText(
  t: Say,
  { base, priceDecimals }: Pick<Market, 'base' | 'priceDecimals'>,
  { side }: Pick<OrderInput, 'side'>,
  { status, filled, average }: Placed,
): string {
  const isBuy = side === 'buy';
  if (!/[1-9]/.test(filled)) return t(status === 'cancel' ? 'trade.done.nothing' : 'trade.done.waits');
  const amount = coinText(filled, base);
  if (status === 'wait') return t(isBuy ? 'trade.done.boughtPart' : 'trade.done.soldPart', { amount });
  if (status === 'cancel') return t(isBuy ? 'trade.done.boughtCut' : 'trade.done.soldCut', { amount });
  const at = priceText(average ?? '0', priceDecimals);
  return t(isBuy ? 'trade.done.bought' : 'trade.done.sold', { amount, average: at });
}
