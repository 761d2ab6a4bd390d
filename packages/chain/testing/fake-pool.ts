/** What waits to be mined, with the rules of the nodes that most people run. */
import type { BroadcastAnswer, Hash } from '../src/port.ts';
import type { FakeTransaction } from './fake-bytes.ts';

export interface FakePool {
  /** Takes a transaction, or says why not. A replacement pays a tenth more in both fees. */
  add(transaction: FakeTransaction): BroadcastAnswer;
  /** A transaction of a block that was taken back; of two for one nonce the dearer one stays. */
  putBack(transaction: FakeTransaction): void;
  has(id: Hash): boolean;
  drop(id: Hash): boolean;
  /** In the order of their arrival. */
  all(): Iterable<FakeTransaction>;
  readonly size: number;
}

export function createFakePool(): FakePool {
  const waiting = new Map<Hash, FakeTransaction>();
  const bySlot = new Map<string, Hash>();

  function put(transaction: FakeTransaction): void {
    waiting.set(transaction.id, transaction);
    const slot = slotOf(transaction);
    if (slot !== undefined) bySlot.set(slot, transaction.id);
  }

  function drop(id: Hash): boolean {
    const transaction = waiting.get(id);
    if (transaction === undefined) return false;
    waiting.delete(id);
    const slot = slotOf(transaction);
    if (slot !== undefined && bySlot.get(slot) === id) bySlot.delete(slot);
    return true;
  }

  function rival(transaction: FakeTransaction): FakeTransaction | undefined {
    const slot = slotOf(transaction);
    const id = slot === undefined ? undefined : bySlot.get(slot);
    return id === undefined ? undefined : waiting.get(id);
  }

  return {
    add(transaction) {
      if (waiting.has(transaction.id)) return 'known';
      const before = rival(transaction);
      if (before !== undefined) {
        if (!replaces(transaction, before)) return 'refused';
        drop(before.id);
      }
      put(transaction);
      return 'accepted';
    },
    putBack(transaction) {
      const before = rival(transaction);
      if (before !== undefined && before.fee.feeMax > transaction.fee.feeMax) return;
      if (before !== undefined) drop(before.id);
      put(transaction);
    },
    has: (id) => waiting.has(id),
    drop,
    all: () => waiting.values(),
    get size() {
      return waiting.size;
    },
  };
}

function slotOf({ from, nonce }: FakeTransaction): string | undefined {
  return nonce === null ? undefined : `${from}/${nonce}`;
}

function replaces(transaction: FakeTransaction, before: FakeTransaction): boolean {
  const enough = (after: bigint, old: bigint): boolean => after * 100n >= old * 110n;
  return enough(transaction.fee.feeMax, before.fee.feeMax) && enough(transaction.fee.tip, before.fee.tip);
}
