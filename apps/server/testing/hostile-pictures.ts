/**
 * Pictures that were made to hurt: gigabytes behind kilobytes, sides and scans without end, lies, breaks, other things
 * under a picture's name. Made here from their parts, so that each says what it does.
 */
import { randomBytes } from 'node:crypto';

import type { Sharp } from 'sharp';
import sharp from 'sharp';

import { animatedWebp, chunk, jpegOfScans, png, segment, webpHead, zipped } from './picture-parts.ts';

/** What becomes of one: made anew, or the refusal. */
export type Fate = 'made' | 'image_too_large' | 'image_broken' | 'image_wrong_type';
export type HostilePicture = {
  readonly name: string;
  readonly fate: Fate;
  /** It takes all the time there is: beside another such one it may be told to come again instead. */
  readonly isEndless?: true;
  readonly bytes: () => Promise<Buffer> | Buffer;
};

const megabyte = 1_000_000;

/** A whole picture of one colour. */
export async function plainPicture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#ffb21a' } as const;
  return await sharp({ create }).toFormat(format).toBuffer();
}

/** One that no encoder can make smaller: the most work for its pixels. */
function noise(side: number): Sharp {
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(randomBytes(side * side * 3), { raw });
}

async function cutOff(whole: Promise<Buffer>, share: number): Promise<Buffer> {
  const bytes = await whole;
  return bytes.subarray(0, Math.floor(bytes.length * share));
}

async function after(front: string | Buffer, whole: Promise<Buffer>): Promise<Buffer> {
  return Buffer.concat([Buffer.from(front), await whole]);
}

async function before(whole: Promise<Buffer>, end: string): Promise<Buffer> {
  return Buffer.concat([await whole, Buffer.from(end)]);
}

/** A whole PNG with chunks of ours behind its head. */
async function withChunks(...chunks: readonly Buffer[]): Promise<Buffer> {
  const whole = await plainPicture(64, 64);
  const headEnd = 8 + 25;
  return Buffer.concat([whole.subarray(0, headEnd), ...chunks, whole.subarray(headEnd)]);
}

const named = (name: string, zeros: number) =>
  Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), zipped(zeros)]);

/** Larger than we take, by their own heads. */
const enormous: readonly HostilePicture[] = [
  ...(
    [
      ['10,000,000 x 4 in 16 bit, of zeros', 10_000_000, 4, { depth: 16, colour: 'rgba' }],
      ['20,000,000 x 2 in 16 bit, of zeros', 20_000_000, 2, { depth: 16, colour: 'rgba' }],
      ['40,000,000 x 1, cut off', 40_000_000, 1, { zeros: 4 * megabyte }],
      ['1 x 40,000,000', 1, 40_000_000, {}],
      ['65,535 x 610', 65_535, 610, {}],
      ['50,000 x 50,000', 50_000, 50_000, { zeros: 400 * megabyte }],
      ['2,147,483,647 on each side', 2_147_483_647, 2_147_483_647, { zeros: megabyte }],
      ['a PNG one pixel too wide', 16_384, 1, {}],
      ['a PNG one pixel too high', 1, 16_384, {}],
      ['a PNG a line above 40 megapixels', 8000, 5001, { colour: 'rgb' }],
    ] as const
  ).map(([name, width, height, options]): HostilePicture => {
    return { name, fate: 'image_too_large', bytes: () => png(width, height, options) };
  }),
  { name: 'a JPEG one pixel too wide', fate: 'image_too_large', bytes: () => jpegOfScans(16_384, 8, 1) },
  {
    name: 'a JPEG of 65,535 on each side',
    fate: 'image_too_large',
    bytes: () => jpegOfScans(65_535, 65_535, 0),
  },
  { name: 'a WebP one pixel too wide', fate: 'image_too_large', bytes: () => webpHead('VP8L', 16_384, 1) },
  {
    name: 'a WebP canvas of 16,777,216',
    fate: 'image_too_large',
    bytes: () => webpHead('VP8X', 16_777_216, 2),
  },
];

/** As much work as we take at most. */
const heavy: readonly HostilePicture[] = [
  {
    name: 'as wide as one may be, 16 bit',
    fate: 'made',
    bytes: () => png(16_383, 2441, { depth: 16, colour: 'rgba' }),
  },
  {
    name: 'as high as one may be, 16 bit',
    fate: 'made',
    bytes: () => png(2441, 16_383, { depth: 16, colour: 'rgba' }),
  },
  {
    name: '40 megapixels in 16 bit',
    fate: 'made',
    bytes: () => png(6324, 6324, { depth: 16, colour: 'rgba' }),
  },
  { name: '40 megapixels of one bit', fate: 'made', bytes: () => png(6324, 6324, { depth: 1 }) },
  // All of it has to be held at once: 320 MB.
  {
    name: '40 megapixels in 16 bit, interlaced',
    fate: 'image_too_large',
    bytes: () => png(6324, 6324, { depth: 16, colour: 'rgba', isInterlaced: true }),
  },
  {
    name: 'noise, PNG of nearly 20 MB',
    fate: 'made',
    bytes: async () => await noise(2500).png({ compressionLevel: 1 }).toBuffer(),
  },
  {
    name: 'noise, JPEG of 25 megapixels',
    fate: 'made',
    bytes: async () => await noise(5000).jpeg({ quality: 50 }).toBuffer(),
  },
  {
    name: 'noise, lossless WebP',
    fate: 'made',
    bytes: async () => await noise(2400).webp({ lossless: true, effort: 0 }).toBuffer(),
  },
  { name: 'WebP of 40 megapixels', fate: 'made', bytes: async () => await plainPicture(6324, 6324, 'webp') },
  {
    name: 'a WebP animation of 300 frames',
    fate: 'made',
    bytes: async () => animatedWebp(await plainPicture(1000, 1000, 'webp'), 1000, 300),
  },
  {
    name: 'a WebP animation on a canvas of 9 megapixels',
    fate: 'made',
    bytes: async () => animatedWebp(await plainPicture(8, 8, 'webp'), 3000, 2),
  },
  {
    name: 'a WebP animation on a canvas of 36 megapixels',
    fate: 'image_too_large',
    bytes: async () => animatedWebp(await plainPicture(8, 8, 'webp'), 6000, 2),
  },
  { name: 'JPEG of 300 scans', fate: 'made', bytes: () => jpegOfScans(6320, 6320, 300) },
  {
    name: 'JPEG of 20,000 scans',
    fate: 'image_too_large',
    isEndless: true,
    bytes: () => jpegOfScans(6320, 6320, 20_000),
  },
  {
    name: 'progressive JPEG of 40 megapixels in full colour',
    fate: 'image_too_large',
    bytes: async () =>
      await sharp(await plainPicture(6324, 6324))
        .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
        .toBuffer(),
  },
];

/** What unpacks to far more than it is. */
const bombs: readonly HostilePicture[] = [
  {
    name: 'a comment of 500 MB',
    fate: 'made',
    bytes: async () => await withChunks(chunk('zTXt', named('Comment', 500 * megabyte))),
  },
  {
    name: 'a comment of 500 MB in UTF-8',
    fate: 'made',
    bytes: async () =>
      await withChunks(
        chunk(
          'iTXt',
          Buffer.concat([Buffer.from('Comment\0\u0001\0\0\0', 'latin1'), zipped(500 * megabyte)]),
        ),
      ),
  },
  {
    name: 'two thousand comments of 8 MB',
    fate: 'made',
    bytes: async () => await withChunks(...Array<Buffer>(2000).fill(chunk('zTXt', named('C', 8 * megabyte)))),
  },
  {
    name: 'a colour profile of 500 MB',
    fate: 'made',
    bytes: async () => await withChunks(chunk('iCCP', named('p', 500 * megabyte))),
  },
  {
    name: 'image data of 500 MB in 64 x 64',
    fate: 'made',
    bytes: () => png(64, 64, { zeros: 500 * megabyte }),
  },
  {
    name: 'EXIF of 15 MB',
    fate: 'made',
    bytes: async () => await withChunks(chunk('eXIf', Buffer.alloc(15 * megabyte, 'II*\0'))),
  },
];

/** What is not what it says. */
const lies: readonly HostilePicture[] = [
  {
    name: 'an animated PNG',
    fate: 'image_wrong_type',
    bytes: async () => await withChunks(chunk('acTL', Buffer.from([0, 0, 0, 9, 0, 0, 0, 0]))),
  },
  {
    name: 'JPEG with a page behind it',
    fate: 'made',
    bytes: async () => await before(plainPicture(64, 64, 'jpeg'), '<script>alert(1)</script>'),
  },
  {
    name: 'PNG with a ZIP behind it',
    fate: 'made',
    bytes: async () => await before(plainPicture(64, 64), 'PK\u0003\u0004 a second file'),
  },
  {
    name: 'PDF with a JPEG in it',
    fate: 'image_wrong_type',
    bytes: async () => await after('%PDF-1.7\n', plainPicture(64, 64, 'jpeg')),
  },
  {
    name: 'page with a PNG in it',
    fate: 'image_wrong_type',
    bytes: async () => await after('<!doctype html>', plainPicture(64, 64)),
  },
  {
    name: 'SVG that asks for a file',
    fate: 'image_wrong_type',
    bytes: () =>
      Buffer.from(
        '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
      ),
  },
  {
    name: 'MVG',
    fate: 'image_wrong_type',
    bytes: () => Buffer.from("push graphic-context\nimage over 0,0 0,0 'https://127.0.0.1/x'"),
  },
  {
    name: 'GIF',
    fate: 'image_wrong_type',
    bytes: async () =>
      await sharp(await plainPicture(64, 64))
        .gif()
        .toBuffer(),
  },
  {
    name: 'TIFF',
    fate: 'image_wrong_type',
    bytes: async () =>
      await sharp(await plainPicture(64, 64))
        .tiff()
        .toBuffer(),
  },
  {
    name: 'HEIC',
    fate: 'image_wrong_type',
    bytes: () => Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
  },
  {
    name: 'JPEG-LS',
    fate: 'image_wrong_type',
    bytes: () => Buffer.from([0xff, 0xd8, 0xff, 0xf7, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0]),
  },
  { name: 'ZIP', fate: 'image_wrong_type', bytes: () => Buffer.from('PK\u0003\u0004 not a picture at all') },
  {
    name: 'chance',
    fate: 'image_wrong_type',
    bytes: () => Buffer.concat([Buffer.from([0]), randomBytes(megabyte)]),
  },
  { name: 'one byte', fate: 'image_wrong_type', bytes: () => Buffer.from('x') },
];

/** What breaks off or contradicts itself. */
const broken: readonly HostilePicture[] = [
  {
    name: 'PNG without its end',
    fate: 'image_broken',
    bytes: async () => await cutOff(plainPicture(1000, 1000), 0.9),
  },
  {
    name: 'JPEG without its end',
    fate: 'image_broken',
    bytes: async () => await cutOff(noise(300).jpeg().toBuffer(), 0.3),
  },
  {
    name: 'WebP without its end',
    fate: 'image_broken',
    bytes: async () => await cutOff(noise(300).webp().toBuffer(), 0.5),
  },
  {
    name: 'PNG of a head alone',
    fate: 'image_broken',
    bytes: async () => (await plainPicture(64, 64)).subarray(0, 33),
  },
  {
    name: 'PNG of a signature alone',
    fate: 'image_broken',
    bytes: async () => (await plainPicture(64, 64)).subarray(0, 8),
  },
  { name: 'PNG without pixels', fate: 'image_broken', bytes: () => png(0, 0, {}) },
  {
    name: 'PNG with less than it says',
    fate: 'image_broken',
    bytes: () => png(6000, 6000, { zeros: megabyte }),
  },
  { name: 'JPEG of no height', fate: 'image_broken', bytes: () => jpegOfScans(64, 0, 1) },
  {
    name: 'JPEG of two sizes',
    fate: 'image_broken',
    bytes: () =>
      jpegOfScans(64, 64, 1, segment(0xc2, Buffer.from([8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0]))),
  },
  { name: 'WebP of a head alone', fate: 'image_broken', bytes: () => webpHead('VP8X', 9000, 4000) },
];

/** Those that are answered within a moment. */
export const lightPictures: readonly HostilePicture[] = [...enormous, ...bombs, ...lies, ...broken];
export const hostilePictures: readonly HostilePicture[] = [...lightPictures, ...heavy];

/** The hostile one of this name. */
export function hostilePicture(name: string): HostilePicture {
  const found = hostilePictures.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no such hostile picture: ${name}`);
  return found;
}
