/** A picture to save or send: the marigold field with a code, drawn by the browser itself. */
import { drawBloom, drawTile, ink, openPaper, pngOf, posterWidth, drawText } from './poster-pen.ts';
import { drawQr, quietModules } from './qr-drawing.ts';

export interface Poster {
  title: string;
  /** What the code carries. */
  qrText: string;
  /** Said under the code in order, the first one large: a name, a code, an amount. */
  lines: readonly string[];
  /** The last small line: what to do with it. */
  note: string;
}

const height = 1560;
const tile = { x: 120, y: 300, width: 840, height: 840 } as const;

/** Draws the poster as a PNG of 1080 × 1560. Throws where the browser cannot draw. */
export async function drawPoster({ title, qrText, lines, note }: Poster): Promise<Blob> {
  const { size, path } = await drawQr(qrText);
  const { canvas, pen } = openPaper(height, title);
  drawTile(pen, tile);
  const scale = tile.width / (size + 2 * quietModules);
  pen.save();
  pen.translate(tile.x + quietModules * scale, tile.y + quietModules * scale);
  pen.scale(scale, scale);
  pen.fillStyle = ink;
  pen.fill(new Path2D(path), 'evenodd');
  pen.restore();
  drawBloom(pen, posterWidth / 2, tile.y + tile.height / 2, size * scale * 0.1);
  const [first = '', ...others] = lines;
  drawText(pen, first, 1250, 600, 60);
  others.forEach((line, index) => drawText(pen, line, 1330 + index * 60, 500, 42));
  drawText(pen, note, height - 60, 400, 34);
  return await pngOf(canvas);
}
