/** The node of the fake chain: how much of the scene it shows, and when it does not answer. */
import { ChainUnavailable, type BlockRef, type Chain } from '../src/port.ts';
import { gwei, type MinedBlock, type FakeMined, type FakeSetup } from './fake-setup.ts';

export interface FakeNode {
  readonly setup: FakeSetup;
  /** Awaited before each call is answered. */
  readonly onCall: (call: keyof Chain) => Promise<void>;
}

export const usualTip = gwei;

/** To be awaited first in each call of the port; throws ChainUnavailable where the node fails. */
export async function ask({ setup: { faults }, onCall }: FakeNode, call: keyof Chain): Promise<void> {
  await onCall(call);
  if (faults.isDown) throw new ChainUnavailable('the fake node is down');
  if (faults.failures === 0) return;
  faults.failures -= 1;
  throw new ChainUnavailable('the fake node failed this once');
}

/** The newest height that the node shows. */
export function visibleHeight({ blocks, faults }: FakeSetup): number {
  return Math.max(0, blocks.length - 1 - faults.lag);
}

export function findVisible(setup: FakeSetup, height: number): MinedBlock | undefined {
  return height <= visibleHeight(setup) ? setup.blocks[height] : undefined;
}

export function getVisible(setup: FakeSetup, height: number): MinedBlock {
  const block = findVisible(setup, height);
  if (block === undefined) throw new ChainUnavailable(`the fake node has no block ${height}`);
  return block;
}

/** Exactly this block, as long as it is on the chain. */
export function getExact(setup: FakeSetup, block: BlockRef): MinedBlock {
  const found = getVisible(setup, block.height);
  if (found.ref.hash !== block.hash) throw new ChainUnavailable(`block ${block.hash} left the chain`);
  return found;
}

export function findMined(setup: FakeSetup, txId: string): FakeMined | undefined {
  const mined = setup.mined.get(txId);
  return mined !== undefined && mined.block.height <= visibleHeight(setup) ? mined : undefined;
}

/** What is offered for a unit of gas now, in wei. */
export function feeOffered({ baseFee }: FakeSetup): bigint {
  return 2n * baseFee + usualTip;
}
