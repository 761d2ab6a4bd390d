/** The measured sizes of the list that was left last: with them, coming back finds the place where it was. */
import type { CacheSnapshot } from 'virtua';

type Sizes = { readonly listKey: string; readonly count: number; readonly cache: CacheSnapshot };

let left: Sizes | undefined;

/** Called when a list goes away. */
export function keepSizes(listKey: string, count: number, cache: CacheSnapshot | undefined): void {
  if (cache !== undefined) left = { listKey, count, cache };
}

/** The sizes of the same list with the same number of pieces. */
export function storedSizes(listKey: string, count: number): { readonly cache?: CacheSnapshot } {
  return left?.listKey === listKey && left.count === count ? { cache: left.cache } : {};
}
