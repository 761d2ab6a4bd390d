/** Seeds that failed once, by world: run first, each time, for ever. */
export const regressionSeeds: Readonly<Record<string, readonly number[]>> = {
  // Two comparisons that raced booked one surplus twice.
  deposits: [102],
  // A sweep was signed on gas that a reorganisation took back, and waited for ever.
  whole: [10050380],
};
