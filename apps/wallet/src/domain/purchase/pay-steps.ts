/** The sheet that asks for the approval of a payment: the payment password, then the digits of the authenticator. */
import type { StepTable } from '../../lib/intents/step-table.ts';

type Requested = {
  readonly currency: string;
  readonly amount: string;
  readonly problem: string | undefined;
  /** '' until it was given. */
  readonly payPassword: string;
};

/** `locked`: neither a password nor a code is taken any more. */
type OpenStep = 'password' | 'code' | 'locked';
export type OpenPaySheet = { readonly [Step in OpenStep]: Requested & { readonly step: Step } }[OpenStep];
export type PaySheetNow = { readonly step: 'closed' } | OpenPaySheet;

export type PayEvent =
  | 'ordered'
  | 'passwordGiven'
  | 'passwordWrong'
  | 'codeWrong'
  /** No answer: nobody knows whether it was paid, and the same may be sent again. */
  | 'unanswered'
  | 'locked'
  /** The page says why. */
  | 'refused'
  | 'paid'
  | 'timeUp'
  | 'closed';

const shut = { to: 'closed' } as const;

export const paySteps: StepTable<PaySheetNow['step'], PayEvent, never> = {
  closed: { ordered: { to: 'password' } },
  password: { passwordGiven: { to: 'code' }, timeUp: shut, closed: shut },
  code: {
    passwordWrong: { to: 'password' },
    codeWrong: { to: 'code' },
    unanswered: { to: 'code' },
    locked: { to: 'locked' },
    refused: shut,
    paid: shut,
    timeUp: shut,
    closed: shut,
  },
  locked: { timeUp: shut, closed: shut },
};

const events: Readonly<Record<string, PayEvent>> = {
  payment_password_incorrect: 'passwordWrong',
  payment_password_locked: 'locked',
  payment_password_disabled: 'locked',
  two_step_locked: 'locked',
  code_incorrect: 'codeWrong',
};

/** What a refusal of the payment means for the sheet. */
export function payEvent(refusal: string): PayEvent {
  return events[refusal] ?? 'refused';
}
