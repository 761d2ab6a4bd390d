/** A signature as the lines of a hand: where they lie, whether they are one, and how they fit a sheet. No browser. */

export type Point = { readonly x: number; readonly y: number };
/** The points of one line, from where the hand came down to where it was lifted. */
export type Stroke = readonly Point[];
export type Size = { readonly width: number; readonly height: number };
/** A point of a drawing lies on a sheet at `x * scale + left`, `y * scale + top`. */
export type Fit = { readonly scale: number; readonly left: number; readonly top: number };

/** A dot or a scratch signs nothing: so many px the hand must go, and so far apart its ends may lie. */
const lengthLeast = 60;
const extentLeast = 24;
/** Around a signature on its sheet. */
const margin = 40;

export function isSignature(strokes: readonly Stroke[]): boolean {
  const { width, height } = boundsOf(strokes);
  const length = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0);
  return length >= lengthLeast && Math.max(width, height) >= extentLeast;
}

/** Puts a drawing that was made on one pad onto another, whole and in the middle. */
export function fitPad(from: Size, onto: Size): Fit {
  const scale = Math.min(onto.width / from.width, onto.height / from.height);
  return {
    scale,
    left: (onto.width - from.width * scale) / 2,
    top: (onto.height - from.height * scale) / 2,
  };
}

/** Puts a signature in the middle of its sheet, as large as the pad would be there and no larger than fits. */
export function fitSheet(strokes: readonly Stroke[], pad: Size, sheet: Size): Fit {
  const { left, top, width, height } = boundsOf(strokes);
  const [across, down] = [sheet.width - 2 * margin, sheet.height - 2 * margin];
  const scale = Math.min(sheet.width / pad.width, across / Math.max(1, width), down / Math.max(1, height));
  return {
    scale,
    left: sheet.width / 2 - (left + width / 2) * scale,
    top: sheet.height / 2 - (top + height / 2) * scale,
  };
}

/** Where a point of a pad lies in the drawing that is fitted onto it. */
export function unfit({ x, y }: Point, { scale, left, top }: Fit): Point {
  return { x: (x - left) / scale, y: (y - top) / scale };
}

function boundsOf(strokes: readonly Stroke[]) {
  const all = strokes.flat();
  if (all.length === 0) return { left: 0, top: 0, width: 0, height: 0 };
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of all) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, width: right - left, height: bottom - top };
}

function lengthOf(stroke: Stroke): number {
  return stroke.reduce((sum, { x, y }, index) => {
    const before = stroke[index - 1];
    return before === undefined ? 0 : sum + Math.hypot(x - before.x, y - before.y);
  }, 0);
}
