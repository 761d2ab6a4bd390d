/**
 * Who stands where: at each price a line of orders, first come first served, and a log by which everything since a mark can
 * be taken back. `?? 0` is there for the compiler alone: every place read here lies inside its array.
 */
import type { Amount, Price } from '@marigold/money/steps';

import { headAt, Levels, tailAt, totalAt } from './levels.ts';
import { leftAt, levelAt, nextAt, numberAt, OrderSlots, ownerAt, prevAt } from './order-slots.ts';
import { assert } from './rules.ts';

/** What one match takes of `matches`: number and owner of the maker, price, amount, what is left of the maker. */
export const matchSize = 5;

/** What was done to a slot: the last two bits of its entry in the log. */
const placed = 0;
const reduced = 1;
const filled = 2;
const cancelled = 3;

function isDeath(entry: number): boolean {
  return (entry & 2) !== 0;
}

export class Lines {
  readonly orders = new OrderSlots();
  readonly levels = new Levels();
  /** What was served since `matchCount` was set to zero. */
  matches = new Float64Array(matchSize * 64);
  matchCount = 0;

  /** The dead are kept until the next mark, so undoing only has to tie them in again. */
  private isRecording = false;
  private log = new Int32Array(1 << 10);
  private logCount = 0;
  private readonly cuts: number[] = [];
  private readonly emptied: number[] = [];

  /** Lets an order stand behind all others of its price; `found` is their level, or 0 where nobody stands. */
  stand(number: number, owner: number, side: number, price: Price, left: Amount, found: number): void {
    const { orders, levels } = this;
    const slot = orders.add(number, owner, left);
    const level = found === 0 ? levels.add(price, side) : found;
    const tail = levels.ints[level * 2 + tailAt] ?? 0;
    const { ints } = orders;
    ints[slot * 2 + nextAt] = 0;
    ints[slot * 2 + prevAt] = tail;
    ints[slot * 2 + levelAt] = level;
    if (tail === 0) levels.ints[level * 2 + headAt] = slot;
    else ints[tail * 2 + nextAt] = slot;
    levels.ints[level * 2 + tailAt] = slot;
    levels.floats[level + totalAt] = (levels.floats[level + totalAt] ?? 0) + left;
    if (this.isRecording) this.record(slot * 4 + placed);
  }

  /** Takes an order out of its line. Answers its slot, which can be read until the next command; 0: it does not stand. */
  cancel(number: number): number {
    const slot = this.orders.remove(number);
    if (slot === 0) return 0;
    this.leave(slot);
    if (this.isRecording) this.record(slot * 4 + cancelled);
    else this.orders.release(slot);
    return slot;
  }

  /** Serves those who stand at one price up to the first order of the owner himself; answers what is still wanted. */
  serve(level: number, price: Price, owner: number, wanted: number): number {
    const { orders, levels } = this;
    const { floats, ints } = orders;
    let slot = levels.ints[level * 2 + headAt] ?? 0;
    let still = wanted;
    // Ends: each turn serves the first of the line, who leaves it, or is the last.
    while (slot !== 0 && still > 0) {
      const maker = ints[slot * 2 + ownerAt] ?? 0;
      if (maker === owner) break;
      const left = floats[slot + leftAt] ?? 0;
      if (left > still) {
        this.report(floats[slot + numberAt] ?? 0, maker, price, still, left - still);
        this.reduce(slot, left, still);
        still = 0;
        break;
      }
      const number = floats[slot + numberAt] ?? 0;
      this.report(number, maker, price, left, 0);
      still -= left;
      const next = ints[slot * 2 + nextAt] ?? 0;
      orders.remove(number);
      if (this.isRecording) this.record(slot * 4 + filled);
      else orders.release(slot);
      slot = next;
    }
    levels.floats[level + totalAt] = (levels.floats[level + totalAt] ?? 0) - (wanted - still);
    levels.ints[level * 2 + headAt] = slot;
    if (slot === 0) this.empty(level);
    else ints[slot * 2 + prevAt] = 0;
    return still;
  }

  /** From here on everything can be taken back, until the next mark. */
  mark(): void {
    const { log, logCount, orders } = this;
    for (let at = 0; at < logCount; at += 1) {
      const entry = log[at] ?? 0;
      if (isDeath(entry)) orders.release(entry >> 2);
    }
    for (const level of this.emptied) this.levels.release(level);
    this.emptied.length = 0;
    this.cuts.length = 0;
    this.logCount = 0;
    this.isRecording = true;
  }

  /** The last thing first: then every neighbour an order had is there again when the order comes back. */
  undo(): void {
    assert(this.isRecording, 'only what followed a mark can be undone');
    const { orders } = this;
    this.isRecording = false;
    // Ends: each turn takes the last entry out of the log, and nothing is recorded meanwhile.
    while (this.logCount > 0) {
      this.logCount -= 1;
      const entry = this.log[this.logCount] ?? 0;
      const slot = entry >> 2;
      const kind = entry & 3;
      if (kind === placed)
        assert(
          this.cancel(orders.floats[slot + numberAt] ?? 0) === slot,
          'what was placed is taken off again',
        );
      else if (kind === reduced) this.enlarge(slot);
      else this.bringBack(slot, kind);
    }
    assert(this.cuts.length === 0, 'what was taken of orders has come back');
    assert(this.emptied.length === 0, 'levels that went have come back');
    this.isRecording = true;
  }

  /** The dead order of a slot no longer stands in its line. */
  private leave(slot: number): void {
    const { orders, levels } = this;
    const { ints } = orders;
    const next = ints[slot * 2 + nextAt] ?? 0;
    const prev = ints[slot * 2 + prevAt] ?? 0;
    const level = ints[slot * 2 + levelAt] ?? 0;
    if (prev === 0) levels.ints[level * 2 + headAt] = next;
    else ints[prev * 2 + nextAt] = next;
    if (next === 0) levels.ints[level * 2 + tailAt] = prev;
    else ints[next * 2 + prevAt] = prev;
    levels.floats[level + totalAt] =
      (levels.floats[level + totalAt] ?? 0) + (orders.floats[slot + leftAt] ?? 0);
    if (prev === 0 && next === 0) this.empty(level);
  }

  private empty(level: number): void {
    this.levels.remove(level);
    if (this.isRecording) this.emptied.push(level);
    else this.levels.release(level);
  }

  private reduce(slot: number, left: number, by: number): void {
    this.orders.floats[slot + leftAt] = left - by;
    if (!this.isRecording) return;
    this.cuts.push(by);
    this.record(slot * 4 + reduced);
  }

  private enlarge(slot: number): void {
    const { floats, ints } = this.orders;
    const by = this.cuts.pop();
    assert(by !== undefined, 'what was taken of an order is remembered');
    const level = ints[slot * 2 + levelAt] ?? 0;
    floats[slot + leftAt] = (floats[slot + leftAt] ?? 0) + by;
    this.levels.floats[level + totalAt] = (this.levels.floats[level + totalAt] ?? 0) + by;
  }

  /** The opposite of a cancel, or of a fill, after which an order stands first again. */
  private bringBack(slot: number, kind: number): void {
    const { orders, levels } = this;
    const { ints } = orders;
    orders.revive(slot);
    if (kind === filled) ints[slot * 2 + prevAt] = 0;
    const level = ints[slot * 2 + levelAt] ?? 0;
    const next = ints[slot * 2 + nextAt] ?? 0;
    const prev = ints[slot * 2 + prevAt] ?? 0;
    if (prev === 0 && next === 0) {
      assert(this.emptied.pop() === level, 'levels come back in the order in which they went');
      levels.enter(level);
    }
    if (prev === 0) levels.ints[level * 2 + headAt] = slot;
    else ints[prev * 2 + nextAt] = slot;
    if (next === 0) levels.ints[level * 2 + tailAt] = slot;
    else ints[next * 2 + prevAt] = slot;
    levels.floats[level + totalAt] =
      (levels.floats[level + totalAt] ?? 0) + (orders.floats[slot + leftAt] ?? 0);
  }

  private record(entry: number): void {
    if (this.logCount === this.log.length) {
      const log = new Int32Array(this.logCount * 2);
      log.set(this.log);
      this.log = log;
    }
    this.log[this.logCount] = entry;
    this.logCount += 1;
  }

  private report(number: number, owner: number, price: Price, amount: number, left: number): void {
    const at = this.matchCount * matchSize;
    if (at === this.matches.length) {
      const matches = new Float64Array(at * 2);
      matches.set(this.matches);
      this.matches = matches;
    }
    const { matches } = this;
    matches[at] = number;
    matches[at + 1] = owner;
    matches[at + 2] = price;
    matches[at + 3] = amount;
    matches[at + 4] = left;
    this.matchCount += 1;
  }
}
