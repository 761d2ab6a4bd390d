/** How many files may lie directly in one folder, tests left out: what does not fit is opened into rooms. */
import { dirname } from 'node:path';

const filesMax = 25;
/** The modules in which most is decided about money have smaller rooms. */
const small = /^apps\/server\/src\/modules\/(trade|payout|deposit|chain)(\/|$)/;
const filesOfSmallMax = 10;

function countsOf(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

/** How many files lie directly in the fullest folder. */
export function largestRoom(paths: readonly string[]): number {
  return Math.max(...countsOf(paths).values());
}

/** The folders with more files than they may have, as whole sentences. */
export function crowdedOf(paths: readonly string[]): string[] {
  return [...countsOf(paths)].flatMap(([folder, count]) => {
    const max = small.test(folder) ? filesOfSmallMax : filesMax;
    return count > max ? [`${folder}: ${count} files; at most ${max} lie in one folder.`] : [];
  });
}
