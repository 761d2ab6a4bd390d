/** A picture to save or send: the marigold field with a code, drawn by the browser itself. */
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

const width = 1080;
const height = 1560;
const tile = { x: 120, y: 300, side: 840 } as const;
const marigold = '#ffb21a';
const ink = '#10201d';
const font = "'Golos Text', 'PingFang SC', 'Noto Sans CJK SC', 'Noto Sans CJK JP', sans-serif";

/** Draws the poster as a PNG of 1080 × 1560. Throws where the browser cannot draw. */
export async function drawPoster({ title, qrText, lines, note }: Poster): Promise<Blob> {
  const { size, path } = await drawQr(qrText);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser does not draw');
  pen.fillStyle = marigold;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.roundRect(tile.x, tile.y, tile.side, tile.side, 56);
  pen.fill();
  const scale = tile.side / (size + 2 * quietModules);
  pen.save();
  pen.translate(tile.x + quietModules * scale, tile.y + quietModules * scale);
  pen.scale(scale, scale);
  pen.fillStyle = ink;
  pen.fill(new Path2D(path), 'evenodd');
  pen.restore();
  drawBloom(pen, width / 2, tile.y + tile.side / 2, size * scale * 0.1);
  drawBloom(pen, width / 2, 110, 44);
  pen.textAlign = 'center';
  write(pen, title, 230, 600, 54);
  const [first = '', ...others] = lines;
  write(pen, first, 1250, 600, 60);
  others.forEach((line, index) => write(pen, line, 1330 + index * 60, 500, 42));
  write(pen, note, height - 60, 400, 34);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('this browser does not draw'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** One line, smaller where it would not fit. */
function write(
  pen: CanvasRenderingContext2D,
  text: string,
  y: number,
  weight: number,
  largest: number,
): void {
  pen.fillStyle = ink;
  let pixels = largest;
  do {
    pen.font = `${weight} ${pixels}px ${font}`;
    pixels -= 2;
  } while (pixels > 18 && pen.measureText(text).width > width - 120);
  pen.fillText(text, width / 2, y);
}

/** The mark: twelve petals around a core. */
function drawBloom(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = ink;
  for (let petal = 0; petal < 12; petal += 1) {
    pen.beginPath();
    pen.ellipse(0, -radius * 0.66, radius * 0.16, radius * 0.34, 0, 0, 2 * Math.PI);
    pen.fill();
    pen.rotate(Math.PI / 6);
  }
  pen.beginPath();
  pen.arc(0, 0, radius * 0.22, 0, 2 * Math.PI);
  pen.fill();
  pen.restore();
}
