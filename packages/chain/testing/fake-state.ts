/** Who held what at which height. Blocks are taken back by forgetting them, so a reorganisation costs what it undoes. */
import type { ChainAccount, Coin } from '../src/port.ts';
import type { ChainUnits } from '../src/units.ts';

interface History {
  /** Ascending; `values[n]` holds from `heights[n]` on. */
  readonly heights: number[];
  readonly values: bigint[];
}

export interface FakeState {
  held(account: ChainAccount, coin: Coin, height?: number): ChainUnits;
  nonce(account: ChainAccount, height?: number): bigint;
  /** Adds to what an account held from the first block on. */
  give(account: ChainAccount, coin: Coin, amount: bigint): void;
  /** Changes what is held from this height on; the height is the newest one. */
  move(height: number, account: ChainAccount, coin: Coin, change: bigint): void;
  useNonce(height: number, account: ChainAccount): void;
  /** Takes the newest height back. */
  forget(height: number): void;
}

export function createFakeState(): FakeState {
  const histories = new Map<string, History>();
  const given = new Map<string, bigint>();
  const touched = new Map<number, string[]>();

  function valueAt(key: string, height: number): bigint {
    const history = histories.get(key);
    if (history === undefined) return 0n;
    // The newest is asked for most.
    let low = history.heights.length - 1;
    if ((history.heights[low] ?? 0) <= height) return history.values[low] ?? 0n;
    let bottom = -1;
    while (low - bottom > 1) {
      const middle = (low + bottom) >> 1;
      if ((history.heights[middle] ?? 0) <= height) bottom = middle;
      else low = middle;
    }
    return bottom < 0 ? 0n : (history.values[bottom] ?? 0n);
  }

  function change(height: number, key: string, by: bigint): void {
    const history = histories.get(key) ?? { heights: [], values: [] };
    histories.set(key, history);
    const last = history.heights.length - 1;
    const value = (history.values[last] ?? 0n) + by;
    if (history.heights[last] === height) {
      history.values[last] = value;
      return;
    }
    history.heights.push(height);
    history.values.push(value);
    const keys = touched.get(height);
    if (keys === undefined) touched.set(height, [key]);
    else keys.push(key);
  }

  return {
    held(account, coin, height = Number.MAX_SAFE_INTEGER) {
      const key = `${account}/${coin}`;
      return ((given.get(key) ?? 0n) + valueAt(key, height)) as ChainUnits;
    },
    nonce: (account, height = Number.MAX_SAFE_INTEGER) => valueAt(account, height),
    give(account, coin, amount) {
      const key = `${account}/${coin}`;
      given.set(key, (given.get(key) ?? 0n) + amount);
    },
    move: (height, account, coin, by) => change(height, `${account}/${coin}`, by),
    useNonce: (height, account) => change(height, account, 1n),
    forget(height) {
      for (const key of touched.get(height) ?? []) {
        const history = histories.get(key);
        history?.heights.pop();
        history?.values.pop();
        if (history?.heights.length === 0) histories.delete(key);
      }
      touched.delete(height);
    },
  };
}
