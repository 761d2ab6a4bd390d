import { useState } from 'react';

import type { KycOrderItem } from '../../domain/kyc/kyc-queries.ts';
import { withDrift } from '../../domain/verification/drift.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { NetworkFailure, type Result } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { useSteps } from '../../lib/intents/use-steps.ts';
import { invalidateMoney } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type OpenPaySheet, payEvent, type PayEvent, type PaySheetNow, paySteps } from './pay-steps.ts';

type Price = KycOrderItem['prices'][number];

/** A "no" that the page says, with the currency that it was about. */
export type PayNo = { readonly refusal: string; readonly text: string; readonly currency: string };

export type PayOrder = {
  readonly sheet: OpenPaySheet | undefined;
  readonly no: PayNo | undefined;
  readonly isPaying: boolean;
  /** An earlier try, of this visit or of one before, got no answer: paying again charges nothing twice. */
  readonly isUnanswered: boolean;
  readonly open: (price: Price) => void;
  readonly say: (no: PayNo | undefined) => void;
  readonly enterPassword: (payPassword: string) => void;
  readonly enterCode: (google: string) => Promise<void>;
  readonly close: () => void;
  /** The time to pay is over; a payment that is on its way is not touched. */
  readonly endTime: () => void;
};

/** Pays an order once, however often it is sent: password first, then the authenticator, and both go together. */
export function usePayOrder(orderId: string): PayOrder {
  const t = useText();
  const intent = useIntent('kyc/order/pay');
  const { state, take } = useSteps<PaySheetNow, PayEvent, never>(paySteps, { step: 'closed' });
  const [no, setNo] = useState<PayNo>();

  async function send({ currency, payPassword }: OpenPaySheet, google: string): Promise<void> {
    const input = { orderId, currency, payPassword, google };
    const result = await intent.send(input, { disableLoading: true, onFail: () => undefined });
    if (wasApplied(result)) take('paid');
    else answer(result, currency);
    if (wasApplied(result)) showToast({ text: t('kyc.pay.done') });
    // Whatever was said: what is true of the order now is read anew.
    await invalidateMoney();
  }

  function answer(result: Exclude<Result<'kyc/order/pay'>, { ok: true }>, currency: string): void {
    if (result.kind === 'network') return void take('unanswered', { problem: t('kyc.pay.unanswered') });
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
        take('unanswered', { problem: t('kyc.pay.unanswered') });
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
