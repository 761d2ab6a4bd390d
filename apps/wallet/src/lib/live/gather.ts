/** Hands on what comes in bursts: the first at once, then together and not more often than the eye can follow. */
export type Gather<Item> = {
  readonly add: (items: readonly Item[]) => void;
  /** What waits is dropped. */
  readonly stop: () => void;
};

export type GatherTimers = {
  readonly set: (run: () => void, delayMs: number) => unknown;
  readonly clear: (timer: unknown) => void;
};

const browserTimers: GatherTimers = {
  set: (run, delayMs) => setTimeout(run, delayMs),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** `flush` gets everything that was added since it was last called, in order; at most once in `everyMs`. */
export function createGather<Item>(
  flush: (items: readonly Item[]) => void,
  everyMs: number,
  timers: GatherTimers = browserTimers,
): Gather<Item> {
  let waiting: Item[] = [];
  let timer: unknown;

  function run(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    flush(items);
    timer = timers.set(run, everyMs);
  }

  return {
    add(items) {
      waiting.push(...items);
      if (timer === undefined) run();
    },
    stop() {
      timers.clear(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
