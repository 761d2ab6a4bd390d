import { useEffect, useEffectEvent, useState } from 'react';

import { useOnline } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import type { FieldName, Order } from './order.ts';
import type { PaymentNo, PaymentState, Proofs } from './payment.ts';
import { payments } from './payments.ts';
import { type ChallengeState, useChallenge, type VerifyMethod } from './use-challenge.ts';

/** The sheet that asks for the approval. Its order is frozen: changing anything means closing it. */
export type PaySheetState =
  | (SheetBase & { readonly step: 'password'; readonly isLocked: boolean })
  | (SheetBase & { readonly step: 'code'; readonly payPassword: string });
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
  readonly challenge: ChallengeState;
  readonly no: FormNo | undefined;
  /** Nobody knows yet whether it went through, and it is being found out. */
  readonly isChecking: boolean;
  readonly review: (order: Order) => void;
  /** Closes the sheet and voids the approval; not while money moves. */
  readonly close: () => void;
  readonly enterPassword: (payPassword: string) => Promise<void>;
  readonly startCode: (method: VerifyMethod) => Promise<void>;
  readonly enterCode: (code: string) => Promise<void>;
  /** Finds out about the order without an answer; asks for the payment password when it is no longer known here. */
  readonly check: () => Promise<void>;
  readonly forget: () => void;
  readonly forgetNo: () => void;
};

/** Without an answer the same order is sent again by itself, later each time, until the person has to ask for it. */
const repeatAfterMs = 3_000;
const repeatAfterMsMax = 15_000;
const missesMax = 8;

/** The life of an approval on this screen. What is sent lives longer: payment.ts. */
export function usePayment(): Payment {
  const state = useStore(payments.state);
  const [sheet, setSheet] = useState<PaySheetState>();
  const [no, setNo] = useState<FormNo>();
  const challenge = useChallenge();
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
    if (isVoid(refused)) challenge.drop();
    // The only way there is needs no choosing.
    const [only, ...others] = methods;
    const isFirst = refused.kind === 'refusal' && refused.refusal === 'verification_required';
    if (isFirst && only !== undefined && others.length === 0 && challenge.of(next.order) === undefined) {
      void startCode(next.order, only);
    }
  }

  async function check(): Promise<void> {
    if (state.kind !== 'unknown') return;
    const payPassword = payments.payPassword();
    if (payPassword === '') setSheet({ step: 'password', order: state.order, methods: [], isLocked: false });
    else answer(await payments.repeat(), payPassword);
  }

  async function startCode(order: Order, method: VerifyMethod): Promise<void> {
    const problem = await challenge.start(order, method);
    setSheet((before) => (before?.step === 'code' ? withProblem(before, problem) : before));
  }

  useRepeats(state, check);
  useEffect(() => payments.restore(), []);
  return {
    state,
    sheet,
    challenge,
    no,
    isChecking: state.kind === 'unknown' || (isBusy && (state.isRepeat || sheet === undefined)),
    review(order) {
      setNo(undefined);
      setSheet({ step: 'password', order, methods: [], isLocked: false });
    },
    close: () => isBusy || setSheet(undefined),
    async enterPassword(payPassword) {
      if (sheet !== undefined) await pay(sheet.order, { payPassword });
    },
    async startCode(method) {
      if (sheet?.step === 'code') await startCode(sheet.order, method);
    },
    async enterCode(code) {
      if (sheet?.step !== 'code') return;
      const { order, payPassword } = sheet;
      const current = challenge.of(order);
      if (current === undefined) return;
      await pay(order, { payPassword, verify: { challengeId: current.challengeId, code } });
    },
    check,
    forget: payments.forget,
    forgetNo: () => setNo(undefined),
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
      return { step: 'password', order, methods, problem, isLocked: true };
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

function isVoid(refused: PaymentNo): boolean {
  if (refused.kind === 'status') return false;
  const { refusal, facts } = refused;
  if (refusal === 'verification_incorrect') return facts['left'] === 0;
  return refusal === 'verification_void' || refusal === 'verification_expired';
}

function methodsOf({ facts }: PaymentNo): VerifyMethod[] {
  const named: unknown = facts['methods'];
  return Array.isArray(named) ? named.filter((one: unknown) => one === 'email' || one === 'sms') : [];
}

const formFields: Readonly<Record<string, FieldName>> = {
  to: 'to',
  amount: 'amount',
  amountConfirm: 'again',
  note: 'note',
};

function formNoOf(refused: PaymentNo): FormNo {
  const refusal = refused.kind === 'refusal' ? refused.refusal : (refused.reason ?? '');
  return { refusal, field: formFields[refused.field ?? ''], text: refused.msg };
}
