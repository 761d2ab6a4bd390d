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
import type { FakeMined, FakeSetup } from './fake-setup.ts';

/** A tenth more, rounded up: what nodes ask of a replacement. */
const tenthMore = (before: bigint): bigint => (before * 110n + 99n) / 100n;

export function createFakePort(setup: FakeSetup, onCall: FakeNode['onCall']): Chain {
  const node: FakeNode = { setup, onCall };
  return { ...blocksOf(node), ...transactionsOf(node), ...accountsOf(node), ...sendingOf(node) };
}

function blocksOf(
  node: FakeNode,
): Pick<Chain, 'identity' | 'head' | 'finalized' | 'block' | 'transfers' | 'seesInner'> {
  const { setup } = node;
  const { faults } = setup;
  return {
    async identity() {
      await ask(node, 'identity');
      if (faults.isOtherChain) return { networkId: setup.networkId + 1n, genesis: hashOf('other genesis') };
      return { networkId: setup.networkId, genesis: getVisible(setup, 0).ref.hash };
    },
    async head() {
      await ask(node, 'head');
      return getVisible(setup, visibleHeight(setup)).ref;
    },
    async finalized() {
      await ask(node, 'finalized');
      return getVisible(setup, Math.min(setup.finalHeight, visibleHeight(setup))).ref;
    },
    async block(height) {
      await ask(node, 'block');
      return findVisible(setup, height)?.ref ?? null;
    },
    async transfers(block, isOurs) {
      await ask(node, 'transfers');
      if (faults.hides) throw new ChainUnavailable('what the fake node says of this block is not all of it');
      const { mined, direct } = getExact(setup, block);
      const all = [...mined.flatMap((one) => visibleTransfers(setup, one)), ...direct];
      return { block, transfers: all.filter(({ to }) => isOurs(to)) };
    },
    async seesInner() {
      await ask(node, 'seesInner');
      return !faults.isPlain;
    },
  };
}

function transactionsOf(node: FakeNode): Pick<Chain, 'transaction' | 'isAgreed'> {
  const { setup } = node;
  const { faults } = setup;
  return {
    async transaction(txId) {
      await ask(node, 'transaction');
      const mined = findMined(setup, txId);
      if (mined === undefined) return { state: setup.pool.has(txId) ? 'pool' : 'unknown' };
      const { block, isGood, transfers, feePaid } = mined;
      return { state: 'mined', block, isGood, transfers, feePaid };
    },
    async isAgreed(txId, block) {
      await ask(node, 'isAgreed');
      if (faults.second === 'down') throw new ChainUnavailable('the second provider is down');
      if (faults.second !== 'agrees' || faults.secondMisses.has(txId)) return false;
      const at = setup.mined.get(txId)?.block ?? setup.named.get(txId);
      return at !== undefined && at.height <= visibleHeight(setup) && at.hash === block.hash;
    },
  };
}

function accountsOf(node: FakeNode): Pick<Chain, 'balance' | 'hasCode' | 'nonce'> {
  const { setup } = node;
  const { state } = setup;
  return {
    async balance(account, coin, at) {
      await ask(node, 'balance');
      const height = at === undefined ? visibleHeight(setup) : getExact(setup, at).ref.height;
      return state.held(account, coin, height);
    },
    async hasCode(account) {
      await ask(node, 'hasCode');
      return setup.contracts.has(account);
    },
    async nonce(account) {
      await ask(node, 'nonce');
      return state.nonce(account, visibleHeight(setup));
    },
  };
}

function sendingOf(
  node: FakeNode,
): Pick<Chain, 'feeFor' | 'rehearse' | 'feeToReplace' | 'isUnderpriced' | 'broadcast'> {
  const { setup } = node;
  return {
    async feeFor(from, payment) {
      await ask(node, 'feeFor');
      const { coin, to, amount } = payment;
      const gas = gasOf([{ kind: 'pay', coin, from, to, amount }]);
      // Calls of contracts get a third more than was measured.
      return { gas: coin === 'native' ? gas : (gas * 4n) / 3n, feeMax: feeOffered(setup), tip: usualTip };
    },
    async rehearse(from, payment) {
      await ask(node, 'rehearse');
      return rehearse(setup.world, from, payment);
    },
    async feeToReplace(before) {
      await ask(node, 'feeToReplace');
      return dearer(before, { gas: before.gas, feeMax: feeOffered(setup), tip: usualTip });
    },
    async isUnderpriced(fee) {
      await ask(node, 'isUnderpriced');
      return fee.feeMax < setup.baseFee;
    },
    async broadcast(signed) {
      try {
        await ask(node, 'broadcast');
      } catch {
        return 'unclear';
      }
      return takeBytes(setup, signed);
    },
  };
}

/** Of a transaction what the node tells: all, or of the native coin only what it carries itself. */
function visibleTransfers(
  { faults }: FakeSetup,
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

function takeBytes(setup: FakeSetup, signed: Signed): BroadcastAnswer {
  const { faults } = setup;
  const answer = classify(setup, signed);
  if (faults.answersLost === 0) return answer;
  faults.answersLost -= 1;
  return 'unclear';
}

function classify(setup: FakeSetup, signed: Signed): BroadcastAnswer {
  const { faults, state, pool } = setup;
  const read = readFakeBytes(signed);
  if (read === undefined) return 'refused';
  const { draft, transaction } = read;
  if (draft.networkId !== setup.networkId || faults.isOtherChain) return 'refused';
  if (setup.mined.has(signed.txId)) return 'known';
  if (draft.nonce < state.nonce(draft.from)) return 'refused';
  if (state.held(draft.from, 'native') < costOf(transaction)) return 'refused';
  if (faults.swallowed > 0) {
    faults.swallowed -= 1;
    return 'accepted';
  }
  return pool.add(transaction);
}
