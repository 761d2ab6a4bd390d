import { useEffect, useEffectEvent, useRef, useState } from 'react';

import {
  isVoid,
  methodsOf,
  useVerification,
  type Verification,
  type VerifyMethod,
} from '../../../domain/verification/use-verification.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useStore } from '../../../lib/device/store.ts';
import { type Failure, NetworkFailure, type Result } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/call.ts';
import { say, useText } from '../../../lib/text/i18n.ts';
import type { FieldName, InternalOrder, Order, Proofs } from '../form/order.ts';
import { orderOf, type QuoteRequest, requestOf } from '../quote/quote.ts';
import { approvalKey, approvalOf, codeOf } from './approval.ts';
import type { PaymentNo, PaymentState } from './payment.ts';
import { payments } from './payments.ts';

/** The sheet that asks for the approval. Its order is frozen: changing anything means closing it. */
export type PaySheetState =
  | (SheetBase & { readonly step: 'password'; readonly isLocked: boolean })
  | (SheetBase & { readonly step: 'code'; readonly payPassword: string })
  /** The minute of its quote is over: it can only be asked for anew. '' where no password was given for it. */
  | (SheetBase & { readonly step: 'expired'; readonly payPassword: string });
type SheetBase = {
  readonly order: Order;
  /** How a code can reach this person. */
  readonly methods: readonly VerifyMethod[];
  readonly problem?: string;
};

/** Why the form has to be looked at again; without a field it concerns the whole of it. */
export type FormNo = {
  readonly refusal: string;
  readonly field: FieldName | undefined;
  readonly text: string;
};

export type Payment = {
  readonly state: PaymentState;
  readonly sheet: PaySheetState | undefined;
  readonly verification: Verification;
  readonly no: FormNo | undefined;
  /** Nobody knows yet whether it went through, and it is being found out. */
  readonly isChecking: boolean;
  /** Opens the sheet for what is asked; over a chain a quote is fetched first. */
  readonly review: (asked: InternalOrder | QuoteRequest) => Promise<void>;
  readonly isQuoting: boolean;
  /** Fetches another quote for the order whose own is over. */
  readonly quoteAgain: () => Promise<void>;
  /** Closes the sheet and voids the approval; not while money moves. */
  readonly close: () => void;
  readonly enterPassword: (payPassword: string) => Promise<void>;
  readonly startCode: (method: VerifyMethod) => Promise<void>;
  readonly enterCode: (code: string) => Promise<void>;
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
export function usePayment(): Payment {
  const t = useText();
  const state = useStore(payments.state);
  const [sheet, setSheet] = useState<PaySheetState>();
  const [no, setNo] = useState<FormNo>();
  const [isQuoting, setQuoting] = useState(false);
  const turns = useRef(0);
  const verification = useVerification();
  const isBusy = state.kind === 'sending';

  async function pay(order: Order, proofs: Proofs): Promise<void> {
    if (isBusy) return;
    setSheet((before) => (before === undefined ? before : withProblem(before, undefined)));
    answer(await payments.pay(order, proofs), proofs.payPassword);
  }

  function answer(refused: PaymentNo | undefined, payPassword: string): void {
    if (refused === undefined) return setSheet(undefined);
    const asked = methodsOf(refused);
    const methods = asked.length > 0 ? asked : (sheet?.methods ?? []);
    const next = sheetAfter(refused, { payPassword, methods });
    setSheet(next);
    if (next === undefined) return setNo(formNoOf(refused));
    if (isVoid(refused)) verification.drop();
    // The only way there is needs no choosing.
    const [only, ...others] = methods;
    const isFirst = refused.kind === 'refusal' && refused.refusal === 'verification_required';
    if (
      isFirst &&
      only !== undefined &&
      others.length === 0 &&
      codeOf(verification, next.order) === undefined
    ) {
      void startCode(next.order, only);
    }
  }

  async function check(): Promise<void> {
    if (state.kind !== 'unknown') return;
    const payPassword = payments.payPassword();
    if (payPassword === '') setSheet(passwordSheet(state.order));
    else answer(await payments.repeat(), payPassword);
  }

  /** Opens the sheet on the terms of a new quote; answers why there is none. */
  async function quote(request: QuoteRequest, before?: PaySheetState): Promise<QuoteNo | undefined> {
    const turn = (turns.current += 1);
    const askedMs = Date.now();
    setQuoting(true);
    const result = await askQuote(request);
    setQuoting(false);
    // The form was changed meanwhile: this is not what is wanted any more.
    if (turn !== turns.current) return undefined;
    if (!result.ok) return result;
    const order = orderOf(request, result.data, askedMs);
    setSheet(before === undefined ? passwordSheet(order) : sheetOnNewTerms(before, order));
    return undefined;
  }

  async function startCode(order: Order, method: VerifyMethod): Promise<void> {
    const problem = await verification.start(approvalOf(order), method, approvalKey(order));
    setSheet((before) => (before?.step === 'code' ? withProblem(before, problem) : before));
  }

  useRepeats(state, check);
  useQuoteEnd(sheet, state, () => setSheet((before) => (before === undefined ? before : expired(before))));
  useEffect(() => payments.restore(), []);
  return {
    state,
    sheet,
    verification,
    no,
    isChecking: state.kind === 'unknown' || (isBusy && (state.isRepeat || sheet === undefined)),
    async review(asked) {
      setNo(undefined);
      if (asked.kind === 'internal') return setSheet(passwordSheet(asked));
      const refused = await quote(asked);
      if (refused !== undefined) setNo(quoteNo(refused));
    },
    isQuoting,
    async quoteAgain() {
      if (sheet?.order.kind !== 'onChain') return;
      const refused = await quote(requestOf(sheet.order), sheet);
      if (refused === undefined) return;
      if (refused.kind === 'network') return setSheet(withProblem(sheet, t('shell.requestNetworkError')));
      setSheet(undefined);
      setNo(quoteNo(refused));
    },
    close() {
      if (isBusy) return;
      turns.current += 1;
      setSheet(undefined);
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
    check,
    forget: payments.forget,
    edited() {
      turns.current += 1;
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

function passwordSheet(order: Order): PaySheetState {
  return { step: 'password', order, methods: [], isLocked: false };
}

function expired(sheet: PaySheetState): PaySheetState {
  const { order, methods } = sheet;
  return { step: 'expired', order, methods, payPassword: 'payPassword' in sheet ? sheet.payPassword : '' };
}

/** Whoever was about to enter a code goes on there, as long as the new quote says exactly the same. */
function sheetOnNewTerms(before: PaySheetState, order: Order): PaySheetState {
  const { methods } = before;
  const isSame = approvalKey(before.order) === approvalKey(order);
  if (before.step !== 'expired' || before.payPassword === '' || !isSame) return passwordSheet(order);
  return { step: 'code', order, methods, payPassword: before.payPassword };
}

type QuoteNo = Exclude<Result<'transfer/quote'>, { readonly ok: true }>;

async function askQuote({
  currency,
  chain,
  address,
  amount,
}: QuoteRequest): Promise<Result<'transfer/quote'>> {
  const quiet = { disableLoading: true, onFail: () => undefined } as const;
  try {
    return await call('transfer/quote', { currency, chain, address, amount }, quiet);
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { ok: false, kind: 'network', isTimeout: error.isTimeout };
  }
}

function withProblem(sheet: PaySheetState, problem: string | undefined): PaySheetState {
  const { problem: _, ...rest } = sheet;
  return problem === undefined ? rest : { ...rest, problem };
}

/** Where the person can still put it right inside the sheet; undefined when the form has to be looked at. */
function sheetAfter(
  refused: PaymentNo,
  { payPassword, methods }: { readonly payPassword: string; readonly methods: readonly VerifyMethod[] },
): PaySheetState | undefined {
  if (refused.kind === 'status') return undefined;
  const { order, msg: problem } = refused;
  switch (refused.refusal) {
    case 'payment_password_incorrect':
      return { step: 'password', order, methods, problem, isLocked: false };
    case 'payment_password_locked':
    case 'payment_password_disabled':
      return { step: 'password', order, methods, problem, isLocked: true };
    case 'quote_expired':
    case 'quote_changed':
      return { step: 'expired', order, methods, problem, payPassword: '' };
    case 'verification_required':
      return { step: 'code', order, methods, payPassword };
    case 'verification_incorrect':
    case 'verification_void':
    case 'verification_expired':
      return { step: 'code', order, methods, payPassword, problem };
    default:
      return undefined;
  }
}

const formFields: Readonly<Record<string, FieldName>> = {
  to: 'to',
  address: 'address',
  amount: 'amount',
  amountConfirm: 'again',
  note: 'note',
};

function quoteNo(refused: QuoteNo): FormNo {
  if (refused.kind !== 'network') return formNoOf(refused);
  return { refusal: '', field: undefined, text: say('shell.requestNetworkError') };
}

function formNoOf(refused: Exclude<Failure, { readonly kind: 'network' }>): FormNo {
  const refusal = refused.kind === 'refusal' ? refused.refusal : (refused.reason ?? '');
  return { refusal, field: formFields[refused.field ?? ''], text: refused.msg };
}
