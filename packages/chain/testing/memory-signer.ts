/** A signer in memory for tests: the policy of nonces and accounts of the real one, over the seed that everybody knows. */
import { pbkdf2Sync } from 'node:crypto';

import { HDKey } from '@scure/bip32';

import { accountOfKey, watchKey } from '../src/hd.ts';
import type { ChainAccount, TransactionDraft, ChainPayment, Signed } from '../src/port.ts';
import {
  SignerRefused,
  SignerUnavailable,
  type SigningApproval,
  type Signer,
  type SignerAccounts,
} from '../src/signer-port.ts';
import { fakeBytes } from './fake-bytes.ts';

export const demoMnemonic = 'test test test test test test test test test test test junk';

export interface MemorySignerOptions {
  /** How a draft becomes bytes; those of the fake chain unless told otherwise. */
  readonly sign?: (draft: TransactionDraft) => Signed | Promise<Signed>;
  /** What the ledger approved, as the test sees it; everything. */
  readonly isApproved?: (draft: TransactionDraft, approval: SigningApproval) => boolean | Promise<boolean>;
}

export interface MemorySigner extends Signer {
  /** The same as `accounts()`, at once. */
  readonly known: SignerAccounts;
  /** The deposit account at an index. */
  depositAt(index: number): ChainAccount;
  /** True: no call is answered. */
  isDown: boolean;
  /** How many drafts were signed, the same one each time it was. */
  readonly signed: readonly Signed[];
}

export function createMemorySigner(options: MemorySignerOptions = {}): MemorySigner {
  const known = readAccounts();
  const deposits = watchKey(known.depositKey);
  const bound = new Map<string, string>();
  const slots = new Map<string, string>();
  const signed: Signed[] = [];

  function expectedFrom(approval: SigningApproval): ChainAccount {
    if (approval.kind === 'payout') return known.hot;
    return approval.kind === 'topup' ? known.gas : deposits.accountAt(approval.index);
  }

  function isForeign({ from, payment }: TransactionDraft, approval: SigningApproval): boolean {
    if (from !== expectedFrom(approval)) return true;
    if (approval.kind === 'payout') return false;
    return payment.to !== (approval.kind === 'sweep' ? known.hot : deposits.accountAt(approval.index));
  }

  /** One nonce is for one payment, and one payout has one nonce. */
  function isTaken(slot: string, what: string, approval: SigningApproval): boolean {
    if ((bound.get(slot) ?? what) !== what) return true;
    return approval.kind === 'payout' && (slots.get(approval.payoutId) ?? slot) !== slot;
  }

  const signer: MemorySigner = {
    known,
    signed,
    isDown: false,
    depositAt: deposits.accountAt,
    async accounts() {
      if (signer.isDown) throw new SignerUnavailable('the signer is down');
      return await Promise.resolve(known);
    },
    async sign(draft, approval) {
      if (signer.isDown) throw new SignerUnavailable('the signer is down');
      if (isForeign(draft, approval)) throw new SignerRefused('foreign_account');
      const slot = `${draft.chain}/${draft.networkId}/${draft.from}/${draft.nonce}`;
      const what = `${approval.kind === 'payout' ? approval.payoutId : approval.kind}/${written(draft.payment)}`;
      if (isTaken(slot, what, approval)) throw new SignerRefused('nonce_taken');
      if ((await options.isApproved?.(draft, approval)) === false) throw new SignerRefused('not_approved');
      // Another draft may have been signed while this one was looked at.
      if (isTaken(slot, what, approval)) throw new SignerRefused('nonce_taken');
      bound.set(slot, what);
      if (approval.kind === 'payout') slots.set(approval.payoutId, slot);
      const bytes = await (options.sign ?? fakeBytes)(draft);
      signed.push(bytes);
      return bytes;
    },
  };
  return signer;
}

function written({ coin, to, amount }: ChainPayment): string {
  return `${coin}/${to}/${amount}`;
}

/** Deriving takes a moment and never changes. */
let derived: SignerAccounts | undefined;
function readAccounts(): SignerAccounts {
  derived ??= derive();
  return derived;
}

function derive(): SignerAccounts {
  const root = HDKey.fromMasterSeed(pbkdf2Sync(demoMnemonic, 'mnemonic', 2048, 64, 'sha512'));
  const first = (account: number): ChainAccount =>
    accountOfKey(root.derive(`m/44'/60'/${account}'/0/0`).publicKey);
  return {
    depositKey: root.derive("m/44'/60'/0'").publicExtendedKey,
    hot: first(1),
    gas: first(2),
    isDemoSeed: true,
  };
}
