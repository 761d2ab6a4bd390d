/** What a code approves of an order. */
import { canonicalJson } from '@marigold/contract/envelope';

import type {
  Challenge,
  Verification,
  VerifyRequest,
} from '../../../domain/verification/use-verification.ts';
import type { TransferOrder } from '../form/order.ts';

/** As the server is asked for a code; the note of an order is not part of it. */
export function approvalOf(order: TransferOrder): VerifyRequest {
  if (order.kind === 'onChain') return { kind: 'transfer/submit', subject: { quoteId: order.quoteId } };
  const { to, currency, amount } = order;
  return { kind: 'transfer/internal', subject: { to, currency, amount } };
}

/**
 * What the server binds a code to: amount, fee, payee and chain. Another quote that says the same is the same, so a code
 * that came late still approves it.
 */
export function approvalKey(order: TransferOrder): string {
  if (order.kind === 'internal') return canonicalJson(approvalOf(order));
  const { kind, chain, address, currency, amount, fee } = order;
  return canonicalJson({ kind, chain, address, currency, amount, fee });
}

/** The code that is on its way for this order and still good. */
export function codeOf(verification: Verification, order: TransferOrder): Challenge | undefined {
  return verification.of(approvalOf(order), approvalKey(order));
}
