/**
 * How each kind of notice (the contract's notices.ts) is delivered beside the app: mail, SMS, and the hints of its live
 * event.
 */
import type { HintsOf } from '@marigold/contract/events';
import { type NoticeFacts, type NoticeKind, noticeKinds } from '@marigold/contract/notices';
import * as z from 'zod';

type Row<Facts> = {
  /**
   * Beside the app: to every contact (what an intruder would want kept quiet, reliability.md 7), by mail or else by SMS,
   * by mail to those who asked for mails about payments, or not at all.
   */
  readonly sends: 'everywhere' | 'mailOrSms' | 'mailOfPayments' | 'nothing';
  /** What an open screen is told at once beside kind, topic and id. */
  readonly hints?: readonly (keyof Facts & keyof HintsOf<'message'>)[];
};

export const noticeDelivery: { readonly [K in NoticeKind]: Row<NoticeFacts[K]> } = {
  received: { sends: 'mailOfPayments', hints: ['amount', 'currency', 'from', 'billId'] },
  cameIn: { sends: 'mailOfPayments', hints: ['amount', 'currency', 'billId'] },
  payoutCompleted: { sends: 'mailOfPayments', hints: ['amount', 'currency', 'billId'] },
  payoutRefunded: { sends: 'mailOrSms', hints: ['amount', 'currency', 'billId'] },
  payoutBurnt: { sends: 'mailOrSms', hints: ['amount', 'currency', 'billId'] },
  depositTaken: { sends: 'mailOrSms', hints: ['amount', 'currency', 'billId'] },
  payoutWaits: { sends: 'mailOfPayments', hints: ['amount', 'currency', 'billId'] },
  depositTooSmall: { sends: 'mailOfPayments', hints: ['amount', 'currency'] },
  // Anybody can send worthless coins to anybody: nobody is mailed for that.
  depositUnlisted: { sends: 'nothing' },
  orderEnded: { sends: 'mailOrSms' },
  ordersEnded: { sends: 'mailOrSms' },
  newDevice: { sends: 'mailOrSms' },
  sessionsEnded: { sends: 'mailOrSms' },
  sessionCopied: { sends: 'everywhere' },
  passwordChanged: { sends: 'everywhere' },
  passwordReset: { sends: 'everywhere' },
  passwordResetStrong: { sends: 'everywhere' },
  payPasswordSet: { sends: 'mailOrSms' },
  payPasswordChanged: { sends: 'everywhere' },
  payPasswordReset: { sends: 'everywhere' },
  payPasswordLocked: { sends: 'mailOrSms' },
  payeeAdded: { sends: 'nothing' },
  lockedByOwner: { sends: 'everywhere' },
  lockLifted: { sends: 'everywhere' },
  lockLiftedAtOnce: { sends: 'everywhere' },
  recoveryCodeUsed: { sends: 'everywhere' },
  limitsChanged: { sends: 'nothing' },
  limitsRaised: { sends: 'everywhere' },
  limitsInForce: { sends: 'mailOrSms' },
  googleBound: { sends: 'everywhere' },
  googleUnbound: { sends: 'everywhere' },
  recoveryCodesMade: { sends: 'everywhere' },
  passkeyAdded: { sends: 'everywhere' },
  passkeyRemoved: { sends: 'everywhere' },
  passkeyDoubtful: { sends: 'everywhere' },
  exportReady: { sends: 'nothing' },
  exportFailed: { sends: 'nothing' },
  friendJoined: { sends: 'nothing' },
  ticketAnswered: { sends: 'mailOrSms' },
  kycPaid: { sends: 'mailOrSms' },
  kycAgain: { sends: 'mailOrSms' },
  kycApproved: { sends: 'mailOrSms' },
  kycFinal: { sends: 'mailOrSms' },
  kycRefunded: { sends: 'mailOrSms', hints: ['amount', 'currency', 'billId'] },
  kycExpiring: { sends: 'mailOrSms' },
  kycDisabled: { sends: 'everywhere' },
  kycBindRequested: { sends: 'mailOrSms' },
  // Without their payment password: whoever reads one mailbox of theirs may not keep it from them.
  kycBindAnswered: { sends: 'everywhere' },
  cardPaid: { sends: 'mailOrSms' },
  cardRefunded: { sends: 'mailOrSms', hints: ['amount', 'currency', 'billId'] },
  cardAgain: { sends: 'mailOrSms' },
  cardOpened: { sends: 'nothing' },
  cardShipped: { sends: 'mailOrSms' },
  cardDelivered: { sends: 'mailOrSms' },
  cardLate: { sends: 'mailOrSms' },
  riskAsked: { sends: 'mailOrSms', hints: ['caseId'] },
  riskDecided: { sends: 'mailOrSms', hints: ['caseId'] },
};

const names = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];

/** A kind as it comes back from a table or a job. */
export const storedKind = z.enum(names);
export const storedFacts = z.record(z.string(), z.union([z.string(), z.number()]));
