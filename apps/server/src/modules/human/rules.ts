/** Every number of the work puzzle. */
import { minuteMs } from '@marigold/money/spans';

/** security.md 9.2: the life of a puzzle, so that its nonce need not be remembered for longer. */
export const puzzleLifeMs = 10 * minuteMs;

/** Fewer calls of a scene than these in ten minutes are no flood, and nobody is asked for work. */
export const floodRule = { seconds: 600, perNetwork: 10, ofHouse: 300 } as const;

/** The heaviest puzzle takes so many times the lightest (security.md 9.2: 0.3 to 5 seconds of a phone). */
export const effortMax = 8;

/** A call that began before its puzzle ended may still look for the nonce after that. */
export const puzzleRetentionMs = minuteMs;
