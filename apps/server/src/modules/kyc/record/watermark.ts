/**
 * Words drawn across a picture again and again, so that no part of it goes on without them. The letters are drawn as shapes
 * of a font that comes with the program: on a machine without fonts nothing would be written, and nobody would see it.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { assert } from '@marigold/money/assert';

/** So many letters high would fill the longer side of a picture. */
const linesOfSide = 36;
/** In heights of a letter. */
const [gapBetween, lineHeight] = [3, 6];
/** Dark on light and light on dark; what stands below stays readable. */
const ink = 'fill="#000" stroke="none" fill-opacity="0.45"';
const halo = 'fill="none" stroke="#fff" stroke-opacity="0.45"';

type Drawn = {
  /** Paths of all letters, in units of the font, upside down as fonts are. */
  readonly shapes: string;
  readonly width: number;
  readonly unitsOfLetter: number;
};

/**
 * The same picture, JPEG or PNG as it was, with the words across it. They are plain ASCII.
 * @throws where the bytes are no picture, or a letter has no shape.
 */
export async function drawAcross(picture: Buffer, words: string): Promise<Buffer> {
  // Most commands of a person of the house need neither.
  const { default: sharp } = await import('sharp');
  const { width, height, format } = await sharp(picture).metadata();
  const pattern = patternOf(await draw(words), width, height);
  const marked = sharp(picture, { failOn: 'error' }).composite([{ input: Buffer.from(pattern) }]);
  return await (format === 'png' ? marked.png() : marked.jpeg({ quality: 90 })).toBuffer();
}

async function draw(words: string): Promise<Drawn> {
  const { create } = await import('fontkit');
  const file = '@fontsource-variable/noto-sans-sc/files/noto-sans-sc-latin-wght-normal.woff2';
  const font = create(await readFile(createRequire(import.meta.url).resolve(file)));
  assert('glyphForCodePoint' in font, 'a slice is one font');
  let width = 0;
  const shapes: string[] = [];
  for (const letter of words) {
    const codePoint = letter.codePointAt(0) ?? 0;
    assert(font.hasGlyphForCodePoint(codePoint), 'every letter of the words has a shape');
    const { path, advanceWidth } = font.glyphForCodePoint(codePoint);
    shapes.push(`<path transform="translate(${width})" d="${path.toSVG()}"/>`);
    width += advanceWidth;
  }
  return { shapes: shapes.join(''), width, unitsOfLetter: font.unitsPerEm };
}

/** An image of this size, full of the words, each second line half a step on. */
function patternOf({ shapes, width, unitsOfLetter }: Drawn, imageWidth: number, imageHeight: number): string {
  const scale = Math.max(imageWidth, imageHeight) / linesOfSide / unitsOfLetter;
  const step = width + gapBetween * unitsOfLetter;
  const line = lineHeight * unitsOfLetter;
  const thick = unitsOfLetter / 10;
  const once = (x: number, y: number) =>
    `<g transform="translate(${x} ${y}) scale(1 -1)"><g ${halo} stroke-width="${thick}">${shapes}</g>` +
    `<g ${ink}>${shapes}</g></g>`;
  const places = [once(0, line / 2), once(step / 2, line), once(-step / 2, line)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${imageWidth}" height="${imageHeight}"><defs>` +
    `<pattern id="words" patternUnits="userSpaceOnUse" width="${step}" height="${1.2 * line}" ` +
    `patternTransform="rotate(-30) scale(${scale})">${places.join('')}</pattern></defs>` +
    `<rect width="100%" height="100%" fill="url(#words)"/></svg>`
  );
}
