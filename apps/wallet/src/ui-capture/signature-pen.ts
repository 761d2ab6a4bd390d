/** Draws signatures: onto the pad, and onto the sheet that is sent. */
import { type Size, type Fit, fitSheet, type Point, type Stroke } from './strokes.ts';

/** What is sent (spec 2.6). */
export const signatureSheet: Size = { width: 1200, height: 500 };
/** White paper and dark ink in both themes: reviewers and cards see the same. */
const paper = '#fff';
const ink = '#10201d';
/** Width of a line in px of the pad. */
const lineWidth = 3.2;
/** Faces that look like a hand, as devices have them; any italic where none is there. */
const handwriting = '"Snell Roundhand", "Segoe Script", "Bradley Hand", "Kaiti SC", "Klee", cursive';
/** Of a typed name: its height and the share of the width that it may fill. */
const nameHeight = 0.42;
const nameWidth = 0.84;

/** Lines of a hand, made smooth: each bend lies between two of its points. */
export function drawStrokes(pen: CanvasRenderingContext2D, strokes: readonly Stroke[], fit: Fit): void {
  pen.save();
  pen.translate(fit.left, fit.top);
  pen.scale(fit.scale, fit.scale);
  pen.strokeStyle = pen.fillStyle = ink;
  pen.lineWidth = lineWidth;
  pen.lineCap = pen.lineJoin = 'round';
  for (const stroke of strokes) drawStroke(pen, stroke);
  pen.restore();
}

function drawStroke(pen: CanvasRenderingContext2D, stroke: Stroke): void {
  const [first] = stroke;
  const last = stroke.at(-1);
  if (first === undefined || last === undefined) return;
  pen.beginPath();
  pen.moveTo(first.x, first.y);
  for (const [index, point] of stroke.entries()) {
    const next = stroke[index + 1];
    if (index === 0 || next === undefined) continue;
    const middle: Point = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    pen.quadraticCurveTo(point.x, point.y, middle.x, middle.y);
  }
  // The point of an i is a line without length, which is drawn as its round end.
  pen.lineTo(last.x, last.y);
  pen.stroke();
}

/** A typed name, as large as fits. `middle` is where its letters stand, from 0 to 1 downwards. */
export function drawName(pen: CanvasRenderingContext2D, name: string, area: Size, middle = 0.5): void {
  pen.save();
  const height = area.height * nameHeight;
  pen.font = fontOf(height);
  const width = pen.measureText(name).width;
  pen.font = fontOf(height * Math.min(1, (area.width * nameWidth) / Math.max(1, width)));
  pen.fillStyle = ink;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(name, area.width / 2, area.height * middle);
  pen.restore();
}

function fontOf(size: number): string {
  return `italic ${size}px ${handwriting}`;
}

export type Signature =
  | { readonly by: 'hand'; readonly strokes: readonly Stroke[]; readonly pad: Size }
  | { readonly by: 'keys'; readonly name: string };

/** The signature as a PNG of its own size, dark on white. */
export async function signaturePicture(signed: Signature): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = signatureSheet.width;
  canvas.height = signatureSheet.height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser does not draw');
  pen.fillStyle = paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  if (signed.by === 'keys') drawName(pen, signed.name, signatureSheet);
  else drawStrokes(pen, signed.strokes, fitSheet(signed.strokes, signed.pad, signatureSheet));
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (picture === null) throw new Error('this browser makes no pictures');
  return picture;
}
