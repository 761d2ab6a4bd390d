/** What every picture to give away is drawn with: the marigold field, the mark on top, lines in the middle. */
export const posterWidth = 1080;
const marigold = '#ffb21a';
export const ink = '#10201d';
const font = "'Golos Text', 'PingFang SC', 'Noto Sans CJK SC', 'Noto Sans CJK JP', sans-serif";
/** Left free on both sides of the widest line. */
const margin = 60;

export interface PosterPaper {
  canvas: HTMLCanvasElement;
  pen: CanvasRenderingContext2D;
}

/** A marigold field of that height with the mark and a title. Throws where the browser cannot draw. */
export function openPaper(height: number, title: string): PosterPaper {
  const canvas = document.createElement('canvas');
  canvas.width = posterWidth;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser does not draw');
  pen.fillStyle = marigold;
  pen.fillRect(0, 0, posterWidth, height);
  drawBloom(pen, posterWidth / 2, 110, 44);
  pen.textAlign = 'center';
  drawText(pen, title, 230, 600, 54);
  return { canvas, pen };
}

/** A white tile for what the picture is about. */
export function drawTile(
  pen: CanvasRenderingContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.roundRect(x, y, width, height, 56);
  pen.fill();
}

/** One line, smaller where it would not fit. */
export function drawText(
  pen: CanvasRenderingContext2D,
  text: string,
  y: number,
  weight: number,
  largest: number,
): void {
  pen.fillStyle = ink;
  let pixels = largest;
  // Ends: each turn takes two pixels, down to the smallest size.
  do {
    pen.font = `${weight} ${pixels}px ${font}`;
    pixels -= 2;
  } while (pixels > 18 && pen.measureText(text).width > posterWidth - 2 * margin);
  pen.fillText(text, posterWidth / 2, y);
}

/** The mark: twelve petals around a core. */
export function drawBloom(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
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

/** The drawing as a PNG. Throws where the browser cannot make one. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('this browser does not draw'));
      else resolve(blob);
    }, 'image/png');
  });
}
