/** A document that is nobody's, as a camera sees it. */
import sharp from 'sharp';

const width = 1280;
const height = 720;

/** A line of strokes in the place of letters: a bare machine has no fonts to draw letters with. */
function line(x: number, y: number, strokes: number): string {
  return Array.from({ length: strokes }, (_, place) => {
    const [from, wide] = [x + place * 18, 4 + ((place * 7 + y) % 9)];
    return `<rect x="${from}" y="${y}" width="${wide}" height="22" fill="#1d2b26"/>`;
  }).join('');
}

/** A card on a dark table, with a portrait and lines that are sharp. */
function drawn(): string {
  const lines = Array.from({ length: 9 }, (_, row) => line(560, 180 + row * 40, 29));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#20302a"/>
    <rect x="150" y="70" width="980" height="580" rx="28" fill="#cfd8cf"/>
    <rect x="200" y="150" width="300" height="360" fill="#8fa39a"/>
    <circle cx="350" cy="290" r="80" fill="#4b5f57"/>
    ${lines.join('')}
    ${line(200, 575, 49)}
  </svg>`;
}

/** Its pixels (red, green and blue, row by row), and the same as a PNG. */
export async function pictureOfDocument(): Promise<{
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
  readonly png: Buffer;
}> {
  const picture = sharp(Buffer.from(drawn())).removeAlpha();
  const [rgb, png] = [await picture.clone().raw().toBuffer(), await picture.png().toBuffer()];
  return { width, height, rgb, png };
}
