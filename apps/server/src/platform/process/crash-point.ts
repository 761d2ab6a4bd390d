/**
 * Named places between two durable steps at which a demonstration can be made to die: chaos kills the program there,
 * because a kill from outside hardly ever meets a window of a millisecond. Unarmed, a place costs one comparison;
 * production cannot be armed.
 */
import { appendFileSync } from 'node:fs';

/** Name and how often, from 0 to 1: `order.before-commit:0.05,call.after-commit:0.01`. */
export type CrashPoints = ReadonlyMap<string, number>;

/** A life that has only begun is left alone: whoever waits for it must get somewhere between two deaths. */
const calmMs = 2500;

let armed: ((point: string) => void) | undefined;

/** Every hit is written to `file` before the program dies at it. */
export function armCrashPoints(points: CrashPoints, file: string): void {
  armed = (point) => {
    if (performance.now() < calmMs || Math.random() >= (points.get(point) ?? 0)) return;
    appendFileSync(file, `${point}\n`);
    process.kill(process.pid, 'SIGKILL');
  };
}

export function crashPoint(point: string): void {
  armed?.(point);
}
