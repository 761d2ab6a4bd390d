/** The port of the fake chain: what a node would answer, faults included. */
import {
  ChainUnavailable,
  type BroadcastAnswer,
  type Chain,
  type FeeTerms,
  type Signed,
  type ChainTransfer,
} from '../src/port.ts';
import { hashOf, readFakeBytes } from './fake-bytes.ts';
import {
  ask,
  type FakeNode,
  feeOffered,
  findMined,
  findVisible,
  getExact,
  getVisible,
  visibleHeight,
  usualTip,
} from './fake-node.ts';
import { costOf, gasOf, rehearse } from './fake-run.ts';
import type { FakeMined, FakeScene } from './fake-scene.ts';

/** A tenth more, rounded up: what nodes ask of a replacement. */
const tenthMore = (before: bigint): bigint => (before * 110n + 99n) / 100n;

export function createFakePort(scene: FakeScene, onCall: FakeNode['onCall']): Chain {
  const node: FakeNode = { scene, onCall };
  return { ...blocksOf(node), ...transactionsOf(node), ...accountsOf(node), ...sendingOf(node) };
}

function blocksOf(
  node: FakeNode,
): Pick<Chain, 'identity' | 'head' | 'finalized' | 'block' | 'transfers' | 'seesInner'> {
  const { scene } = node;
  const { faults } = scene;
  return {
    async identity() {
      await ask(node, 'identity');
      if (faults.isOtherChain) return { networkId: scene.networkId + 1n, genesis: hashOf('other genesis') };
      return { networkId: scene.networkId, genesis: getVisible(scene, 0).ref.hash };
    },
    async head() {
      await ask(node, 'head');
      return getVisible(scene, visibleHeight(scene)).ref;
    },
    async finalized() {
      await ask(node, 'finalized');
      return getVisible(scene, Math.min(scene.finalHeight, visibleHeight(scene))).ref;
    },
    async block(height) {
      await ask(node, 'block');
      return findVisible(scene, height)?.ref ?? null;
    },
    async transfers(block, isOurs) {
      await ask(node, 'transfers');
      if (faults.hides) throw new ChainUnavailable('what the fake node says of this block is not all of it');
      const { mined, direct } = getExact(scene, block);
      const all = [...mined.flatMap((one) => visibleTransfers(scene, one)), ...direct];
      return { block, transfers: all.filter(({ to }) => isOurs(to)) };
    },
    async seesInner() {
      await ask(node, 'seesInner');
      return !faults.isPlain;
    },
  };
}

function transactionsOf(node: FakeNode): Pick<Chain, 'transaction' | 'isAgreed'> {
  const { scene } = node;
  const { faults } = scene;
  return {
    async transaction(txId) {
      await ask(node, 'transaction');
      const mined = findMined(scene, txId);
      if (mined === undefined) return { state: scene.pool.has(txId) ? 'pool' : 'unknown' };
      const { block, isGood, transfers, feePaid } = mined;
      return { state: 'mined', block, isGood, transfers, feePaid };
    },
    async isAgreed(txId, block) {
      await ask(node, 'isAgreed');
      if (faults.second === 'down') throw new ChainUnavailable('the second provider is down');
      if (faults.second !== 'agrees' || faults.secondMisses.has(txId)) return false;
      const at = scene.mined.get(txId)?.block ?? scene.named.get(txId);
      return at !== undefined && at.height <= visibleHeight(scene) && at.hash === block.hash;
    },
  };
}

function accountsOf(node: FakeNode): Pick<Chain, 'balance' | 'hasCode' | 'nonce'> {
  const { scene } = node;
  const { state } = scene;
  return {
    async balance(account, coin, at) {
      await ask(node, 'balance');
      const height = at === undefined ? visibleHeight(scene) : getExact(scene, at).ref.height;
      return state.held(account, coin, height);
    },
    async hasCode(account) {
      await ask(node, 'hasCode');
      return scene.contracts.has(account);
    },
    async nonce(account) {
      await ask(node, 'nonce');
      return state.nonce(account, visibleHeight(scene));
    },
  };
}

function sendingOf(
  node: FakeNode,
): Pick<Chain, 'feeFor' | 'rehearse' | 'feeToReplace' | 'isUnderpriced' | 'broadcast'> {
  const { scene } = node;
  return {
    async feeFor(from, payment) {
      await ask(node, 'feeFor');
      const { coin, to, amount } = payment;
      const gas = gasOf([{ kind: 'pay', coin, from, to, amount }]);
      // Calls of contracts get a third more than was measured.
      return { gas: coin === 'native' ? gas : (gas * 4n) / 3n, feeMax: feeOffered(scene), tip: usualTip };
    },
    async rehearse(from, payment) {
      await ask(node, 'rehearse');
      return rehearse(scene.world, from, payment);
    },
    async feeToReplace(before) {
      await ask(node, 'feeToReplace');
      return dearer(before, { gas: before.gas, feeMax: feeOffered(scene), tip: usualTip });
    },
    async isUnderpriced(fee) {
      await ask(node, 'isUnderpriced');
      return fee.feeMax < scene.baseFee;
    },
    async broadcast(signed) {
      try {
        await ask(node, 'broadcast');
      } catch {
        return 'unclear';
      }
      return takeBytes(scene, signed);
    },
  };
}

/** Of a transaction what the node tells: all, or of the native coin only what it carries itself. */
function visibleTransfers(
  { faults }: FakeScene,
  { transfers, transaction }: FakeMined,
): readonly ChainTransfer[] {
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

function takeBytes(scene: FakeScene, signed: Signed): BroadcastAnswer {
  const { faults } = scene;
  const answer = classify(scene, signed);
  if (faults.answersLost === 0) return answer;
  faults.answersLost -= 1;
  return 'unclear';
}

function classify(scene: FakeScene, signed: Signed): BroadcastAnswer {
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
