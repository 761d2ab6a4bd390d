/** The canonical operation that a second verification approves (protocol.md "Second verification"). */
import { createHash } from 'node:crypto';

import type { startVerification } from '@marigold/contract/calls/verify';
import type { InputOf } from '@marigold/contract/endpoint';
import { canonicalJson } from '@marigold/contract/envelope';

export type VerifiedKind = InputOf<typeof startVerification>['kind'];

export type SpendingOperation = {
  readonly kind: VerifiedKind;
  readonly asset: string | null;
  /** Decimal strings; 12.3 and 12.30 are the same amount. */
  readonly amount: string | null;
  readonly fee: string | null;
  /** The id of a user or an address on the chain; never what was typed. */
  readonly payee: string | null;
  readonly chain: string | null;
};

/** More that the orders of a market may give away; the amount is in its quote asset. */
export function operationOfAllowance(symbol: string, amount: string): SpendingOperation {
  return { kind: 'trade/allow', asset: null, amount, fee: null, payee: symbol, chain: null };
}

/** The end of one passkey: a proof for it removes no other one. */
export function operationOfRemoval(passkeyId: string): SpendingOperation {
  return {
    kind: 'user/passkey/remove',
    asset: null,
    amount: null,
    fee: null,
    payee: passkeyId,
    chain: null,
  };
}

/** SHA-256 over canonical JSON of the user and the operation. Any difference is another operation. */
export function digestOperation(userId: string, operation: SpendingOperation): Buffer {
  const { kind, asset, amount, fee, payee, chain } = operation;
  const canonical = { user: userId, kind, asset, amount: trimmed(amount), fee: trimmed(fee), payee, chain };
  return createHash('sha256').update(canonicalJson(canonical), 'utf8').digest();
}

/** A decimal string without zeros at its end. */
function trimmed(decimal: string | null): string | null {
  if (decimal === null) return null;
  return decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal;
}
