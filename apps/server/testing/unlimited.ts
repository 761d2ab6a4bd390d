import type { Limits } from '../src/platform/http/limits.ts';

/** No limits at all: for fuzzing and measuring, where one key makes thousands of calls. */
export const unlimited: Limits = {
  take: async () => undefined,
  takeNamed: async () => 0,
  count: async () => 0,
  countOf: async () => 0,
  takeAddress: async () => 0,
  refuseGuessers: () => undefined,
  countGuess: () => undefined,
};
