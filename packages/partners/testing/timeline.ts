/** What a simulated company does later. */
type Timeline<Item> = {
  readonly add: (at: number, item: Item) => void;
  /** What is due, in the order in which it became so. */
  readonly take: (now: number) => readonly Item[];
  readonly firstAt: () => number | undefined;
};

/** What happens later, in order; of one moment, what was added first. Moments are epoch milliseconds. */
export function createTimeline<Item>(): Timeline<Item> {
  const rows: { at: number; item: Item }[] = [];
  /** How many rows are due by then. */
  const countUntil = (at: number): number => {
    let [low, high] = [0, rows.length];
    // Ends: each turn halves what lies between.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.at ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: (at, item) => void rows.splice(countUntil(at), 0, { at, item }),
    take: (now) => rows.splice(0, countUntil(now)).map(({ item }) => item),
    firstAt: () => rows[0]?.at,
  };
}
