import type { UploadKind, UploadRefusal } from '@marigold/contract/calls/file';
/**
 * Pictures that people bring, made anew: decoded, turned upright, made smaller, encoded again. Nothing of the original
 * bytes is kept, so nothing hidden in them is: no place where it was taken, no second file behind the first. It happens in
 * a process that the picture may break (decoder.ts).
 */
import { Refusal } from '@marigold/contract/endpoint';

import type { Log } from '../../platform/process/log.ts';
import type { Decoders, DecoderTimes } from './decoders.ts';
import { createDecoders, decoderTimes } from './decoders.ts';
import { readHead } from './head.ts';

/** reliability.md 6, row 12: what has more by its own header is never decoded. */
export const megapixelsMax = 40;
/** Nor is what is longer or wider, however few its pixels are: a decoder holds whole lines. WebP has no longer ones. */
export const broughtSideMax = 16_383;
/** The longer side of what is kept: a face is shown small, a document has to be read. */
export const pictureSideMax = { avatar: 512, evidence: 2400 } as const;

export type Picture = { readonly bytes: Buffer; readonly mediaType: 'image/webp' };

export type Pictures = Pick<Decoders, 'pids' | 'stop'> & {
  /** The picture made anew, or why not. Throws 503 when too many wait. */
  make(brought: Buffer, kind: UploadKind): Promise<Picture | Refusal<UploadRefusal>>;
};

export function createPictures(log: Log, times: DecoderTimes = decoderTimes): Pictures {
  const decoders = createDecoders(times, log);
  return {
    pids: () => decoders.pids(),
    stop: async () => await decoders.stop(),
    async make(brought, kind) {
      const head = readHead(brought);
      if (head === undefined) return new Refusal('image_wrong_type', {}, 'file');
      const { width, height } = head;
      if (Math.max(width, height) > broughtSideMax || width * height > megapixelsMax * 1_000_000)
        return tooLarge();
      if (width === 0 || height === 0) return broken();
      // A document is read on paper; what shines through takes as much memory as all the rest.
      const task = { ...head, sideMax: pictureSideMax[kind], isOpaque: kind === 'evidence' };
      const made = await decoders.decode(task, brought);
      if (made === 'too_large') return tooLarge();
      // The process has read hostile bytes: what it says is looked at as well.
      return made === 'broken' || readHead(made)?.format !== 'webp'
        ? broken()
        : { bytes: made, mediaType: 'image/webp' };
    },
  };
}

function broken(): Refusal<UploadRefusal> {
  return new Refusal('image_broken', {}, 'file');
}

/** By its own head, or because neither memory nor time sufficed for it. */
function tooLarge(): Refusal<UploadRefusal> {
  return new Refusal('image_too_large', { max: megapixelsMax, side: broughtSideMax }, 'file');
}
