import type { VerifyMethod } from '@marigold/guard/factors';

/**
 * A payment as two tables. `paymentSteps` is what becomes of an order once it is sent: it lives outside of the screen
 * (payment.ts). `sheetSteps` is the sheet that asks for the approval, on the screen (use-payment.ts).
 */
import type { StepTable } from '../../../lib/intents/step-table.ts';
import type { TransferOrder } from '../form/order.ts';

export type PaymentStep = 'none' | 'sending' | 'unknown' | 'done';

export type PaymentEvent =
  /** An earlier visit left it without an answer. */
  | 'found'
  | 'paid'
  /** How a send ended: the money moved, no answer came, or nothing was sent. */
  | 'applied'
  | 'unanswered'
  | 'refused'
  /** The person is through with it. */
  | 'forgotten'
  /** Another person may come. */
  | 'left';

export type PaymentEffect = 'keepOrder' | 'forgetOrder' | 'forgetProofs' | 'reportDone';

/** Possible on every step: who left while it was sent and came again hears the answer all the same. */
const ends = {
  applied: { to: 'done', does: ['forgetProofs', 'forgetOrder', 'reportDone'] },
  unanswered: { to: 'unknown' },
  refused: { to: 'none', does: ['forgetProofs', 'forgetOrder'] },
  forgotten: { to: 'none', does: ['forgetProofs', 'forgetOrder'] },
  left: { to: 'none', does: ['forgetProofs'] },
} as const;

export const paymentSteps: StepTable<PaymentStep, PaymentEvent, PaymentEffect> = {
  none: { ...ends, found: { to: 'unknown' }, paid: { to: 'sending', does: ['keepOrder'] } },
  // A second tap while one runs is no second payment.
  sending: ends,
  unknown: { ...ends, paid: { to: 'sending', does: ['keepOrder'] } },
  done: { ...ends, paid: { to: 'sending', does: ['keepOrder'] } },
};

/** What the sheet is about. Its order is frozen: changing anything means closing it. */
export type RequestedPayment = {
  readonly order: TransferOrder;
  /** How a code can reach this person. */
  readonly methods: readonly VerifyMethod[];
  readonly problem: string | undefined;
  /** '' where none was given for this order. */
  readonly payPassword: string;
};

/** `locked`: no password is taken any more. `expired`: the minute of its quote is over, it can only be asked for anew. */
type OpenStep = 'password' | 'locked' | 'code' | 'expired';

export type PaySheetState = {
  readonly [Step in OpenStep]: RequestedPayment & { readonly step: Step };
}[OpenStep];

export type SheetState = { readonly step: 'closed' } | PaySheetState;

export type SheetEvent =
  /** An order is to be approved. */
  | 'ordered'
  /** Its approval was given, and it is being sent. */
  | 'approved'
  /** It is sent: the page says the rest. */
  | 'sent'
  | Refusal
  /** A code was asked for: it is on its way, or a problem says why not. */
  | 'codeRequested'
  /** The minute of the quote. */
  | 'timeUp'
  /** The same on a new quote; `requotedAlike` where a password was given for exactly these terms. */
  | 'requoted'
  | 'requotedAlike'
  | 'quoteUnanswered'
  | 'quoteRefused'
  | 'closed';

/** Why an order was not carried out. */
type Refusal =
  | 'passwordWrong'
  | 'passwordLocked'
  | 'quoteOver'
  | 'codeNeeded'
  | 'codeWrong'
  | 'codeVoid'
  /** The form has to be looked at. */
  | 'refused';

export type SheetEffect = 'offerCode' | 'dropCode' | 'sayAtForm';

/** Possible on every step: an order without an answer is repeated while no sheet is open. */
const always = {
  ordered: { to: 'password' },
  sent: { to: 'closed' },
  passwordWrong: { to: 'password' },
  passwordLocked: { to: 'locked' },
  quoteOver: { to: 'expired' },
  codeNeeded: { to: 'code', does: ['offerCode'] },
  codeWrong: { to: 'code' },
  codeVoid: { to: 'code', does: ['dropCode'] },
  refused: { to: 'closed', does: ['sayAtForm'] },
} as const;

export const sheetSteps: StepTable<SheetState['step'], SheetEvent, SheetEffect> = {
  closed: always,
  password: {
    ...always,
    approved: { to: 'password' },
    timeUp: { to: 'expired' },
    closed: { to: 'closed' },
  },
  locked: { ...always, timeUp: { to: 'expired' }, closed: { to: 'closed' } },
  code: {
    ...always,
    approved: { to: 'code' },
    codeRequested: { to: 'code' },
    timeUp: { to: 'expired' },
    closed: { to: 'closed' },
  },
  expired: {
    ...always,
    requoted: { to: 'password' },
    requotedAlike: { to: 'code' },
    quoteUnanswered: { to: 'expired' },
    quoteRefused: { to: 'closed', does: ['sayAtForm'] },
    closed: { to: 'closed' },
  },
};

const events: Readonly<Record<string, Refusal>> = {
  payment_password_incorrect: 'passwordWrong',
  payment_password_locked: 'passwordLocked',
  payment_password_disabled: 'passwordLocked',
  quote_expired: 'quoteOver',
  quote_changed: 'quoteOver',
  verification_required: 'codeNeeded',
  verification_incorrect: 'codeWrong',
  two_step_locked: 'codeWrong',
  verification_void: 'codeVoid',
  verification_expired: 'codeVoid',
};

/** What a refusal of the order means for the sheet; `isVoid` where the code that was entered can no longer be right. */
export function refusalEvent(refusal: string, isVoid: boolean): Refusal {
  return isVoid ? 'codeVoid' : (events[refusal] ?? 'refused');
}
