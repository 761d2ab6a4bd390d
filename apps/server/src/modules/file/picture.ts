import { Refusal } from '@marigold/contract/endpoint';
/**
 * Pictures that people bring, made anew: decoded, turned upright, made smaller, encoded again. Nothing of the original
 * bytes is kept, so nothing hidden in them is: no place where it was taken, no second file behind the first.
 */
import type { UploadRefusal } from '@marigold/contract/file';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

import { TransportError } from '../../platform/transport-error.ts';

/** What is taken (spec 5: JPG or PNG; WebP beside them), by the name of its decoder. */
const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** reliability.md 6, row 12: what has more by its own header is never decoded. */
export const megapixelsMax = 40;
/** The longer side of what is kept: a face is shown small, a document has to be read. */
export const pictureSideMax = { avatar: 512, evidence: 2400 } as const;
const quality = 82;
/** Decoding that takes longer is stopped. */
const decodeSecondsMax = 15;
/** One picture is decoded at a time; whoever comes later waits, or is told to come again. */
const waitingMax = 20;

// Of all that the library can read only these three decoders exist for us; each picture has one thread and no cache.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

export type Picture = { readonly bytes: Buffer; readonly mediaType: 'image/webp' };

/** The picture made anew, or why not. Throws 503 when too many wait. */
export async function makePicture(
  brought: Buffer,
  sideMax: number,
): Promise<Picture | Refusal<UploadRefusal>> {
  const found = await fileTypeFromBuffer(brought);
  const format = found === undefined ? undefined : formats[found.mime];
  if (format === undefined) return new Refusal('image_wrong_type', {}, 'file');
  return await inTurn(async () => await remade(brought, { format, sideMax }));
}

async function remade(
  brought: Buffer,
  { format, sideMax }: { readonly format: string; readonly sideMax: number },
): Promise<Picture | Refusal<UploadRefusal>> {
  const options = { limitInputPixels: megapixelsMax * 1_000_000, failOn: 'error', pages: 1 } as const;
  try {
    const head = await sharp(brought, options).metadata();
    if (head.format !== format) return new Refusal('image_wrong_type', {}, 'file');
    if (head.width * head.height > options.limitInputPixels) return tooLarge();
    const bytes = await sharp(brought, { ...options, sequentialRead: true })
      .autoOrient()
      .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: decodeSecondsMax })
      .webp({ quality })
      .toBuffer();
    return { bytes, mediaType: 'image/webp' };
  } catch (error) {
    // The library has no codes: whatever its decoder could not read is broken for us as well.
    return /pixel limit/i.test(String(error)) ? tooLarge() : new Refusal('image_broken', {}, 'file');
  }
}

function tooLarge(): Refusal<UploadRefusal> {
  return new Refusal('image_too_large', { max: megapixelsMax }, 'file');
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= waitingMax) throw new TransportError(503, 'unavailable', { seconds: 2 });
  waiting += 1;
  const mine = last.then(work, work);
  last = mine;
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}
