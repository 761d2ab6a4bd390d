/** Asked before money leaves: one place, whatever leaves and however. */
import type { Refusal } from '@marigold/contract/endpoint';
import type { FreezeReason } from '@marigold/guard/freezes';
import type { PaidSince } from '@marigold/guard/wallet-limits';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Cents } from '../rate/worth.ts';
import { checkFreeze } from './freeze.ts';
import type { PayoutWay } from './limits.ts';
import { leftToPayOut } from './limits.ts';
import type { SpendingOperation } from './operation.ts';
import type { Outflow } from './outflow.ts';
import type { Payment } from './payment.ts';
import { isOverLimit, isTooMuch } from './payment.ts';
import type {
  CheckPaymentPassword,
  CheckVerification,
  PaymentPasswordNo,
  Proof,
  VerificationNo,
} from './port.ts';
import { needsVerification, readPaid, verificationRequired } from './verification.ts';

export type SpendingDependencies = {
  /** Whatever leaves accounts. */
  readonly outflows: readonly Outflow[];
  readonly checkPaymentPassword: CheckPaymentPassword;
  readonly checkVerification: CheckVerification;
};

export type ApprovalNo =
  | PaymentPasswordNo
  | VerificationNo
  | Refusal<
      | 'payouts_frozen'
      | 'limit_exceeded'
      | 'insufficient_balance'
      | 'funds_locked'
      | 'funds_owed'
      | 'verification_required'
    >;

export type PurchaseNo =
  | PaymentPasswordNo
  | Refusal<'card_frozen' | 'limit_exceeded' | 'insufficient_balance' | 'funds_locked' | 'funds_owed'>;

/** What is to be approved, and with what. */
export type SpendingRequest<Own extends Refusal> = {
  readonly payment: Payment;
  readonly payPassword: string;
  /** What a code has to be made for, and the code, where there is one. */
  readonly operation: SpendingOperation;
  readonly verify: Proof | undefined;
  /** However small it is, only what the person alone holds approves it. `presented` is what `verify` is an answer to. */
  readonly needsStrong?: { readonly presented: 'contact' | 'strong' } | undefined;
  /** Questions of one kind of payment alone: before its sum is looked at, and before a code is. */
  readonly beforeSum?: () => Promise<Own | undefined>;
  readonly beforeCode?: () => Promise<Own | undefined>;
};

/** What is paid to the house itself: digits of the authenticator come with it, and they are its second verification. */
export type PurchaseRequest<Own extends Refusal> = {
  readonly payment: Payment;
  readonly payPassword: string;
  /** Freezes of cards for these reasons do not stop it. */
  readonly despite?: readonly FreezeReason[];
  /** Questions of one kind of purchase alone. */
  readonly beforePassword?: () => Promise<Own | undefined>;
  /** Looks at the digits, and uses them up. */
  readonly checkDigits: () => Promise<Own | undefined>;
};

export type Spending = {
  /** What was paid since the last code, within a day, in US cents; `since` is null where there was no code. */
  paidSince(
    call: Pick<Call<'user'>, 'db' | 'session' | 'now'>,
  ): Promise<PaidSince & { readonly since: number | null }>;
  /** US cents that the person may still pay out this way now. */
  leftToPayOut(db: Database, request: { userId: string; now: number; way: PayoutWay }): Promise<Cents>;
  /**
   * Undefined when the payment may go. The caller holds `lockPayments`; from the code on nothing may be done aside with its
   * challenge, so ask this last.
   */
  approve<Own extends Refusal = never>(
    call: Call<'user'>,
    request: SpendingRequest<Own>,
  ): Promise<ApprovalNo | Own | undefined>;
  /** As approve, for what is paid to the house: a freeze of cards alone stops it, and limits of second verification do not ask. */
  approvePurchase<Own extends Refusal = never>(
    call: Call<'user'>,
    request: PurchaseRequest<Own>,
  ): Promise<PurchaseNo | Own | undefined>;
};

export function createSpending(dependencies: SpendingDependencies): Spending {
  const { outflows, checkPaymentPassword, checkVerification } = dependencies;
  return {
    leftToPayOut: async (db, request) => await leftToPayOut(db, outflows, request),

    async paidSince(call) {
      const { paid, since } = await readPaid(call, outflows);
      return { ...paid, since };
    },

    async approve(call, request) {
      const { payment, payPassword, operation, verify, needsStrong, beforeSum, beforeCode } = request;
      const isTooWeak =
        needsStrong !== undefined && (verify === undefined || needsStrong.presented === 'contact');
      return (
        (await checkFreeze(call, 'payout')) ??
        (await checkPaymentPassword(call, payPassword)) ??
        (await checkFreeze(call, 'payout', { isLocking: true })) ??
        (await beforeSum?.()) ??
        (await isOverLimit(payment, outflows, call)) ??
        (await isTooMuch(payment, call)) ??
        (await beforeCode?.()) ??
        (isTooWeak ? await verificationRequired(call, operation.kind, { isStrongOnly: true }) : undefined) ??
        (verify === undefined
          ? await needsVerification(call, outflows, { usd: payment.usd, kind: operation.kind })
          : await checkVerification(call, operation, verify))
      );
    },

    async approvePurchase(call, { payment, payPassword, despite = [], beforePassword, checkDigits }) {
      return (
        (await checkFreeze(call, 'card', { despite })) ??
        (await beforePassword?.()) ??
        (await checkPaymentPassword(call, payPassword)) ??
        (await checkFreeze(call, 'card', { isLocking: true, despite })) ??
        (await checkDigits()) ??
        (await isOverLimit(payment, outflows, call)) ??
        (await isTooMuch(payment, call))
      );
    },
  };
}
