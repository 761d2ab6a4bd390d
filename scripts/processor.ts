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
const everyMs = 15_000;

/**
 * Does a fixed piece of work on one core (numbers sorted and written out) now and every 15 seconds; the function that it
 * answers says the median so far in milliseconds. A rented machine is half as fast in one minute as in the next:
 * one measurement before a run of half an hour says nothing of that run. Counted is the processor time of this thread, so
 * that waiting for a core behind the steps that are measured makes no machine slow.
 */
export function watchFixedWork(): () => number {
  workOnceMs(); // The first round also compiles it.
  const measured = [workOnceMs()];
  setInterval(() => measured.push(workOnceMs()), everyMs).unref();
  return () => median(measured);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function workOnceMs(): number {
  const before = process.threadCpuUsage();
  let state = 1;
  const numbers = Array.from(
    { length: count },
    () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648),
  );
  JSON.parse(JSON.stringify(numbers.toSorted((left, right) => left - right)));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
