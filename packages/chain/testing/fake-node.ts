/** The node of the fake chain: how much of the scene it shows, and when it does not answer. */
import { ChainUnavailable, type BlockRef, type Chain } from '../src/port.ts';
import { gwei, type MinedBlock, type FakeMined, type FakeScene } from './fake-scene.ts';

export interface FakeNode {
  readonly scene: FakeScene;
  /** Awaited before each call is answered. */
  readonly onCall: (call: keyof Chain) => Promise<void>;
}

export const usualTip = gwei;

/** To be awaited first in each call of the port; throws ChainUnavailable where the node fails. */
export async function ask({ scene: { faults }, onCall }: FakeNode, call: keyof Chain): Promise<void> {
  await onCall(call);
  if (faults.isDown) throw new ChainUnavailable('the fake node is down');
  if (faults.failures === 0) return;
  faults.failures -= 1;
  throw new ChainUnavailable('the fake node failed this once');
}

/** The newest height that the node shows. */
export function visibleHeight({ blocks, faults }: FakeScene): number {
  return Math.max(0, blocks.length - 1 - faults.lag);
}

export function findVisible(scene: FakeScene, height: number): MinedBlock | undefined {
  return height <= visibleHeight(scene) ? scene.blocks[height] : undefined;
}

export function getVisible(scene: FakeScene, height: number): MinedBlock {
  const block = findVisible(scene, height);
  if (block === undefined) throw new ChainUnavailable(`the fake node has no block ${height}`);
  return block;
}

/** Exactly this block, as long as it is on the chain. */
export function getExact(scene: FakeScene, block: BlockRef): MinedBlock {
  const found = getVisible(scene, block.height);
  if (found.ref.hash !== block.hash) throw new ChainUnavailable(`block ${block.hash} left the chain`);
  return found;
}

export function findMined(scene: FakeScene, txId: string): FakeMined | undefined {
  const mined = scene.mined.get(txId);
  return mined !== undefined && mined.block.height <= visibleHeight(scene) ? mined : undefined;
}

/** What is offered for a unit of gas now, in wei. */
export function feeOffered({ baseFee }: FakeScene): bigint {
  return 2n * baseFee + usualTip;
}
