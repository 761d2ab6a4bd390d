/** What steps cost: processor time of whole process trees, and how fast this machine is beside the one of the budgets. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every machine that Node runs on. */
const ticksPerSecond = 100;

/**
 * Processor seconds of all children that have ended and were waited for, with everything they waited for in turn; undefined
 * where the system does not tell (not Linux). The difference of two readings around the end of a child is what it cost.
 */
export function endedChildrenSeconds(): number | undefined {
  try {
    // proc(5): utime, stime, cutime, cstime are fields 14 to 17; the name in field 2 may hold spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

const count = 400_000;
const rounds = 3;

/**
 * Milliseconds of a fixed piece of work on one core (numbers sorted and written out), the best of three: what else the
 * machine does in that moment makes it slower, nothing makes it faster.
 */
export function fixedWorkMs(): number {
  return Math.min(...Array.from({ length: rounds }, workOnce));
}

function workOnce(): number {
  const startedAt = performance.now();
  let state = 1;
  const numbers = Array.from(
    { length: count },
    () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648),
  );
  JSON.parse(JSON.stringify(numbers.toSorted((left, right) => left - right)));
  return performance.now() - startedAt;
}
