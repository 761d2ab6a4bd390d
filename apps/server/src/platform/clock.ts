/** Time comes in as a dependency, so that every test can repeat itself. Epoch milliseconds. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
