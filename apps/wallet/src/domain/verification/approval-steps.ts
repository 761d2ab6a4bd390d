/** The round of an order that may need a code, as a table; `useApproval` walks it. */
import type { StepTable } from '../../lib/intents/step-table.ts';

/** `form`: no code is asked for. `sending`: the order is on its way with its code. */
export type ApprovalStep = 'form' | 'code' | 'sending';

export type ApprovalEvent =
  /** What the answer to the order was. */
  | ApprovalAnswer
  /** No call went through. */
  | 'unreached'
  /** A code was asked for: it is on its way, or a problem says why not. */
  | 'codeRequested'
  | 'codeEntered'
  /** Whatever the sending came to, it is over. */
  | 'ended'
  | 'closed';

export type ApprovalAnswer =
  /** It is done, or a "no" for the form. */
  'settled' | 'unanswered' | 'codeNeeded' | 'codeWrong' | 'codeVoid';

export type ApprovalEffect = 'offerCode' | 'dropCode' | 'handOver';

const always = {
  settled: { to: 'form', does: ['handOver'] },
  codeNeeded: { to: 'code', does: ['offerCode'] },
} as const;

export const approvalSteps: StepTable<ApprovalStep, ApprovalEvent, ApprovalEffect> = {
  form: {
    ...always,
    unanswered: { to: 'form', does: ['handOver'] },
    codeVoid: { to: 'form', does: ['dropCode'] },
  },
  code: {
    ...always,
    // While a code stands there, the same order with the same code may be sent again.
    unanswered: { to: 'code' },
    codeWrong: { to: 'code' },
    codeVoid: { to: 'code', does: ['dropCode'] },
    codeRequested: { to: 'code' },
    codeEntered: { to: 'sending' },
    closed: { to: 'form' },
  },
  sending: {
    ...always,
    unanswered: { to: 'code' },
    unreached: { to: 'code' },
    codeWrong: { to: 'code' },
    codeVoid: { to: 'code', does: ['dropCode'] },
    codeRequested: { to: 'sending' },
    ended: { to: 'code' },
  },
};
