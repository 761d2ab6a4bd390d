import { petalsForShare } from '../base/bloom-geometry.ts';

/** The pull at which letting go refreshes, and the resistance after the finger's movement. */
export const pullGoalPx = 72;
const resistance = 0.5;
const pullMaxPx = 112;

/** How far the page follows a finger that has moved `movementPx` down: half as far, and not beyond the end. */
export function pullDistance(movementPx: number): number {
  return Math.max(0, Math.min(pullMaxPx, movementPx * resistance));
}

/** Petals that a pull has filled, 0 to 12; all of them when letting go refreshes. */
export function pullPetals(distancePx: number): number {
  return petalsForShare(distancePx / pullGoalPx);
}

/** True when letting go here refreshes. */
export function isPullComplete(distancePx: number): boolean {
  return distancePx >= pullGoalPx;
}
