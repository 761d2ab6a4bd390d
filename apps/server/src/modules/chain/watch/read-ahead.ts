/** Reads a few blocks in advance: while one is written, the next ones are on their way from the node. */
import type { BlockTransfers } from '@marigold/chain/port';

/** A block and what it holds for us; null: there is none at this height. */
export type Read = BlockTransfers | null;

export interface ReadAhead {
  /** Blocks from a height on, `most` of them, up to `last` or the end; those behind are asked for meanwhile. */
  blocks(height: number, last: number, most: number): AsyncGenerator<BlockTransfers>;
  /** What is on its way is of another branch. */
  forget(): void;
}

export function createReadAhead(read: (height: number) => Promise<Read>, atOnce: number): ReadAhead {
  const begun = new Map<number, Promise<Read>>();
  function begin(height: number): Promise<Read> {
    const before = begun.get(height);
    if (before !== undefined) return before;
    const reading = read(height);
    // An error goes to the caller that takes the block; that of a block which nobody takes any more is dropped.
    reading.catch(() => undefined);
    begun.set(height, reading);
    return reading;
  }
  async function get(height: number, last: number): Promise<Read> {
    const isInAdvance = begun.has(height);
    const reading = begin(height);
    for (let next = height + 1; next < height + atOnce && next <= last; next += 1) void begin(next);
    begun.delete(height);
    try {
      return await reading;
    } catch (error) {
      begun.clear();
      if (!isInAdvance) throw error;
      return await read(height);
    }
  }
  return {
    async *blocks(height, last, most) {
      const end = Math.max(height, Math.min(height + most - 1, last));
      for (let next = height; next <= end; next += 1) {
        const found = await get(next, last);
        if (found === null) return;
        yield found;
      }
    },
    forget: () => begun.clear(),
  };
}
