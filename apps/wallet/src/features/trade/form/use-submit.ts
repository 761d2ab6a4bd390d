import type { Market } from '@marigold/contract/calls/market';

import { priceText } from '../../../domain/market/price-text.ts';
import { showToast } from '../../../lib/device/toasts.ts';
import { type Failure, NetworkFailure } from '../../../lib/http/api.ts';
import { problemOf } from '../../../lib/http/form-problem.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { useSteps } from '../../../lib/intents/use-steps.ts';
import { invalidateFor } from '../../../lib/query/queries.ts';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { coinText } from '../../../lib/text/format.ts';
import { type Say, useText } from '../../../lib/text/i18n.ts';
import { fillDeduplication } from '../own/fill-deduplication.ts';
import type { TooMuch } from './allow-more.tsx';
import type { OrderField, OrderInput } from './order-form.ts';
import {
  type SubmitEffect,
  type SubmitEvent,
  type SubmitNo,
  type SubmitState,
  submitSteps,
} from './submit-steps.ts';

export type Submit = {
  readonly isSending: boolean;
  readonly no: SubmitNo | undefined;
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

const form: SubmitState = { step: 'form' };

/** Sends orders: a second tap is the first one, and a lost answer can be asked for again. */
export function useSubmit(market: Market): Submit {
  const t = useText();
  const intent = useIntent('trade/submit');
  const { state, take } = useSteps<SubmitState, SubmitEvent, SubmitEffect>(submitSteps, form);
  const unanswered = state.step === 'unanswered' ? state.order : undefined;

  async function send(order: OrderInput): Promise<boolean> {
    take('sent', { no: undefined });
    const answered = fillDeduplication.begin();
    try {
      const result = await intent.send(order, { disableLoading: true, onFail: () => undefined });
      if (!result.ok) {
        take(eventOf(result), { order, no: noOf(result, order) });
        return false;
      }
      const placed = result.data;
      const effects: Readonly<Record<SubmitEffect, () => void>> = {
        sayPlaced() {
          // The toast is read out: what it says of the order is said.
          answered(placed);
          showToast({
            text: doneText(t, market, order, placed),
            action: { label: t('trade.done.view'), run: () => go(paths.order(placed.orderId)) },
          });
        },
        // Together with what the live channel tells of it about now.
        readAgain: () => void Promise.all([invalidateFor('order'), invalidateFor('balance')]),
      };
      for (const effect of take('placed')) effects[effect]();
      return true;
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      take('unanswered', { order, no: undefined });
      return false;
    } finally {
      answered();
    }
  }

  return {
    isSending: intent.isSending,
    no: state.step === 'form' ? undefined : state.no,
    unanswered,
    hasEarlier: intent.isUnanswered && unanswered === undefined,
    confirming: state.step === 'confirming' ? state.order : undefined,
    stopConfirming: () => void take('stopped'),
    send,
    forget: () => void take('edited', { no: undefined }),
  };
}

function eventOf(failure: Failure): SubmitEvent {
  if (failure.kind === 'status' && failure.status >= 500) return 'unanswered';
  return isConfirmation(failure) ? 'passwordNeeded' : 'refused';
}

function isConfirmation(failure: Failure): boolean {
  return failure.kind === 'refusal' && failure.refusal === 'trade_confirm';
}

function noOf(failure: Failure, order: OrderInput): SubmitNo | undefined {
  if (isConfirmation(failure)) return undefined;
  const problem = problemOf<OrderField>(failure, places);
  const isShort = failure.kind === 'refusal' && failure.refusal === 'insufficient_balance';
  return problem && { ...problem, isShort, tooMuch: tooMuchOf(failure, order) };
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
