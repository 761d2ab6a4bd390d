import { ChainUnavailable } from '@marigold/chain/port';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createMiner } from './local-miner.ts';
import type { EvmNode } from './node.ts';

const blockMs = 2000;

/** A chain of counted blocks that knows when they were made and in which of them something happened. */
function createNode(): {
  readonly node: EvmNode;
  readonly state: { height: number; waiting: number; isDown: boolean };
} {
  const state = { height: 0, waiting: 0, isDown: false };
  const blocks = new Map([[0, { at: 0, count: 0 }]]);
  const hex = (value: number): string => `0x${value.toString(16)}`;
  async function request(method: string, params: readonly unknown[] = []): Promise<unknown> {
    await Promise.resolve();
    if (state.isDown) throw new ChainUnavailable('away');
    if (method === 'txpool_status') return { pending: hex(state.waiting) };
    if (method === 'evm_mine') {
      state.height += 1;
      blocks.set(state.height, { at: Date.now(), count: state.waiting });
      state.waiting = 0;
      return '0x0';
    }
    const height = params[0] === 'latest' ? state.height : Number(params[0]);
    const { at, count } = blocks.get(height) ?? { at: 0, count: 0 };
    const hash = `0x${height.toString(16).padStart(64, '0')}`;
    const transactions = Array.from({ length: count }, () => hash);
    return { number: hex(height), hash, timestamp: hex(Math.floor(at / 1000)), transactions };
  }
  return { state, node: { host: 'fake', request } };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('the miner', () => {
  it('makes a block each time until what happened is final, then one a minute, and wakes for the next', async () => {
    const { node, state } = createNode();
    const miner = createMiner(node, blockMs);
    miner.start();
    state.waiting = 1;
    await vi.advanceTimersByTimeAsync(blockMs);
    expect(state.height).toBe(1);
    await vi.advanceTimersByTimeAsync(72 * blockMs);
    expect(state.height).toBe(73);
    const resting = state.height;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(state.height - resting).toBeGreaterThanOrEqual(9);
    expect(state.height - resting).toBeLessThanOrEqual(10);
    state.waiting = 1;
    const before = state.height;
    await vi.advanceTimersByTimeAsync(13 * blockMs);
    expect(state.height - before).toBe(13);
    await miner.stop();
    await vi.advanceTimersByTimeAsync(10 * blockMs);
    expect(state.height - before).toBe(13);
  });

  it('goes on after a start, and after the node was started again, until what it can tell of is final', async () => {
    const { node, state } = createNode();
    const miner = createMiner(node, blockMs);
    miner.start();
    await vi.advanceTimersByTimeAsync(100 * blockMs);
    expect(state.height).toBe(72);
    miner.wake();
    await vi.advanceTimersByTimeAsync(20 * blockMs);
    expect(state.height).toBe(92);
    await miner.stop();
  });

  it('waits out a node that does not answer', async () => {
    const { node, state } = createNode();
    const miner = createMiner(node, blockMs);
    miner.start();
    state.waiting = 1;
    state.isDown = true;
    await vi.advanceTimersByTimeAsync(5 * blockMs);
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(2 * blockMs);
    expect(state.height).toBe(2);
    await miner.stop();
  });
});
