/** The port of the fake chain: what a node would answer, faults included. */
import {
  ChainUnavailable,
  type BlockRef,
  type BroadcastAnswer,
  type Chain,
  type FeeTerms,
  type Signed,
  type Transfer,
} from '../src/port.ts';
import { hashOf, readFakeBytes } from './fake-bytes.ts';
import { costOf, gasOf, rehearse } from './fake-run.ts';
import { gwei, type MinedBlock, type MinedTransaction, type Scene } from './fake-scene.ts';

const tip = gwei;
/** A tenth more, rounded up: what nodes ask of a replacement. */
const tenthMore = (before: bigint): bigint => (before * 110n + 99n) / 100n;

export function createFakePort(scene: Scene, onCall: (call: keyof Chain) => Promise<void>): Chain {
  const { state, faults } = scene;

  async function ask(call: keyof Chain): Promise<void> {
    await onCall(call);
    if (faults.isDown) throw new ChainUnavailable('the fake node is down');
    if (faults.failures === 0) return;
    faults.failures -= 1;
    throw new ChainUnavailable('the fake node failed this once');
  }
  /** The newest height that the node shows. */
  function shownHeight(): number {
    return Math.max(0, scene.blocks.length - 1 - faults.lag);
  }
  function shown(height: number): MinedBlock | undefined {
    return height <= shownHeight() ? scene.blocks[height] : undefined;
  }
  function getShown(height: number): MinedBlock {
    const block = shown(height);
    if (block === undefined) throw new ChainUnavailable(`the fake node has no block ${height}`);
    return block;
  }
  /** Exactly this block, as long as it is on the chain. */
  function getExact(block: BlockRef): MinedBlock {
    const found = getShown(block.height);
    if (found.ref.hash !== block.hash) throw new ChainUnavailable(`block ${block.hash} left the chain`);
    return found;
  }
  function findMined(txId: string): MinedTransaction | undefined {
    const mined = scene.mined.get(txId);
    return mined !== undefined && mined.block.height <= shownHeight() ? mined : undefined;
  }
  const market = (): bigint => 2n * scene.baseFee + tip;

  return {
    async identity() {
      await ask('identity');
      if (faults.isOtherChain) return { networkId: scene.networkId + 1n, genesis: hashOf('other genesis') };
      return { networkId: scene.networkId, genesis: getShown(0).ref.hash };
    },
    async head() {
      await ask('head');
      return getShown(shownHeight()).ref;
    },
    async finalized() {
      await ask('finalized');
      return getShown(Math.min(scene.finalHeight, shownHeight())).ref;
    },
    async block(height) {
      await ask('block');
      return shown(height)?.ref ?? null;
    },
    async transfers(block, isOurs) {
      await ask('transfers');
      if (faults.hides) throw new ChainUnavailable('what the fake node says of this block is not all of it');
      const { mined, direct } = getExact(block);
      const all = [...mined.flatMap((one) => toldOf(scene, one)), ...direct];
      return { block, transfers: all.filter(({ to }) => isOurs(to)) };
    },
    async seesInner() {
      await ask('seesInner');
      return !faults.isPlain;
    },
    async transaction(txId) {
      await ask('transaction');
      const mined = findMined(txId);
      if (mined === undefined) return { state: scene.pool.has(txId) ? 'pool' : 'unknown' };
      const { block, isGood, transfers, feePaid } = mined;
      return { state: 'mined', block, isGood, transfers, feePaid };
    },
    async isAgreed(txId, block) {
      await ask('isAgreed');
      if (faults.second === 'down') throw new ChainUnavailable('the second provider is down');
      if (faults.second !== 'agrees' || faults.secondMisses.has(txId)) return false;
      const at = scene.mined.get(txId)?.block ?? scene.named.get(txId);
      return at !== undefined && at.height <= shownHeight() && at.hash === block.hash;
    },
    async balance(account, coin, at) {
      await ask('balance');
      return state.held(account, coin, at === undefined ? shownHeight() : getExact(at).ref.height);
    },
    async hasCode(account) {
      await ask('hasCode');
      return scene.contracts.has(account);
    },
    async nonce(account) {
      await ask('nonce');
      return state.nonce(account, shownHeight());
    },
    async feeFor(from, payment) {
      await ask('feeFor');
      const { coin, to, amount } = payment;
      const gas = gasOf([{ kind: 'pay', coin, from, to, amount }]);
      // Calls of contracts get a third more than was measured.
      return { gas: coin === 'native' ? gas : (gas * 4n) / 3n, feeMax: market(), tip };
    },
    async rehearse(from, payment) {
      await ask('rehearse');
      return rehearse(scene.world, from, payment);
    },
    async feeToReplace(before) {
      await ask('feeToReplace');
      return dearer(before, { gas: before.gas, feeMax: market(), tip });
    },
    async isUnderpriced(fee) {
      await ask('isUnderpriced');
      return fee.feeMax < scene.baseFee;
    },
    async broadcast(signed) {
      try {
        await ask('broadcast');
      } catch {
        return 'unclear';
      }
      return takeBytes(scene, signed);
    },
  };
}

/** Of a transaction what the node tells: all, or of the native coin only what it carries itself. */
function toldOf({ faults }: Scene, { transfers, transaction }: MinedTransaction): readonly Transfer[] {
  if (!faults.isPlain) return transfers;
  return transfers.filter(({ coin, from }) => coin !== 'native' || from === transaction.from);
}

function dearer(before: FeeTerms, least: FeeTerms): FeeTerms {
  const feeMax = tenthMore(before.feeMax);
  const newTip = tenthMore(before.tip);
  return {
    gas: before.gas,
    feeMax: feeMax > least.feeMax ? feeMax : least.feeMax,
    tip: newTip > least.tip ? newTip : least.tip,
  };
}

function takeBytes(scene: Scene, signed: Signed): BroadcastAnswer {
  const { faults } = scene;
  const answer = classify(scene, signed);
  if (faults.answersLost === 0) return answer;
  faults.answersLost -= 1;
  return 'unclear';
}

function classify(scene: Scene, signed: Signed): BroadcastAnswer {
  const { faults, state, pool } = scene;
  const read = readFakeBytes(signed);
  if (read === undefined) return 'refused';
  const { draft, transaction } = read;
  if (draft.networkId !== scene.networkId || faults.isOtherChain) return 'refused';
  if (scene.mined.has(signed.txId)) return 'known';
  if (draft.nonce < state.nonce(draft.from)) return 'refused';
  if (state.held(draft.from, 'native') < costOf(transaction)) return 'refused';
  if (faults.swallowed > 0) {
    faults.swallowed -= 1;
    return 'accepted';
  }
  return pool.add(transaction);
}
