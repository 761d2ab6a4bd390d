/**
 * Asks about many things in their order, so many at once: one that is slow keeps only its own place. After the first error
 * nothing more is begun.
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const askInTurn = async (): Promise<void> => {
    for (const [place, item] of waiting) {
      if (hasFailed) return;
      try {
        results[place] = await ask(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, askInTurn));
  return results;
}
