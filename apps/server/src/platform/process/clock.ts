/** Time comes in as a dependency, so that every test can repeat itself. Epoch milliseconds. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/**
 * The clock of a demonstration in which time passes by a restart (CLOCK_OFFSET_MS): everything a person waits for is
 * reckoned with it, and PostgreSQL is given the time instead of being asked for it. What keeps the clock of the machine,
 * and why that is right, is listed and held by clock.test.ts.
 */
export function movedClock(offsetMs: number): Clock {
  return offsetMs === 0 ? systemClock : () => systemClock() + offsetMs;
}
