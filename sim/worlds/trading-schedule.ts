/** The time of a simulated world: what is to happen, in the order in which it happens. Nothing takes time by itself. */
export type Schedule = {
  readonly after: (delay: number, happen: () => void) => void;
  /** Lets the next thing happen; false when nothing is left. */
  readonly step: () => boolean;
};

type Event = { readonly at: number; readonly order: number; readonly happen: () => void };

/** A binary heap; of two things at one moment the one that was planned first comes first. */
export function createSchedule(): Schedule {
  const heap: Event[] = [];
  let now = 0;
  let planned = 0;
  return {
    after(delay, happen) {
      const event = { at: now + delay, order: planned, happen };
      planned += 1;
      let place = heap.length;
      heap.push(event);
      while (place > 0) {
        const above = (place - 1) >> 1;
        const parent = heap[above];
        if (parent === undefined || isBefore(parent, event)) break;
        heap[place] = parent;
        heap[above] = event;
        place = above;
      }
    },
    step() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return false;
      if (heap.length > 0) sink(heap, last);
      now = first.at;
      first.happen();
      return true;
    },
  };
}

function sink(heap: Event[], event: Event): void {
  let place = 0;
  for (;;) {
    let below = 2 * place + 1;
    const [left, right] = [heap[below], heap[below + 1]];
    if (left === undefined) break;
    let child = left;
    if (right !== undefined && isBefore(right, left)) {
      child = right;
      below += 1;
    }
    if (isBefore(event, child)) break;
    heap[place] = child;
    place = below;
  }
  heap[place] = event;
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
