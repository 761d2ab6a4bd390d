/** Pictures of documents and of signatures: what is made of them, and what is taken for none. */
import { randomBytes } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { hostilePicture, plainPicture } from '../../../testing/hostile-pictures.ts';
import { chunk } from '../../../testing/picture-parts.ts';
import { createLog } from '../../platform/process/log.ts';
import { createPictures, type Picture } from './picture.ts';

const all = createPictures(createLog('silent'));
afterAll(async () => await all.stop());

type Kind = 'identity' | 'signature';
const kinds = ['identity', 'signature'] as const;

async function made(brought: Buffer, kind: Kind): Promise<Picture> {
  const picture = await all.make(brought, kind);
  if (picture instanceof Refusal) throw new Error(`${kind}: ${picture.code}`);
  return picture;
}

async function refusalOf(brought: Buffer, kind: Kind): Promise<string> {
  const picture = await all.make(brought, kind);
  return picture instanceof Refusal ? picture.code : 'made';
}

const half = { width: 300, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
const signature = { width: 100, height: 50, channels: 3, background: '#000' } as const;

/** Black ink on nothing, as a finger draws. */
async function drawn(): Promise<Buffer> {
  const ink = await sharp({ create: signature }).png().toBuffer();
  return await sharp({ create: half })
    .composite([{ input: ink, left: 20, top: 20 }])
    .png()
    .toBuffer();
}

describe('a document', () => {
  it('is kept as an opaque JPEG in which small print is read', async () => {
    const picture = await made(await plainPicture(4000, 3000, 'jpeg'), 'identity');
    expect(picture.mediaType).toBe('image/jpeg');
    expect(await sharp(picture.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 3200,
      height: 2400,
      hasAlpha: false,
    });
  });

  it('is not made larger than it was brought', async () => {
    const { bytes } = await made(await plainPicture(640, 480), 'identity');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
  });

  it('is kept nearly as sharp as it was', async () => {
    const raw = { width: 400, height: 400, channels: 3 } as const;
    const noisy = sharp(randomBytes(400 * 400 * 3), { raw });
    const { bytes } = await made(await noisy.jpeg({ quality: 100 }).toBuffer(), 'identity');
    const at90 = (await noisy.jpeg({ quality: 90 }).toBuffer()).length;
    expect(bytes.length / at90).toBeGreaterThan(0.9);
  });
});

describe('a signature', () => {
  it('is kept as an opaque PNG of 1200 x 500 at most', async () => {
    const wide = await made(await plainPicture(3000, 600), 'signature');
    expect(wide.mediaType).toBe('image/png');
    expect(await sharp(wide.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 240,
      hasAlpha: false,
    });
    const high = await made(await plainPicture(1000, 1000), 'signature');
    expect(await sharp(high.bytes).metadata()).toMatchObject({ width: 500, height: 500 });
  });
});

describe.each(kinds)('a picture of kind %s', (kind) => {
  it('stands on white where it was transparent', async () => {
    const { bytes } = await made(await drawn(), kind);
    const { data, info } = await sharp(bytes)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? -1;
    expect(info.channels).toBeLessThan(4);
    expect(at(290, 190)).toBeGreaterThan(250);
    expect(at(70, 45)).toBeLessThan(5);
  });

  it('keeps nothing of where and with what it was taken, and stands upright', async () => {
    const red = { create: { width: 100, height: 50, channels: 3, background: '#f00' } } as const;
    const exif = {
      IFD0: { Make: 'Secret Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' },
    };
    for (const format of ['jpeg', 'png'] as const) {
      const taken = await sharp(red)
        .withExif(exif)
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer();
      expect((await sharp(taken).metadata()).exif).toBeDefined();
      const { bytes } = await made(taken, kind);
      const {
        exif: left,
        icc,
        xmp,
        iptc,
        comments,
        orientation,
        width,
        height,
      } = await sharp(bytes).metadata();
      expect({ left, icc, xmp, iptc, comments, orientation }).toEqual({});
      expect([width, height]).toEqual([50, 100]);
      expect(bytes.includes('Secret')).toBe(false);
    }
  });

  it('keeps nothing that lay behind it or in it: no archive, no page, no comment', async () => {
    const whole = await plainPicture(64, 64);
    const text = chunk('tEXt', Buffer.from('Comment\0hidden words', 'latin1'));
    const brought = [
      Buffer.concat([whole, Buffer.from('PK\u0003\u0004 hidden words')]),
      Buffer.concat([await plainPicture(64, 64, 'jpeg'), Buffer.from('<script>hidden words</script>')]),
      Buffer.concat([whole.subarray(0, 33), text, whole.subarray(33)]),
    ];
    for (const one of brought) {
      expect(one.includes('hidden words')).toBe(true);
      expect((await made(one, kind)).bytes.includes('hidden words')).toBe(false);
    }
  });

  it('is shown in the colours of a screen, however it was printed', async () => {
    const create = { width: 60, height: 40, channels: 3, background: '#ffb21a' } as const;
    const printed = await sharp({ create }).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(printed).metadata()).space).toBe('cmyk');
    const { bytes } = await made(printed, kind);
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3, depth: 'uchar' });
    const deep = await sharp({ create }).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect((await sharp((await made(deep, kind)).bytes).metadata()).depth).toBe('uchar');
  });

  it('is JPG or PNG, by its bytes and not by its name', async () => {
    expect(await refusalOf(await plainPicture(64, 64, 'webp'), kind)).toBe('image_wrong_type');
    expect(await refusalOf(await plainPicture(64, 64, 'jpeg'), kind)).toBe('made');
    expect(await refusalOf(await plainPicture(64, 64, 'png'), kind)).toBe('made');
    for (const name of ['HEIC', 'GIF', 'TIFF', 'SVG that asks for a file', 'an animated PNG'])
      expect([name, await refusalOf(await hostilePicture(name).bytes(), kind)]).toEqual([
        name,
        'image_wrong_type',
      ]);
  });

  it('is refused where it is enormous or breaks off', async () => {
    for (const name of ['1 x 40,000,000', '50,000 x 50,000', 'a JPEG of 65,535 on each side'])
      expect([name, await refusalOf(await hostilePicture(name).bytes(), kind)]).toEqual([
        name,
        'image_too_large',
      ]);
    for (const name of ['PNG without its end', 'JPEG without its end', 'JPEG of two sizes'])
      expect([name, await refusalOf(await hostilePicture(name).bytes(), kind)]).toEqual([
        name,
        'image_broken',
      ]);
  });
});
