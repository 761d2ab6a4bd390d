/**
 * Where open orders lie: 32 bytes each in one stretch of memory, found by their number. A slot is the place of its first
 * eight bytes; 0 stands for none. `?? 0` is there for the compiler alone: every place read here lies inside its array.
 */
import { assert, ownersMax } from './rules.ts';

/** Counted in eights of bytes from the slot. */
export const numberAt = 0;
/** What still stands; below zero once the order is dead, so that an undone death knows what stood. */
export const leftAt = 1;

/** Counted in fours of bytes from twice the slot. */
export const nextAt = 4;
export const prevAt = 5;
export const levelAt = 6;
export const ownerAt = 7;

const slotSize = 4;
const slotsAtFirst = 1 << 10;

export class OrderSlots {
  floats: Float64Array;
  ints: Int32Array;
  /** Live orders of each owner. */
  openOf = new Int32Array(1 << 10);
  /** The first slot of each bucket; buckets are chosen by the last bits of the number, so neighbours in time are neighbours here. */
  private heads = new Int32Array(slotsAtFirst * 2);
  /** The next slot of the same bucket, one for each slot. */
  private chain = new Int32Array(slotsAtFirst);
  /** Slots to be used again, the last freed first: a list of their own, so that nobody has to look at the dead. */
  private freed = new Int32Array(slotsAtFirst);
  private freedCount = 0;
  private top = slotSize;
  private count = 0;

  constructor() {
    const memory = new ArrayBuffer(slotsAtFirst * slotSize * 8);
    this.floats = new Float64Array(memory);
    this.ints = new Int32Array(memory);
  }

  /** A slot for a new order, known by its number from now on. Its links are the caller's. */
  add(number: number, owner: number, left: number): number {
    let slot = this.top;
    if (this.freedCount > 0) {
      this.freedCount -= 1;
      slot = this.freed[this.freedCount] ?? 0;
    } else {
      if (slot === this.floats.length) this.grow();
      this.top = slot + slotSize;
    }
    this.floats[slot + numberAt] = number;
    this.floats[slot + leftAt] = left;
    this.ints[slot * 2 + ownerAt] = owner;
    this.enter(slot, number, owner);
    return slot;
  }

  /** The slot of a live order; 0 when there is none of that number. */
  find(number: number): number {
    const { floats, chain, heads } = this;
    let slot = heads[number & (heads.length - 1)] ?? 0;
    // Ends: each turn goes to the next of a bucket, and the last has none behind it.
    while (slot !== 0 && floats[slot] !== number) slot = chain[slot >> 2] ?? 0;
    return slot;
  }

  /** Forgets the live order of a number; answers its slot, or 0 when there is none. */
  remove(number: number): number {
    const { floats, heads, chain } = this;
    const bucket = number & (heads.length - 1);
    let slot = heads[bucket] ?? 0;
    let before = 0;
    // Ends: each turn goes to the next of a bucket, and the last has none behind it.
    while (slot !== 0 && floats[slot] !== number) {
      before = slot;
      slot = chain[slot >> 2] ?? 0;
    }
    if (slot === 0) return 0;
    if (before === 0) heads[bucket] = chain[slot >> 2] ?? 0;
    else chain[before >> 2] = chain[slot >> 2] ?? 0;
    this.kill(slot);
    return slot;
  }

  /** Takes a death back. */
  revive(slot: number): void {
    const { floats, ints } = this;
    assert((floats[slot + leftAt] ?? 0) < 0, 'only a dead order lives again');
    floats[slot + leftAt] = -(floats[slot + leftAt] ?? 0);
    this.enter(slot, floats[slot] ?? 0, ints[slot * 2 + ownerAt] ?? 0);
  }

  /** The slot of a dead order may be used again. */
  release(slot: number): void {
    this.freed[this.freedCount] = slot;
    this.freedCount += 1;
  }

  /** Throws for an owner that cannot be counted. */
  openBy(owner: number): number {
    if (owner < this.openOf.length) return this.openOf[owner] ?? 0;
    assert(owner < ownersMax, `owner ${owner} of a market is numbered too high`);
    return 0;
  }

  /** Reads every slot: who asks for the orders of a person asks seldom, and keeping lists would cost every order. */
  numbersOf(owner: number): number[] {
    const { floats, ints } = this;
    const numbers: number[] = [];
    const open = this.openBy(owner);
    for (let slot = slotSize; slot < this.top && numbers.length < open; slot += slotSize) {
      if (ints[slot * 2 + ownerAt] === owner && (floats[slot + leftAt] ?? 0) > 0)
        numbers.push(floats[slot] ?? 0);
    }
    assert(numbers.length === open, 'every open order of an owner is found');
    return numbers.toSorted((one, other) => one - other);
  }

  private enter(slot: number, number: number, owner: number): void {
    const { heads, chain } = this;
    const bucket = number & (heads.length - 1);
    chain[slot >> 2] = heads[bucket] ?? 0;
    heads[bucket] = slot;
    if (owner >= this.openOf.length) this.growOwners(owner);
    this.openOf[owner] = (this.openOf[owner] ?? 0) + 1;
    this.count += 1;
    if (this.count > heads.length) this.growHeads();
  }

  /** The slot stays as it is until it is released or revived. */
  private kill(slot: number): void {
    const { floats, ints, openOf } = this;
    const owner = ints[slot * 2 + ownerAt] ?? 0;
    floats[slot + leftAt] = -(floats[slot + leftAt] ?? 0);
    openOf[owner] = (openOf[owner] ?? 0) - 1;
    this.count -= 1;
  }

  private grow(): void {
    const memory = new ArrayBuffer(this.floats.byteLength * 2);
    const floats = new Float64Array(memory);
    floats.set(this.floats);
    this.floats = floats;
    this.ints = new Int32Array(memory);
    const chain = new Int32Array(this.chain.length * 2);
    chain.set(this.chain);
    this.chain = chain;
    // Nothing is free when slots run out.
    this.freed = new Int32Array(this.freed.length * 2);
  }

  private growOwners(owner: number): void {
    assert(owner < ownersMax, 'the owner of an order is numbered below the most');
    let size = this.openOf.length;
    // Ends: each turn doubles the size, and an owner is below `ownersMax`.
    while (size <= owner) size *= 2;
    const openOf = new Int32Array(size);
    openOf.set(this.openOf);
    this.openOf = openOf;
  }

  private growHeads(): void {
    const { heads: old, chain, floats } = this;
    const heads = new Int32Array(old.length * 2);
    for (const first of old) {
      // Ends: each turn goes to the next of a bucket as it was, and the last has none behind it.
      for (let slot = first; slot !== 0;) {
        const next = chain[slot >> 2] ?? 0;
        const bucket = (floats[slot] ?? 0) & (heads.length - 1);
        chain[slot >> 2] = heads[bucket] ?? 0;
        heads[bucket] = slot;
        slot = next;
      }
    }
    this.heads = heads;
  }
}
