/** What an adapter arranges for the suite of conformance.ts, and how the suite asks. */
import type {
  ChainAccount,
  Chain,
  TransactionDraft,
  Hash,
  ChainPayment,
  Signed,
  TransactionState,
  ChainTransfer,
} from '../src/port.ts';
import { fakeAccount, type FakeStep } from './fake-bytes.ts';

/** `hides`: the node leaves one transfer out of what it tells of a block. */
export type SetupFault = 'none' | 'down' | 'second-elsewhere' | 'second-down' | 'hides';

export interface ChainSetup {
  readonly chain: Chain;
  readonly networkId: bigint;
  /** `taxed` keeps a hundredth; `silent` answers false, moves and logs nothing, and does not fail. */
  readonly tokens: {
    readonly good: ChainAccount;
    readonly taxed: ChainAccount;
    readonly silent: ChainAccount;
  };
  /** A contract that takes no coin of the chain. */
  readonly refusing: ChainAccount;
  /** An account that holds much of the native coin and of every token, and that `sign` signs for. */
  readonly payer: ChainAccount;
  readonly sign: (draft: TransactionDraft) => Promise<Signed>;
  /**
   * One transaction from outside, into the pool: a payment by somebody rich, or one call of a rich contract that does all
   * steps; the call itself carries no value.
   */
  readonly send: (sending: ChainPayment | readonly FakeStep[]) => Promise<Hash>;
  readonly mine: (blocks?: number) => Promise<void>;
  /** Takes blocks off and mines one more than that; their transactions are mined again, or forgotten. */
  readonly reorg: (depth: number, keep: 'all' | 'none') => Promise<void>;
  /** Of the next block. */
  readonly setBaseFee: (wei: bigint) => Promise<void>;
  /** Whom the blocks that are mined from now on name for their fees. */
  readonly setFeeRecipient: (account: ChainAccount) => Promise<void>;
  /** What a validator takes out of its stake, in the next block. */
  readonly withdraw: (to: ChainAccount, gwei: bigint) => Promise<void>;
  /** Faults that this adapter can show; the others' promises are left out by name. */
  readonly faults: readonly SetupFault[];
  readonly setFault: (fault: SetupFault) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type Get = () => ChainSetup;
export type ConformanceMined = Extract<TransactionState, { state: 'mined' }>;

let strangers = 0;
/** An account that no test used before. */
export function newStranger(): ChainAccount {
  strangers += 1;
  return fakeAccount(`conformance ${strangers}`);
}

export async function getMined(chain: Chain, txId: Hash): Promise<ConformanceMined> {
  const state = await chain.transaction(txId);
  if (state.state !== 'mined') throw new Error(`Transaction ${txId} is ${state.state}.`);
  return state;
}

/** What came to one account in the block that holds a transaction. */
export async function listReceived(
  chain: Chain,
  txId: Hash,
  to: ChainAccount,
): Promise<readonly ChainTransfer[]> {
  const { block } = await getMined(chain, txId);
  const { transfers } = await chain.transfers(block, (account) => account === to);
  return transfers;
}

export async function draftOf(
  setup: ChainSetup,
  payment: ChainPayment,
  part: Partial<TransactionDraft> = {},
): Promise<TransactionDraft> {
  const { chain, payer, networkId } = setup;
  return {
    chain: 'eth',
    networkId,
    from: payer,
    nonce: await chain.nonce(payer),
    kind: 'pay',
    payment,
    fee: part.fee ?? (await chain.feeFor(payer, payment)),
    ...part,
  };
}
