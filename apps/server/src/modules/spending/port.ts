/** How spending asks for secrets: whoever keeps them hands these in. */
import type { Refusal } from '@marigold/contract/endpoint';
import type { verify } from '@marigold/contract/fields';
import type * as z from 'zod';

import type { Call } from '../../platform/http/call.ts';
import type { SpendingOperation } from './operation.ts';

export type PaymentPasswordNo = Refusal<
  | 'payment_password_missing'
  | 'payment_password_incorrect'
  | 'payment_password_locked'
  | 'payment_password_disabled'
>;

/** Undefined when right; wrong ones are counted, the fifth locks for 24 hours. */
export type CheckPaymentPassword = (
  call: Call<'user'>,
  typed: string,
  field?: string,
) => Promise<PaymentPasswordNo | undefined>;

/** The digits that were sent or read off, or a passkey's answer. */
export type Proof = z.output<typeof verify>;
export type VerificationNo = Refusal<
  'verification_incorrect' | 'verification_void' | 'verification_expired' | 'two_step_locked'
>;

/** Undefined when the code fits the operation; then it is used up in the call's own transaction. */
export type CheckVerification = (
  call: Call<'user'>,
  operation: SpendingOperation,
  proof: Proof,
) => Promise<VerificationNo | undefined>;
