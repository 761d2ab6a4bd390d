/**
 * A chain in memory that keeps every promise of the port and can be told to break the world: no timers, no chance, the
 * same calls give the same hashes. Thousands of payments and deep reorganisations take milliseconds.
 */
import type { ChainAccount, BlockRef, Chain, Coin, FeeTerms, Hash, ChainTransfer } from '../src/port.ts';
import { fakeAccount, hashOf, type FakeStep } from './fake-bytes.ts';
import { createFakePort } from './fake-port.ts';
import { gasOf, type TokenKind } from './fake-run.ts';
import {
  addWithdrawal,
  createFakeSetup,
  gwei,
  headOf,
  mineOne,
  takeBackDirect,
  type FakeFaults,
  type FakeOptions,
  type MineOptions,
  type Refusing,
  type FakeSetup,
} from './fake-setup.ts';

/** What a stranger sends: one payment, or a whole contract call step by step. */
export type FakeSending =
  | { readonly coin?: Coin; readonly to: ChainAccount; readonly amount: bigint; readonly from?: ChainAccount }
  | { readonly steps: readonly FakeStep[]; readonly from?: ChainAccount };

export interface ReorgOptions {
  /** Which transactions wait again; the others are as if never sent. All. */
  readonly keep?: 'all' | 'none' | ((txId: Hash) => boolean);
  /** How many blocks the other branch has; one more than were taken back. Fewer: the chain is shorter for a while. */
  readonly blocks?: number;
  /** Takes back even what was final; without it that is a mistake of the test. */
  readonly isEvenFinal?: boolean;
}

export interface FakeControls {
  readonly faults: FakeFaults;
  /** Awaited before each call of the port is answered: lets the world change between two reads. */
  onCall: ((call: keyof Chain) => Promise<void> | void) | undefined;
  /** A payment or call from outside; it waits in the pool. */
  send(sending: FakeSending): Hash;
  /** Mines so many blocks; what waits goes into the first one that may hold it. */
  mine(blocks?: number, options?: MineOptions): BlockRef;
  /** Takes blocks off the chain and mines another branch. */
  reorg(depth: number, options?: ReorgOptions): BlockRef;
  setBaseFee(wei: bigint): void;
  /** Whom the blocks that are mined from now on name for their fees; undefined: somebody else. */
  setFeeRecipient(account: ChainAccount | undefined): void;
  /**
   * What a validator takes out of its stake, in the next block that has room. Answers its name; with one that a branch had
   * before which is gone, this is the same withdrawal with another amount.
   */
  withdraw(to: ChainAccount, amount: bigint, again?: Hash): Hash;
  createToken(kind?: TokenKind, name?: string): ChainAccount;
  /** An account with code; it pays internally whatever a step says. */
  createContract(name: string): ChainAccount;
  /** From now on a contract makes payments of the native coin to it fail; undefined: it takes them again. */
  refuse(contract: ChainAccount, how: Refusing | undefined): void;
  /** The issuer stops an account: transfers from and to it fail. */
  stopInToken(token: ChainAccount, account: ChainAccount): void;
  /** What an account held from the first block on. */
  give(account: ChainAccount, coin: Coin, amount: bigint): void;
  /** Forgets a waiting transaction. */
  drop(txId: Hash): boolean;
  isWaiting(txId: Hash): boolean;
  /** The truth, without faults and without waiting. */
  readonly truth: {
    head(): BlockRef;
    held(account: ChainAccount, coin: Coin, height?: number): bigint;
    nonce(account: ChainAccount): bigint;
    /** The block of the canonical chain that holds it, a transaction or what came without one. */
    blockOf(txId: Hash): BlockRef | undefined;
    transfersOf(txId: Hash): readonly ChainTransfer[];
    /** All that moved in blocks of the canonical chain, with a transaction or without one. */
    transfers(): readonly ChainTransfer[];
    readonly waiting: number;
  };
}

export type FakeChain = Chain & FakeControls;

export function createFakeChain(options: FakeOptions = {}): FakeChain {
  const setup = createFakeSetup(options);
  const controls = createControls(setup);
  return Object.assign(
    controls,
    createFakePort(setup, async (call) => await controls.onCall?.(call)),
  );
}

function createControls(setup: FakeSetup): FakeControls {
  const { state, pool, faults } = setup;
  const stranger = fakeAccount(`stranger ${setup.seed}`);
  function mine(blocks = 1, options: MineOptions = {}): BlockRef {
    for (let count = 0; count < blocks; count += 1) mineOne(setup, options);
    return headOf(setup);
  }
  function addAccount(kind: string, name: string): ChainAccount {
    const account = fakeAccount(`${kind} ${name} ${setup.seed}`);
    setup.contracts.add(account);
    setup.rich.add(account);
    return account;
  }
  return {
    faults,
    onCall: undefined,
    send(sending) {
      const from = sending.from ?? stranger;
      setup.rich.add(from);
      const steps = 'steps' in sending ? sending.steps : [paying(sending)];
      setup.serial += 1;
      const id = hashOf('sending', setup.seed, setup.serial);
      const fee: FeeTerms = { gas: gasOf(steps), feeMax: 1_000_000n * gwei, tip: gwei };
      pool.add({ id, from, nonce: null, fee, steps });
      return id;
    },
    mine,
    reorg(depth, { keep = 'all', blocks = depth + 1, isEvenFinal = false } = {}) {
      const ancestor = headOf(setup).height - depth;
      if (depth < 1 || ancestor < 0) throw new Error(`The fake chain cannot take back ${depth} blocks.`);
      if (ancestor < setup.finalHeight && !isEvenFinal) {
        throw new Error(
          `Block ${setup.finalHeight} is final; a reorganisation to ${ancestor} needs isEvenFinal.`,
        );
      }
      setup.finalHeight = Math.min(setup.finalHeight, ancestor);
      const isStaying = (id: Hash): boolean => keep === 'all' || (keep !== 'none' && keep(id));
      const taken = setup.blocks.splice(ancestor + 1);
      takeBackDirect(setup, taken, isStaying);
      for (const { ref } of taken.toReversed()) state.forget(ref.height);
      for (const { transaction } of taken.flatMap(({ mined }) => mined)) {
        setup.mined.delete(transaction.id);
        if (isStaying(transaction.id)) pool.putBack(transaction);
      }
      return mine(blocks);
    },
    setBaseFee(wei) {
      setup.baseFee = wei;
    },
    setFeeRecipient(account) {
      setup.feeRecipient = account;
    },
    withdraw: (to, amount, again) => addWithdrawal(setup, to, amount, again),
    createToken(kind = 'good', name = kind) {
      const token = addAccount('token', name);
      setup.world.tokens.set(token, { kind, stopped: new Set() });
      return token;
    },
    createContract: (name) => addAccount('contract', name),
    refuse(contract, how) {
      if (how === undefined) setup.refusing.delete(contract);
      else setup.refusing.set(contract, how);
    },
    stopInToken(token, account) {
      const found = setup.world.tokens.get(token);
      if (found === undefined) throw new Error(`The fake chain has no token ${token}.`);
      found.stopped.add(account);
    },
    give: (account, coin, amount) => state.give(account, coin, amount),
    drop: (txId) => pool.drop(txId),
    isWaiting: (txId) => pool.has(txId),
    truth: {
      head: () => headOf(setup),
      held: (account, coin, height) => state.held(account, coin, height),
      nonce: (account) => state.nonce(account),
      blockOf: (txId) => setup.mined.get(txId)?.block ?? setup.named.get(txId),
      transfersOf: (txId) => setup.mined.get(txId)?.transfers ?? [],
      transfers: () =>
        setup.blocks.flatMap(({ mined, direct }) => [...mined.flatMap((one) => one.transfers), ...direct]),
      get waiting() {
        return pool.size;
      },
    },
  };
}

function paying({ coin = 'native', to, amount }: Exclude<FakeSending, { steps: unknown }>): FakeStep {
  return { kind: 'pay', coin, to, amount };
}
