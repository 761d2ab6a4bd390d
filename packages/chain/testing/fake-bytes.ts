/** Transactions of the fake chain, and how a draft becomes bytes that only the fake chain takes. */
import { createHash } from 'node:crypto';

import type { ChainAccount, Coin, TransactionDraft, FeeTerms, Hash, Signed } from '../src/port.ts';

/** What happens inside a transaction, in order. */
export type FakeStep =
  /** Value moves; `from` is the sender of the transaction unless a contract pays. Tokens leave their log. */
  | {
      readonly kind: 'pay';
      readonly coin: Coin;
      readonly from?: ChainAccount;
      readonly to: ChainAccount;
      readonly amount: bigint;
    }
  /** Events that are no transfers, one unless told otherwise; they count in the positions of logs. */
  | { readonly kind: 'log'; readonly count?: number }
  /** Everything of this transaction is undone; its fee is paid. */
  | { readonly kind: 'fail' };

export interface FakeTransaction {
  readonly id: Hash;
  readonly from: ChainAccount;
  /** Null: from outside, of accounts whose order and funds are nobody's business here. */
  readonly nonce: bigint | null;
  readonly fee: FeeTerms;
  readonly steps: readonly FakeStep[];
}

export function hashOf(...parts: readonly (string | number | bigint)[]): `0x${string}` {
  return `0x${createHash('sha256').update(parts.join('/')).digest('hex')}`;
}

/** An account that nobody has a key of: the same one for the same name. */
export function fakeAccount(name: string | number): ChainAccount {
  return `0x${hashOf('account', name).slice(2, 42)}`;
}

/** Signs a draft for the fake chain. The same draft gives the same bytes and the same id. */
export function fakeBytes(draft: TransactionDraft): Signed {
  const text = JSON.stringify(draft, (_, value: unknown) =>
    typeof value === 'bigint' ? { units: value.toString() } : value,
  );
  return { txId: hashOf('transaction', text), raw: `0x${Buffer.from(text).toString('hex')}` };
}

/** Undefined: not bytes of ours. */
export function readFakeBytes(
  signed: Signed,
): { draft: TransactionDraft; transaction: FakeTransaction } | undefined {
  const text = Buffer.from(signed.raw.slice(2), 'hex').toString();
  if (hashOf('transaction', text) !== signed.txId) return undefined;
  // The hash above says that `fakeBytes` wrote this.
  const draft = JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'units' in value && typeof value.units === 'string'
      ? BigInt(value.units)
      : value,
  ) as TransactionDraft;
  const { payment, from } = draft;
  const step: FakeStep =
    draft.kind === 'cancel'
      ? { kind: 'pay', coin: 'native', to: from, amount: 0n }
      : { kind: 'pay', coin: payment.coin, to: payment.to, amount: payment.amount };
  const { nonce, fee } = draft;
  return { draft, transaction: { id: signed.txId, from, nonce, fee, steps: [step] } };
}
