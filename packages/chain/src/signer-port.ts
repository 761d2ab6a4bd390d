/**
 * What the signer is asked over its socket: one JSON object for each line, one answer for each in order of their ids.
 * The signer holds every private key; the program that asks holds extended public keys only.
 */
import type { ChainAccount, TransactionDraft, Signed } from './port.ts';

/** Why a transaction is signed. The signer itself reads in the database what each of them rests on. */
export type SigningApproval =
  /** A person's transfer: its row and its open hold in the ledger are read by the signer. */
  | { readonly kind: 'payout'; readonly payoutId: string }
  /** Gas for the deposit address at this index, which the signer derives itself. */
  | { readonly kind: 'topup'; readonly index: number }
  /** From the deposit address at this index to our hot account. */
  | { readonly kind: 'sweep'; readonly index: number };

export type SignerRequest =
  | { readonly op: 'sign'; readonly draft: TransactionDraft; readonly approval: SigningApproval }
  | { readonly op: 'accounts' };

export interface SignerAccounts {
  /** The account-level extended public key of deposit addresses (m/44'/60'/0'). */
  readonly depositKey: string;
  readonly hot: ChainAccount;
  readonly gas: ChainAccount;
  /** True when the keys come from the seed that everybody knows. */
  readonly isDemoSeed: boolean;
}

/** Why the signer said no; a defect or an attack wherever it happens, so money stops and a person looks. */
export type SignerRefusal =
  | 'not_approved'
  | 'nonce_taken'
  | 'over_payment_cap'
  | 'over_hour_cap'
  | 'over_day_cap'
  | 'fee_cap'
  | 'demo_seed_on_public_chain'
  | 'foreign_account'
  | 'malformed';

export class SignerRefused extends Error {
  override readonly name = 'SignerRefused';
  readonly refusal: SignerRefusal;
  constructor(refusal: SignerRefusal) {
    super(`the signer refuses: ${refusal}`);
    this.refusal = refusal;
  }
}

/** The signer's process cannot be reached just now. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
}

export interface Signer {
  accounts(): Promise<SignerAccounts>;
  /** Throws SignerRefused or SignerUnavailable. The same draft is signed to the same bytes each time. */
  sign(draft: TransactionDraft, approval: SigningApproval): Promise<Signed>;
}
