import type { VerifyMethod } from '@marigold/guard/factors';
import { useEffect, useEffectEvent, useState } from 'react';

import { touchProof, type Verification } from '../../../domain/verification/use-verification.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useStore } from '../../../lib/device/store.ts';
import { useText } from '../../../lib/text/i18n.ts';
import type { InternalOrder, TransferOrder, Proofs } from '../form/order.ts';
import { type QuoteRequest, quoteInput } from '../quote/quote.ts';
import { approvalKey, codeOf } from './approval.ts';
import { type FormNo, quoteNo } from './form-no.ts';
import type { PaySheetState } from './payment-steps.ts';
import type { PaymentState } from './payment.ts';
import { payments } from './payments.ts';
import { usePaySheet } from './use-pay-sheet.ts';
import { useQuote } from './use-quote.ts';

export type PaymentFlow = {
  readonly state: PaymentState;
  readonly sheet: PaySheetState | undefined;
  readonly verification: Verification;
  readonly no: FormNo | undefined;
  /** Nobody knows yet whether it went through, and it is being found out. */
  readonly isChecking: boolean;
  /** Opens the sheet for what is asked; over a chain a quote is fetched first. */
  readonly review: (request: InternalOrder | QuoteRequest) => Promise<void>;
  readonly isQuoting: boolean;
  /** Fetches another quote for the order whose own is over. */
  readonly quoteAgain: () => Promise<void>;
  /** Closes the sheet and voids the approval; not while money moves. */
  readonly close: () => void;
  readonly enterPassword: (payPassword: string) => Promise<void>;
  readonly startCode: (method: VerifyMethod) => Promise<void>;
  readonly enterCode: (code: string) => Promise<void>;
  /** Asks the person's authenticator in place of a code. */
  readonly touch: () => Promise<void>;
  /** Finds out about the order without an answer; asks for the payment password when it is no longer known here. */
  readonly check: () => Promise<void>;
  readonly forget: () => void;
  /** The form was changed: what was said about it, and a quote that is being fetched, belong to what it was. */
  readonly edited: () => void;
};

/** Without an answer the same order is sent again by itself, later each time, until the person has to ask for it. */
const repeatAfterMs = 3_000;
const repeatAfterMsMax = 15_000;
const missesMax = 8;

/** The life of an approval on this screen. What is sent lives longer: payment.ts. */
export function usePayment(): PaymentFlow {
  const t = useText();
  const state = useStore(payments.state);
  const [no, setNo] = useState<FormNo>();
  const quotes = useQuote();
  const { sheet, verification, take, open, answer, startCode } = usePaySheet(setNo);
  const isBusy = state.kind === 'sending';

  async function pay(order: TransferOrder, proofs: Proofs): Promise<void> {
    if (isBusy) return;
    take('approved', { problem: undefined });
    answer(await payments.pay(order, proofs), proofs.payPassword);
  }

  async function check(): Promise<void> {
    if (state.kind !== 'unknown') return;
    const payPassword = payments.payPassword();
    if (payPassword === '') open(state.order);
    else answer(await payments.repeat(), payPassword);
  }

  async function quoteAgain(): Promise<void> {
    if (sheet?.order.kind !== 'onChain') return;
    const quoted = await quotes.ask(quoteInput(sheet.order));
    if (quoted === undefined) return;
    if (quoted.ok) return takeQuoted(sheet, quoted.order);
    if (quoted.kind === 'network') take('quoteUnanswered', { problem: t('shell.requestNetworkError') });
    else take('quoteRefused', {}, quoteNo(quoted));
  }

  /** Whoever was about to enter a code goes on there, as long as the new quote says exactly the same. */
  function takeQuoted(before: PaySheetState, order: TransferOrder): void {
    const isAlike = before.payPassword !== '' && approvalKey(before.order) === approvalKey(order);
    if (isAlike) take('requotedAlike', { order, problem: undefined });
    else take('requoted', { order, methods: [], problem: undefined, payPassword: '' });
  }

  useRepeats(state, check);
  useQuoteEnd(sheet, state, () => take('timeUp', { problem: undefined }));
  useEffect(() => payments.restore(), []);
  return {
    state,
    sheet,
    verification,
    no,
    isChecking: state.kind === 'unknown' || (isBusy && (state.isRepeat || sheet === undefined)),
    async review(request) {
      setNo(undefined);
      if (request.kind === 'internal') return open(request);
      const quoted = await quotes.ask(request);
      if (quoted?.ok === true) open(quoted.order);
      else if (quoted !== undefined) setNo(quoteNo(quoted));
    },
    isQuoting: quotes.isQuoting,
    quoteAgain,
    close() {
      if (isBusy) return;
      quotes.abandon();
      take('closed');
    },
    async enterPassword(payPassword) {
      if (sheet !== undefined) await pay(sheet.order, { payPassword });
    },
    async startCode(method) {
      if (sheet?.step === 'code') await startCode(sheet.order, method);
    },
    async enterCode(code) {
      if (sheet?.step !== 'code') return;
      const { order, payPassword } = sheet;
      const current = codeOf(verification, order);
      if (current === undefined) return;
      await pay(order, { payPassword, verify: { challengeId: current.challengeId, code } });
    },
    async touch() {
      if (sheet?.step !== 'code') return;
      const { order, payPassword } = sheet;
      const current = codeOf(verification, order);
      const verify = current === undefined ? undefined : await touchProof(current);
      if (verify === undefined) take('codeRequested', { problem: t('verify.passkeyCancelled') });
      else await pay(order, { payPassword, verify });
    },
    check,
    forget: payments.forget,
    edited() {
      quotes.abandon();
      setNo(undefined);
    },
  };
}

/** Repeats an order without an answer after a while, and at once when the server is in reach again. */
function useRepeats(state: PaymentState, check: () => Promise<void>): void {
  const { isOnline } = useOnline();
  const repeat = useEffectEvent(() => {
    if (state.kind === 'unknown' && payments.canRepeat()) void check();
  });
  useEffect(() => {
    if (isOnline) repeat();
  }, [isOnline]);
  useEffect(() => {
    if (state.kind !== 'unknown' || state.misses === 0 || state.misses > missesMax) return undefined;
    const timer = setTimeout(repeat, Math.min(state.misses * repeatAfterMs, repeatAfterMsMax));
    return () => clearTimeout(timer);
  }, [state]);
}

/**
 * The minute of a quote ends while the sheet is open. An order that is on its way is not touched, and one without an
 * answer keeps its quote: the server knows it under its requestId.
 */
function useQuoteEnd(sheet: PaySheetState | undefined, { kind }: PaymentState, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  const order = sheet?.order;
  const isWaiting = kind === 'none' && sheet?.step !== 'expired';
  const deadline = isWaiting && order?.kind === 'onChain' ? order.deadline : undefined;
  useEffect(() => {
    if (deadline === undefined) return undefined;
    const timer = setTimeout(end, Math.max(0, deadline - Date.now()));
    return () => clearTimeout(timer);
  }, [deadline]);
}
