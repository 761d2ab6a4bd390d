/** Work of one key takes turns: so much of it at once, and the rest waits in line. Kept by each process for itself. */
import { TransportError } from './transport-error.ts';

export type TurnBounds = {
  readonly atOnce: number;
  /** Whoever comes when so many wait is told to try again. */
  readonly waitingMax: number;
};

export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Answers a function that does the work of a key when its turn has come; throws 429 when too many wait. */
export function createTurns({ atOnce, waitingMax }: TurnBounds): Turns {
  type Line = { underWay: number; readonly waiting: (() => void)[] };
  const lines = new Map<string, Line>();
  return async (key, work) => {
    const line = lines.get(key) ?? { underWay: 0, waiting: [] };
    lines.set(key, line);
    if (line.underWay < atOnce) {
      line.underWay += 1;
    } else {
      if (line.waiting.length >= waitingMax) throw new TransportError(429, 'rate_limited', { seconds: 1 });
      // Whoever ends hands its place over, so that nobody new slips in between.
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next === undefined) line.underWay -= 1;
      else next();
      if (line.underWay === 0) lines.delete(key);
    }
  };
}
