/** What the fake chain is made of, and how it mines a block. */
import {
  nativePosition,
  nobody,
  originOf,
  rewardName,
  withdrawalName,
  type ChainAccount,
  type BlockRef,
  type Coin,
  type Hash,
  type ChainTransfer,
} from '../src/port.ts';
import { toChainUnits } from '../src/units.ts';
import { hashOf, type FakeTransaction } from './fake-bytes.ts';
import { createFakePool, type FakePool } from './fake-pool.ts';
import { runFakeTransaction, type FakeToken, type FakeWorld, type Ran } from './fake-run.ts';
import { createFakeState, type FakeState } from './fake-state.ts';

/** `openly`: whoever asks before paying is told. `when-mined`: only then, and it burns all the gas that there is. */
export type Refusing = 'openly' | 'when-mined';

export interface FakeOptions {
  readonly networkId?: bigint;
  /** How far the finalized block is behind the head. */
  readonly finalityDepth?: number;
  readonly blockMs?: number;
  readonly startMs?: number;
  /** Makes hashes differ from those of another fake chain. */
  readonly seed?: string | number;
}

/** What goes wrong from now on; set a field to change the world. */
export interface FakeFaults {
  /** No call answers; a broadcast is not taken. */
  isDown: boolean;
  /** So many of the next calls fail, then all is well again. */
  failures: number;
  /** So many of the next broadcasts are taken, but answered with a time-out. */
  answersLost: number;
  /** So many of the next broadcasts are answered well and forgotten. */
  swallowed: number;
  /** The node shows a head so many blocks behind the true one. */
  lag: number;
  /** What the second provider says. */
  second: 'agrees' | 'elsewhere' | 'down' | 'absent';
  /** Transactions that the second provider does not know. */
  readonly secondMisses: Set<Hash>;
  /** The node leaves a transfer out of what it tells of a block; whoever proves what he reads notices. */
  hides: boolean;
  /** The node tells nothing of what contracts pay from within. */
  isPlain: boolean;
  /** The node is of another chain. */
  isOtherChain: boolean;
}

export interface MineOptions {
  /** Which of the waiting transactions the block may hold; all. */
  readonly only?: (txId: Hash) => boolean;
  /** How many it holds at most. */
  readonly max?: number;
}

export interface FakeMined extends Ran {
  readonly transaction: FakeTransaction;
  readonly block: BlockRef;
}

export interface MinedBlock {
  readonly ref: BlockRef;
  readonly mined: readonly FakeMined[];
  /** What came without a transaction. */
  readonly direct: readonly ChainTransfer[];
}

/** What a validator takes out of its stake, in the order of their numbers. */
export interface FakeWithdrawal {
  readonly name: Hash;
  readonly to: ChainAccount;
  readonly amount: bigint;
}

/** Everything that the parts of the fake chain share. */
export interface FakeSetup {
  readonly networkId: bigint;
  readonly finalityDepth: number;
  readonly blockMs: number;
  readonly seed: string | number;
  /** Index is height. */
  readonly blocks: MinedBlock[];
  readonly mined: Map<Hash, FakeMined>;
  /** The blocks that hold what came without a transaction, by its name. */
  readonly named: Map<Hash, BlockRef>;
  readonly pool: FakePool;
  readonly state: FakeState;
  readonly world: FakeWorld;
  readonly rich: Set<ChainAccount>;
  readonly contracts: Set<ChainAccount>;
  /** Contracts that make what pays them fail. */
  readonly refusing: Map<ChainAccount, Refusing>;
  readonly faults: FakeFaults;
  baseFee: bigint;
  /** Whom the next blocks name for their fees; undefined: somebody else. */
  feeRecipient: ChainAccount | undefined;
  /** Those that the next blocks hold. */
  withdrawals: FakeWithdrawal[];
  withdrawn: bigint;
  finalHeight: number;
  /** Makes every block and every sending unlike all before. */
  serial: number;
}

export const gwei = 1_000_000_000n;

export function createFakeSetup(options: FakeOptions): FakeSetup {
  const { networkId = 31_337n, finalityDepth = 64, blockMs = 12_000, seed = 0 } = options;
  const state = createFakeState();
  const rich = new Set<ChainAccount>();
  const tokens = new Map<Coin, FakeToken>();
  const refusing = new Map<ChainAccount, Refusing>();
  const genesis: BlockRef = {
    height: 0,
    hash: hashOf('genesis', seed),
    parent: `0x${'0'.repeat(64)}`,
    timeMs: options.startMs ?? Date.UTC(2026, 0, 1),
  };
  return {
    networkId,
    finalityDepth,
    blockMs,
    seed,
    blocks: [{ ref: genesis, mined: [], direct: [] }],
    mined: new Map(),
    named: new Map(),
    pool: createFakePool(),
    state,
    world: { state, tokens, refusing, isRich: (account) => rich.has(account) },
    rich,
    contracts: new Set(),
    refusing,
    faults: {
      isDown: false,
      failures: 0,
      answersLost: 0,
      swallowed: 0,
      lag: 0,
      second: 'agrees',
      secondMisses: new Set(),
      hides: false,
      isPlain: false,
      isOtherChain: false,
    },
    baseFee: gwei,
    feeRecipient: undefined,
    withdrawals: [],
    withdrawn: 0n,
    finalHeight: 0,
    serial: 0,
  };
}

export function headOf(setup: FakeSetup): BlockRef {
  return blockAt(setup, setup.blocks.length - 1).ref;
}

function blockAt({ blocks }: FakeSetup, height: number): MinedBlock {
  const block = blocks[height];
  if (block === undefined) throw new Error(`Broken: the fake chain has a block ${height}`);
  return block;
}

export function mineOne(setup: FakeSetup, { only, max = Number.MAX_SAFE_INTEGER }: MineOptions): BlockRef {
  const parent = headOf(setup);
  setup.serial += 1;
  const ref: BlockRef = {
    height: parent.height + 1,
    hash: hashOf('block', setup.seed, parent.hash, setup.serial),
    parent: parent.hash,
    timeMs: parent.timeMs + setup.blockMs,
  };
  const mined: FakeMined[] = [];
  const isEligible = ({ id, from, nonce, fee }: FakeTransaction): boolean =>
    (only === undefined || only(id)) &&
    fee.feeMax >= setup.baseFee &&
    (nonce === null || nonce === setup.state.nonce(from));
  // Nonces may have arrived out of order: again, until a round brings nothing.
  for (let before = -1; before < mined.length && mined.length < max;) {
    before = mined.length;
    for (const transaction of setup.pool.all()) {
      if (mined.length >= max) break;
      if (!isEligible(transaction)) continue;
      const ran = runFakeTransaction(setup.world, transaction, ref.height, setup.baseFee);
      if (ran === undefined) continue;
      setup.pool.drop(transaction.id);
      mined.push({ ...ran, transaction, block: ref });
    }
  }
  for (const one of mined) setup.mined.set(one.transaction.id, one);
  setup.blocks.push({ ref, mined, direct: payDirectly(setup, ref, mined) });
  setup.finalHeight = Math.max(setup.finalHeight, ref.height - setup.finalityDepth);
  return ref;
}

/** As many as a block of the main network holds. */
const withdrawalsPerBlock = 16;

/** Whoever is named gets the tips of the block, and validators what they withdraw. */
function payDirectly(setup: FakeSetup, ref: BlockRef, mined: readonly FakeMined[]): readonly ChainTransfer[] {
  const direct: ChainTransfer[] = [];
  const pay = (txId: Hash, to: ChainAccount, amount: bigint): void => {
    if (amount === 0n) return;
    setup.state.move(ref.height, to, 'native', amount);
    setup.named.set(txId, ref);
    direct.push({
      txId,
      position: nativePosition,
      coin: 'native',
      from: nobody,
      to,
      amount: toChainUnits(amount),
    });
  };
  for (const { name, to, amount } of setup.withdrawals.splice(0, withdrawalsPerBlock)) pay(name, to, amount);
  const tips = mined.reduce((sum, { tipPaid }) => sum + tipPaid, 0n);
  if (setup.feeRecipient !== undefined) pay(rewardName(ref.hash), setup.feeRecipient, tips);
  return direct;
}

/** A withdrawal from outside, for the next block that has room; under a name that it had in another branch. */
export function addWithdrawal(setup: FakeSetup, to: ChainAccount, amount: bigint, again?: Hash): Hash {
  const name = again ?? withdrawalName(setup.withdrawn);
  if (again === undefined) setup.withdrawn += 1n;
  setup.withdrawals.push({ name, to, amount });
  return name;
}

/** What blocks held that were taken back, lowest first: withdrawals that are kept stand before all later ones again. */
export function takeBackDirect(
  setup: FakeSetup,
  taken: readonly MinedBlock[],
  isStaying: (name: Hash) => boolean,
): void {
  const gone = taken.flatMap(({ direct }) => direct);
  for (const { txId } of gone) setup.named.delete(txId);
  const again = gone.filter(({ txId }) => originOf(txId) === 'withdrawal' && isStaying(txId));
  setup.withdrawals.unshift(...again.map(({ txId: name, to, amount }) => ({ name, to, amount })));
}
