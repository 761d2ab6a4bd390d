/** What becomes of an order that is asked for, as a table; `useSubmit` walks it. */
import type { StepTable } from '../../../lib/intents/step-table.ts';
import type { TooMuch } from './allow-more.tsx';
import type { OrderField, OrderInput } from './order-form.ts';

/** The market's "no", at the field it is about; without one it concerns the whole order. */
export type SubmitNo = {
  readonly field: OrderField | undefined;
  readonly text: string;
  /** There is not enough of what would be given. */
  readonly isShort: boolean;
  /** It would give away more than is allowed: a code can allow more. */
  readonly tooMuch: TooMuch | undefined;
};

/** The order that was asked for, and what is said of it. */
type Submission = { readonly order: OrderInput; readonly no: SubmitNo | undefined };

/** `confirming`: the payment password is asked for. `unanswered`: nobody knows whether it was placed. */
type SubmissionStep = 'refused' | 'confirming' | 'unanswered';

export type SubmitState =
  | { readonly step: 'form' }
  | { readonly [Step in SubmissionStep]: Submission & { readonly step: Step } }[SubmissionStep];

export type SubmitEvent =
  | 'sent'
  /** How it ended. A server in trouble may have placed it all the same: that is `unanswered`, with what it said. */
  | 'placed'
  | 'passwordNeeded'
  | 'refused'
  | 'unanswered'
  /** The payment password is not given. */
  | 'stopped'
  /** The form was changed: what was said of it belongs to what it was. */
  | 'edited';

export type SubmitEffect = 'sayPlaced' | 'readAgain';

const ends = {
  placed: { to: 'form', does: ['sayPlaced', 'readAgain'] },
  passwordNeeded: { to: 'confirming' },
  refused: { to: 'refused' },
  unanswered: { to: 'unanswered' },
} as const;

export const submitSteps: StepTable<SubmitState['step'], SubmitEvent, SubmitEffect> = {
  form: ends,
  refused: { ...ends, sent: { to: 'form' }, edited: { to: 'form' } },
  confirming: { ...ends, sent: { to: 'form' }, stopped: { to: 'form' } },
  // It stands there until an answer comes, whatever is sent or typed meanwhile.
  unanswered: { ...ends, sent: { to: 'unanswered' }, edited: { to: 'unanswered' } },
};
