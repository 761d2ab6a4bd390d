/**
 * The prices at which orders stand: 32 bytes each in one stretch of memory, found by their price, and ordered on each side
 * with the best last, where nearly everything happens. No price stands on both sides at once.
 */
import type { Price } from '@marigold/money/steps';

import { assert } from './rules.ts';

/** Counted in eights of bytes from the level. */
export const priceAt = 0;
export const totalAt = 1;

/** Counted in fours of bytes from twice the level. */
export const headAt = 4;
export const tailAt = 5;
export const sideAt = 7;
const chainAt = 6;

const levelSize = 4;
const levelsAtFirst = 1 << 8;
/** Below this, moving one by one is faster than a call that moves all. */
const fewLevels = 48;

export class Levels {
  floats: Float64Array;
  ints: Int32Array;
  readonly bids = new Ladder(1);
  readonly asks = new Ladder(-1);
  private heads = new Int32Array(levelsAtFirst * 4);
  private shift = 32 - Math.log2(levelsAtFirst * 4);
  private free = 0;
  private top = levelSize;

  constructor() {
    const memory = new ArrayBuffer(levelsAtFirst * levelSize * 8);
    this.floats = new Float64Array(memory);
    this.ints = new Int32Array(memory);
  }

  /** The level where orders stand at a price, of whichever side; 0 for none. */
  find(price: Price): number {
    const { floats, ints } = this;
    let level = this.heads[this.bucketOf(price)] ?? 0;
    // Ends: each turn goes to the next of a bucket, and the last has none behind it.
    while (level !== 0 && floats[level] !== price) level = ints[level * 2 + chainAt] ?? 0;
    return level;
  }

  /** A level without orders at a price that has none. */
  add(price: Price, side: number): number {
    let level = this.free;
    if (level === 0) {
      level = this.top;
      if (level === this.floats.length) this.grow();
      this.top = level + levelSize;
    } else {
      this.free = this.ints[level * 2 + chainAt] ?? 0;
    }
    this.floats[level + priceAt] = price;
    this.floats[level + totalAt] = 0;
    this.ints[level * 2 + headAt] = 0;
    this.ints[level * 2 + tailAt] = 0;
    this.ints[level * 2 + sideAt] = side;
    this.enter(level);
    return level;
  }

  /** Puts a level in its place: a new one, or one whose removal is undone. */
  enter(level: number): void {
    const price = (this.floats[level] ?? 0) as Price;
    const bucket = this.bucketOf(price);
    this.ints[level * 2 + chainAt] = this.heads[bucket] ?? 0;
    this.heads[bucket] = level;
    this.ladderOf(level).insert(this.floats, level, price);
  }

  /** Takes an empty level out; it stays as it is until it is released or entered again. */
  remove(level: number): void {
    const { floats, ints, heads } = this;
    const price = (floats[level] ?? 0) as Price;
    const bucket = this.bucketOf(price);
    const after = ints[level * 2 + chainAt] ?? 0;
    let before = heads[bucket] ?? 0;
    if (before === level) {
      heads[bucket] = after;
    } else {
      // Ends: each turn goes to the next of a bucket, and a level that is in none is refused.
      while (ints[before * 2 + chainAt] !== level) {
        assert(before !== 0, 'a level stands in the bucket of its price');
        before = ints[before * 2 + chainAt] ?? 0;
      }
      ints[before * 2 + chainAt] = after;
    }
    this.ladderOf(level).remove(floats, level, price);
  }

  release(level: number): void {
    this.ints[level * 2 + chainAt] = this.free;
    this.free = level;
  }

  private ladderOf(level: number): Ladder {
    return this.ints[level * 2 + sideAt] === 0 ? this.bids : this.asks;
  }

  /** Prices are multiples of their tick, so their last bits alone would not spread them. */
  private bucketOf(price: Price): number {
    return Math.imul(price, 0x9e3779b1) >>> this.shift;
  }

  private grow(): void {
    const memory = new ArrayBuffer(this.floats.byteLength * 2);
    const floats = new Float64Array(memory);
    floats.set(this.floats);
    this.floats = floats;
    const ints = new Int32Array(memory);
    this.ints = ints;
    const { heads: old } = this;
    this.heads = new Int32Array(old.length * 2);
    this.shift -= 1;
    for (const first of old) {
      // Ends: each turn goes to the next of a bucket as it was, and the last has none behind it.
      for (let level = first; level !== 0;) {
        const next = ints[level * 2 + chainAt] ?? 0;
        const bucket = this.bucketOf((floats[level] ?? 0) as Price);
        ints[level * 2 + chainAt] = this.heads[bucket] ?? 0;
        this.heads[bucket] = level;
        level = next;
      }
    }
  }
}

/** The levels of one side, the best last. */
export class Ladder {
  levels = new Int32Array(levelsAtFirst);
  count = 0;
  /** The best level and its price; 0 when nobody stands on this side. */
  best = 0;
  bestPrice = 0 as Price;
  /** What makes a better price larger: 1 for bids, -1 for asks. */
  private readonly sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  insert(prices: Float64Array, level: number, price: Price): void {
    if (this.count === this.levels.length) {
      const levels = new Int32Array(this.count * 2);
      levels.set(this.levels);
      this.levels = levels;
    }
    const { levels, count } = this;
    const place = this.indexOf(prices, price);
    if (count - place > fewLevels) levels.copyWithin(place + 1, place, count);
    else for (let at = count; at > place; at -= 1) levels[at] = levels[at - 1] ?? 0;
    levels[place] = level;
    this.count = count + 1;
    if (place === count) {
      this.best = level;
      this.bestPrice = price;
    }
  }

  remove(prices: Float64Array, level: number, price: Price): void {
    const { levels } = this;
    const count = this.count - 1;
    this.count = count;
    if (levels[count] === level) {
      this.best = count === 0 ? 0 : (levels[count - 1] ?? 0);
      this.bestPrice = (prices[this.best] ?? 0) as Price;
      return;
    }
    const place = this.indexOf(prices, price);
    if (count - place > fewLevels) levels.copyWithin(place, place + 1, count + 1);
    else for (let at = place; at < count; at += 1) levels[at] = levels[at + 1] ?? 0;
  }

  /** How many levels are worse than a price; looked for from the best in growing steps. */
  private indexOf(prices: Float64Array, price: Price): number {
    const { levels, sign } = this;
    const key = price * sign;
    let high = this.count;
    let low = high - 1;
    let step = 1;
    // Ends: each turn goes further down, in growing steps.
    while (low >= 0 && (prices[levels[low] ?? 0] ?? 0) * sign >= key) {
      high = low;
      low -= step;
      step *= 2;
    }
    low = Math.max(low, -1) + 1;
    // Ends: each turn halves what lies between the two.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((prices[levels[middle] ?? 0] ?? 0) * sign < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
