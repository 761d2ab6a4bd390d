/** A small seeded generator: the same seed makes the same choices, whatever the machine does in between. */
export interface Random {
  /** A fraction from 0 up to, not including, 1. For choices, never for money. */
  next(): number;
  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** A UUID of version 4. */
  uuid(): string;
}

/** `stream` keeps the choices of several actors apart, so that one more choice of one does not move all the others. */
export function createRandom(seed: number, stream: string): Random {
  let state = Array.from(`${seed}/${stream}`).reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  );
  /** Mulberry32. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('Broken: nothing to pick from');
    return item;
  };
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick,
    shuffled(items) {
      const left = [...items];
      return items.flatMap(() => left.splice(below(left.length), 1));
    },
    uuid() {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16));
      hex[12] = '4';
      hex[16] = '89ab'[below(4)] ?? '8';
      return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
