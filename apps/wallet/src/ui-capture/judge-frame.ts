/**
 * How a photo of a document can be read, out of the pixels of a small copy (spec 2.6). Plain sums over brightness: no
 * library, no browser. Every number below is one of a copy about 480 px wide.
 */

/** `far`: what has edges fills too little of the frame, or nothing is in it. */
export type Verdict = 'good' | 'blurred' | 'glare' | 'dark' | 'bright' | 'far';

/** What the verdict is made of; shares are from 0 to 1, brightness from 0 to 255. */
export type FrameMeasures = {
  /** Mean brightness. */
  readonly light: number;
  /** Share of pixels at 250 and above. */
  readonly burnt: number;
  /** Share of dark pixels: letters, lines, a portrait. */
  readonly ink: number;
  /** Standard deviation of the brightness. */
  readonly contrast: number;
  /** Variance of the Laplacian inside the guide. */
  readonly sharpness: number;
  /** Share of the width and of the height between the outermost edges. */
  readonly width: number;
  readonly height: number;
};

/** Of each side so much lies outside of the guide. */
const guideInset = 0.08;
/** An edge: neighbours that differ by so much. */
const edgeStep = 18;
/** Of all edges so many may lie outside on each side: dirt on a table is no document. */
const strayEdges = 0.02;

const darkBelow = 60;
const brightAbove = 235;
const inkBelow = 128;
const burntFrom = 250;
/** A lamp on foil burns a few of a hundred pixels; a scanned page is white for more than half, and has ink. */
const glareShare = 0.02;
const pageShare = 0.5;
const pageInk = 0.005;
/** A wall or a table without anything. */
const emptyContrast = 9;
const sharpFrom = 70;
/** Both sides shorter than this part of the frame: letters get too small. */
const nearFrom = 0.6;

/** Judges a frame. `pixels` are RGBA, row by row. */
export function judgeFrame(pixels: ArrayLike<number>, width: number, height: number): Verdict {
  const seen = measureFrame(pixels, width, height);
  const isPage = seen.burnt > pageShare && seen.ink > pageInk;
  if (seen.light < darkBelow) return 'dark';
  if (seen.light > brightAbove && !isPage) return 'bright';
  if (seen.burnt > glareShare && !isPage) return 'glare';
  if (seen.contrast < emptyContrast) return 'far';
  if (seen.sharpness < sharpFrom) return 'blurred';
  if (seen.width < nearFrom && seen.height < nearFrom) return 'far';
  return 'good';
}

/** Measures a frame. `pixels` are RGBA, row by row. */
export function measureFrame(pixels: ArrayLike<number>, width: number, height: number): FrameMeasures {
  const grey = brightnessOf(pixels, width * height);
  return { ...lightOf(grey), sharpness: sharpnessOf(grey, width, height), ...spanOf(grey, width, height) };
}

function brightnessOf(pixels: ArrayLike<number>, count: number): Float32Array {
  const grey = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const [red = 0, green = 0, blue = 0] = [pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]];
    grey[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return grey;
}

function lightOf(grey: Float32Array): Pick<FrameMeasures, 'light' | 'burnt' | 'ink' | 'contrast'> {
  let sum = 0;
  let squares = 0;
  let burnt = 0;
  let ink = 0;
  for (const value of grey) {
    sum += value;
    squares += value * value;
    if (value >= burntFrom) burnt += 1;
    else if (value < inkBelow) ink += 1;
  }
  const count = Math.max(1, grey.length);
  const light = sum / count;
  const contrast = Math.sqrt(Math.max(0, squares / count - light * light));
  return { light, contrast, burnt: burnt / count, ink: ink / count };
}

/** Variance of the Laplacian: how much brightness jumps from pixel to pixel. */
function sharpnessOf(grey: Float32Array, width: number, height: number): number {
  const [left, top] = [Math.ceil(width * guideInset), Math.ceil(height * guideInset)];
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = Math.max(1, top); y < height - Math.max(1, top); y += 1)
    for (let x = Math.max(1, left); x < width - Math.max(1, left); x += 1) {
      const at = y * width + x;
      const around =
        value(grey, at - 1) + value(grey, at + 1) + value(grey, at - width) + value(grey, at + width);
      const bend = around - 4 * value(grey, at);
      sum += bend;
      squares += bend * bend;
      count += 1;
    }
  if (count === 0) return 0;
  const mean = sum / count;
  return squares / count - mean * mean;
}

/** How much of the frame lies between the outermost edges, across and down: those of the document where it lies in the guide. */
function spanOf(grey: Float32Array, width: number, height: number): Pick<FrameMeasures, 'width' | 'height'> {
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  for (let y = 1; y < height; y += 1)
    for (let x = 1; x < width; x += 1) {
      const at = y * width + x;
      const here = value(grey, at);
      const step = Math.max(Math.abs(here - value(grey, at - 1)), Math.abs(here - value(grey, at - width)));
      if (step < edgeStep) continue;
      columns[x] = (columns[x] ?? 0) + 1;
      rows[y] = (rows[y] ?? 0) + 1;
    }
  return { width: spread(columns), height: spread(rows) };
}

/** The part of a line of counts that holds all but the stray ones at each end. */
function spread(counts: Float64Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  let before = 0;
  let first = -1;
  let last = 0;
  for (const [at, count] of counts.entries()) {
    before += count;
    if (first < 0 && before > total * strayEdges) first = at;
    if (before - count < total * (1 - strayEdges)) last = at;
  }
  return (last - first + 1) / counts.length;
}

function value(grey: Float32Array, at: number): number {
  return grey[at] ?? 0;
}
