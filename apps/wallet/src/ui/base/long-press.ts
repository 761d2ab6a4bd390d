/** Spec 9: a long press counts after 350 ms and is given up when the finger moves beyond 10 px. */
export const longPressMs = 350;
export const longPressTolerancePx = 10;

interface Point {
  x: number;
  y: number;
}

/** True while the finger is near enough to where it came down; exactly 10 px still counts. */
export function isWithinLongPress(start: Point, now: Point): boolean {
  return Math.hypot(now.x - start.x, now.y - start.y) <= longPressTolerancePx;
}
