import { useState } from 'react';

import { showToast } from '../../lib/device/toasts.ts';
import { type Failure, NetworkFailure } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { type OnceInput, wasApplied } from '../../lib/intents/once.ts';
import { useSteps } from '../../lib/intents/use-steps.ts';
import { invalidateMoney } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { withDrift } from '../verification/drift.ts';
import { type OpenPaySheet, payEvent, type PayEvent, type PaySheetNow, paySteps } from './pay-steps.ts';

/** A currency that something can be paid in, and how much of it: a decimal string. */
export type PriceInCurrency = { readonly currency: string; readonly amount: string };

/** Calls that pay for something once, approved by the payment password and the digits of the authenticator. */
export type PurchasePath = 'kyc/order/pay' | 'card/order/pay';

/** A "no" that the page says, with the currency that it was about. */
export type PayNo = { readonly refusal: string; readonly text: string; readonly currency: string };

export type PayFlow = {
  readonly sheet: OpenPaySheet | undefined;
  readonly no: PayNo | undefined;
  readonly isPaying: boolean;
  /** An earlier try, of this visit or of one before, got no answer: paying again charges nothing twice. */
  readonly isUnanswered: boolean;
  readonly open: (price: PriceInCurrency) => void;
  readonly say: (no: PayNo | undefined) => void;
  readonly enterPassword: (payPassword: string) => void;
  readonly enterCode: (google: string) => Promise<void>;
  readonly close: () => void;
  /** The time to pay is over; a payment that is on its way is not touched. */
  readonly endTime: () => void;
};

type PayingOptions<P extends PurchasePath> = {
  readonly path: P;
  /** What the call is given, of the price that was approved and its two proofs. */
  readonly inputOf: (price: PriceInCurrency, proofs: { payPassword: string; google: string }) => OnceInput<P>;
  /** The toast once it is paid. */
  readonly done: string;
  readonly unanswered: string;
  /** After it is paid, and before everything about money is read anew. */
  readonly onPaid?: () => void;
};

/** Pays for something once, however often it is sent: password first, then the authenticator, and both go together. */
export function usePurchase<P extends PurchasePath>(options: PayingOptions<P>): PayFlow {
  const { path, inputOf, done, unanswered, onPaid } = options;
  const t = useText();
  const intent = useIntent(path);
  const { state, take } = useSteps<PaySheetNow, PayEvent, never>(paySteps, { step: 'closed' });
  const [no, setNo] = useState<PayNo>();

  async function send({ currency, amount, payPassword }: OpenPaySheet, google: string): Promise<void> {
    const input = inputOf({ currency, amount }, { payPassword, google });
    const result: { readonly ok: true } | Failure = await intent.send(input, {
      disableLoading: true,
      onFail: () => undefined,
    });
    if (wasApplied(result)) {
      take('paid');
      showToast({ text: done });
      onPaid?.();
    } else answer(result, currency);
    // Whatever was said: what is true of the order now is read anew.
    await invalidateMoney();
  }

  function answer(result: Failure, currency: string): void {
    if (result.kind === 'network') return void take('unanswered', { problem: unanswered });
    // Too many tries or an ended session: the order is as it was, and the same may be sent later.
    if (result.kind === 'status') return void take('codeWrong', { problem: result.msg });
    const event = payEvent(result.refusal);
    if (event === 'refused') setNo({ refusal: result.refusal, text: result.msg, currency });
    const forgotten = event === 'passwordWrong' || event === 'locked' ? { payPassword: '' } : {};
    take(event, { problem: withDrift(t, result), ...forgotten });
  }

  return {
    sheet: state.step === 'closed' ? undefined : state,
    no,
    isPaying: intent.isSending,
    isUnanswered: intent.isUnanswered,
    open({ currency, amount }) {
      setNo(undefined);
      take('ordered', { currency, amount, problem: undefined, payPassword: '' });
    },
    say: setNo,
    enterPassword: (payPassword) => void take('passwordGiven', { payPassword, problem: undefined }),
    async enterCode(google) {
      if (state.step !== 'code' || intent.isSending) return;
      try {
        await send(state, google);
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        take('unanswered', { problem: unanswered });
        await invalidateMoney();
      }
    },
    close() {
      if (!intent.isSending) take('closed');
    },
    endTime() {
      if (!intent.isSending) take('timeUp');
    },
  };
}
