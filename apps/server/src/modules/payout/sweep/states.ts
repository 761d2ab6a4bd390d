import type { StateOf } from '@marigold/money/states';
import { defineStates } from '@marigold/money/states';

/**
 * From a deposit address to the hot account. `fuelling`: gas was sent ahead. `fuelled`: it is there. `sweeping`: the sweep
 * itself has its nonce. `failed`: a step was mined and did not do what it should.
 */
export const sweepStates = defineStates({
  thing: 'a sweep',
  firsts: ['planned'],
  finals: ['done', 'failed'],
  next: {
    planned: ['fuelling', 'sweeping'],
    // A top-up ends at finality, and a reorganisation may have undone what was there: then it fails as fuelled.
    fuelling: ['fuelled', 'failed'],
    fuelled: ['sweeping', 'failed'],
    sweeping: ['done', 'failed'],
    done: [],
    failed: [],
  },
});
export type SweepState = StateOf<typeof sweepStates>;
