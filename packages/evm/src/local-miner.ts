/**
 * Makes the blocks of a local chain. A chain that mined by itself all night would be a hundred thousand empty blocks to
 * save, load and read; so it goes on until what happened last is final, and then rests with a block each minute.
 */
import type { EvmNode } from './node.ts';
import { readHash, readList, readNumber, readRow } from './wire.ts';

/** Anvil calls final what is 64 blocks deep; a few more let everybody see it. */
const blocksAfterLast = 72;
const restingBlockMs = 60_000;

export interface Miner {
  readonly start: () => void;
  readonly setMining: (isOn: boolean) => void;
  /** The node was started again. */
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
}

interface Head {
  readonly height: number;
  readonly hash: string;
  readonly timeMs: number;
  readonly isEmpty: boolean;
}

/** With `blockMs` 0 it never mines. */
export function createMiner(node: EvmNode, blockMs: number, now: () => number = Date.now): Miner {
  let isMining = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = blockMs === 0;
  /**
   * The newest height at which something happened. A start is something: after a crash a node cannot tell what was held at
   * earlier blocks, so it goes on until what it can tell is final.
   */
  let busyHeight: number | undefined;
  let lastHash: string | undefined;

  function plan(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = tick();
    }, blockMs);
    timer.unref();
  }
  async function tick(): Promise<void> {
    try {
      if (isMining) await step();
    } catch {
      // A node that does not answer is the supervisor's business; the next tick tries again.
    }
    plan();
  }
  async function step(): Promise<void> {
    const head = await readHead(node, 'latest');
    busyHeight ??= head.height;
    // Somebody else changed the chain: whatever they look at, let it go on.
    if (lastHash !== undefined && head.hash !== lastHash) busyHeight = head.height;
    const rests = head.height - busyHeight >= blocksAfterLast && now() - head.timeMs < restingBlockMs;
    if (!rests || (await hasWaiting(node))) {
      await node.request('evm_mine');
      const mined = await readHead(node, 'latest');
      if (!mined.isEmpty) busyHeight = mined.height;
      lastHash = mined.hash;
    } else {
      lastHash = head.hash;
    }
  }
  return {
    start: plan,
    setMining: (isOn) => void (isMining = isOn),
    wake: () => void (busyHeight = undefined),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function readHead(node: EvmNode, block: string): Promise<Head> {
  const row = readRow(await node.request('eth_getBlockByNumber', [block, false]));
  return {
    height: readNumber(row['number']),
    hash: readHash(row['hash']),
    timeMs: readNumber(row['timestamp']) * 1000,
    isEmpty: readList(row['transactions']).length === 0,
  };
}

async function hasWaiting(node: EvmNode): Promise<boolean> {
  return readNumber(readRow(await node.request('txpool_status'))['pending']) > 0;
}
