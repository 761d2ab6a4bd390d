import { ChainUnavailable, WrongChain } from '@marigold/chain/port';

/** Shorter than the ten seconds for which the app waits: "the chain does not answer" is better than no answer. */
const askMs = 6_000;

/** What a chain answered in so many milliseconds; undefined when it cannot be read or believed just now. */
export async function askChain<Result>(
  ask: () => Promise<Result>,
  withinMs = askMs,
): Promise<Result | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), withinMs);
  const answer = ask().catch(asAway);
  // The answer came too late: nothing waits for it any more, however it ends.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Anything else that a chain throws is a defect. */
function asAway(error: unknown): undefined {
  if (!(error instanceof ChainUnavailable || error instanceof WrongChain)) throw error;
}
