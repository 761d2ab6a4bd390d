/**
 * Reads that are wanted at about the same time become one statement. It starts after all of its askers asked, so each
 * sees everything that was committed before. Nothing is kept: an answer is given to those who waited for it and forgotten.
 */
export type SharedReadBounds = {
  /** Keys of one statement. */
  readonly keysMost?: number;
  /** Who comes within so many milliseconds after a statement started shares the next one. */
  readonly apartMs?: number;
  /** And waits for the end of that statement, but no longer than this: one that hangs must not hold up the others. */
  readonly patienceMs?: number;
};

/**
 * Answers a function that reads one key by reading many. `read` is called with each key once, after the turn of the
 * event loop in which it was asked for; a failure is everybody's who waited for that statement.
 */
export function shareReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { keysMost = 200, apartMs = 6, patienceMs = 50 }: SharedReadBounds = {},
): (key: Key) => Promise<Value | undefined> {
  type Group = { readonly keys: Set<Key>; readonly found: PromiseWithResolvers<ReadonlyMap<Key, Value>> };
  let gathering: Group | undefined;
  let underWay = 0;
  let startedAt = -patienceMs;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    clearTimeout(timer);
    const group = gathering;
    if (group === undefined) return;
    gathering = undefined;
    underWay += 1;
    startedAt = performance.now();
    void read([...group.keys])
      .then(group.found.resolve, group.found.reject)
      .finally(() => {
        underWay -= 1;
        if (gathering !== undefined) arrange();
      });
  }

  function arrange(): void {
    clearTimeout(timer);
    const waitMs = startedAt + (underWay > 0 ? patienceMs : apartMs) - performance.now();
    if (waitMs > 0) timer = setTimeout(start, waitMs);
    else setImmediate(start);
  }

  return async (key) => {
    if (gathering !== undefined && gathering.keys.size >= keysMost) start();
    const isFirst = gathering === undefined;
    gathering ??= { keys: new Set(), found: Promise.withResolvers() };
    const { keys, found } = gathering;
    keys.add(key);
    if (isFirst) arrange();
    return (await found.promise).get(key);
  };
}
