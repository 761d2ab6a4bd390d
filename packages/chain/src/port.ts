/**
 * What Marigold asks of a chain. Every adapter (EVM, TRON, the fake of the tests) keeps the same promises, and one suite
 * (testing/conformance.ts) holds all of them to it:
 *
 * - an answer is complete or it is a `ChainUnavailable`; never a part of a block;
 * - what a node says of a block belongs to exactly that block hash, proven where the chain can prove it;
 * - how a broadcast was answered moves no money: only what is mined does.
 */

import type { ChainUnits } from './units.ts';

/** The name of a chain in our tables: `eth`. */
export type ChainCode = string;

/** 20 bytes, lower-case hex with 0x in front; the account id of EVM and of TRON alike. */
export type ChainAccount = `0x${string}`;

/** The account that no key opens: who pays where nobody does. */
export const nobody: ChainAccount = `0x${'0'.repeat(40)}`;

/** A hash as the chain writes it. */
export type Hash = string;

/** `native`, or the account of the token contract. */
export type Coin = 'native' | ChainAccount;

export interface BlockRef {
  readonly height: number;
  readonly hash: Hash;
  readonly parent: Hash;
  readonly timeMs: number;
}

/**
 * One movement of value to an account. `position` names it inside its transaction and stays the same when the transaction
 * is mined again elsewhere: tokens count by the place of their log among ALL logs of the transaction's own receipt from
 * 0; native value counts from `nativePosition` by the place among the value-carrying calls of the transaction.
 */
export interface ChainTransfer {
  /** Of the transaction that made it, or the name of what no transaction made (`originOf`). */
  readonly txId: Hash;
  readonly position: number;
  readonly coin: Coin;
  readonly from: ChainAccount;
  readonly to: ChainAccount;
  /** Above zero. */
  readonly amount: ChainUnits;
}

export const nativePosition = 1_000_000;

/**
 * What made a movement. Native value also comes without a transaction, from `nobody`, at `nativePosition`: `withdrawal` is
 * what left the stake of a validator, `reward` what a block gave whoever its fees are for.
 */
export type Origin = 'transaction' | 'withdrawal' | 'reward';

/** By its own number, which a withdrawal keeps in whichever block it stands: reorganised, it goes on where it was. */
export function withdrawalName(index: bigint): Hash {
  return `${withdrawalPrefix}${index}`;
}

export const withdrawalPrefix = 'withdrawal:';

/** By its block: the fees of another block are another reward, and this one never comes again without it. */
export function rewardName(block: Hash): Hash {
  return `${rewardPrefix}${block}`;
}

export const rewardPrefix = 'reward:';

export function originOf(txId: Hash): Origin {
  if (txId.startsWith(rewardPrefix)) return 'reward';
  return txId.startsWith(withdrawalPrefix) ? 'withdrawal' : 'transaction';
}

/** The transfers of one block to accounts that were asked for, those without a transaction too, failed ones left out. */
export interface BlockTransfers {
  readonly block: BlockRef;
  readonly transfers: readonly ChainTransfer[];
}

export type TransactionState =
  | { readonly state: 'unknown' | 'pool' }
  | {
      readonly state: 'mined';
      readonly block: BlockRef;
      /** False: it was mined and failed; it moved nothing but its fee. */
      readonly isGood: boolean;
      /** Every transfer it made, to whomever. */
      readonly transfers: readonly ChainTransfer[];
      /** What it cost its sender, in the native coin. */
      readonly feePaid: ChainUnits;
    };

/** The chain cannot be read just now, or what was read does not hold together: ask again later, believe nothing. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}

/** The node is of another chain than the one we know: nobody may go on by himself. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain';
}

export interface ChainReader {
  /** Network id and genesis hash: what makes a chain this chain. */
  identity(): Promise<{ readonly networkId: bigint; readonly genesis: Hash }>;
  head(): Promise<BlockRef>;
  /** The newest block that the chain itself will never take back. */
  finalized(): Promise<BlockRef>;
  /** Null: not there yet, or any more. */
  block(height: number): Promise<BlockRef | null>;
  /**
   * The transfers of exactly this block to accounts that `isOurs` knows, of every token contract, ours or not: what is
   * not listed is put aside by the caller. Throws ChainUnavailable when the block left the chain or data is missing.
   */
  transfers(block: BlockRef, isOurs: (account: ChainAccount) => boolean): Promise<BlockTransfers>;
  /**
   * Whether any node tells what contracts pay from within. False: of the native coin `transfers` has only what
   * transactions themselves carry and what came without one; tokens are whole all the same.
   */
  seesInner(): Promise<boolean>;
  transaction(txId: Hash): Promise<TransactionState>;
  /**
   * Whether at least two independent providers say the same of this transaction, or of what came without one, in this
   * block; with one provider configured false. Throws ChainUnavailable where one does not answer.
   */
  isAgreed(txId: Hash, block: BlockRef): Promise<boolean>;
  balance(account: ChainAccount, coin: Coin, at?: BlockRef): Promise<ChainUnits>;
  /** Whether code lies at an account: it is a contract. */
  hasCode(account: ChainAccount): Promise<boolean>;
  /** How many transactions of an account are in the newest block: its next nonce as the chain sees it. */
  nonce(account: ChainAccount): Promise<bigint>;
}

/** What a transaction pays for being mined, at most. */
export interface FeeTerms {
  readonly gas: bigint;
  /** Chain units of the native coin for each unit of gas, tip included. */
  readonly feeMax: bigint;
  readonly tip: bigint;
}

/** One payment as the signer understands it: typed, not bytes. */
export interface ChainPayment {
  readonly coin: Coin;
  readonly to: ChainAccount;
  readonly amount: ChainUnits;
}

/** The unsigned transaction at one nonce of one of our accounts. A cancel pays nothing to the account itself. */
export interface TransactionDraft {
  readonly chain: ChainCode;
  readonly networkId: bigint;
  readonly from: ChainAccount;
  readonly nonce: bigint;
  readonly kind: 'pay' | 'cancel';
  /** Of a cancel too: what is being cancelled. */
  readonly payment: ChainPayment;
  readonly fee: FeeTerms;
}

export interface Signed {
  readonly txId: Hash;
  /** The bytes to broadcast, hex. */
  readonly raw: `0x${string}`;
}

/** How a node took the bytes; no decision about money may depend on it. */
export type BroadcastAnswer = 'accepted' | 'known' | 'refused' | 'unclear';

/**
 * How a payment would end if it were mined now. `refused`: it would fail because of whoever is paid. `unclear`: so would
 * any other of this amount, because too little is there or the coin pays nobody from this account.
 */
export type Rehearsal = 'good' | 'refused' | 'unclear';

export interface ChainWriter {
  /** What this payment would cost now: gas measured, fees of the market with room to grow. Throws ChainUnavailable. */
  feeFor(from: ChainAccount, payment: ChainPayment): Promise<FeeTerms>;
  /** Runs a payment with so much gas on the newest block without sending it. Throws ChainUnavailable. */
  rehearse(from: ChainAccount, payment: ChainPayment, gas: bigint): Promise<Rehearsal>;
  /** Terms that replace `before` in the pools of nodes: both fees a tenth higher at least, never below the market. */
  feeToReplace(before: FeeTerms): Promise<FeeTerms>;
  /** Whether a transaction on these terms waits in vain at the market of now. */
  isUnderpriced(fee: FeeTerms): Promise<boolean>;
  /** Sends the bytes to every provider. Never throws. */
  broadcast(signed: Signed): Promise<BroadcastAnswer>;
}

export type Chain = ChainReader & ChainWriter;
