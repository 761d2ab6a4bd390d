import type { UploadKind, UploadRefusal } from '@marigold/contract/calls/file';
/**
 * Pictures that people bring, made anew: decoded, turned upright, made smaller, encoded again. Nothing of the original
 * bytes is kept, so nothing hidden in them is: no place where it was taken, no second file behind the first. It happens in
 * a process that the picture may break (decoder.ts).
 */
import { Refusal } from '@marigold/contract/endpoint';

import type { Log } from '../../platform/process/log.ts';
import type { DecodeTask } from './decoder.ts';
import type { Decoders, DecoderTimes } from './decoders.ts';
import { createDecoders, decoderTimes } from './decoders.ts';
import { type PictureHead, readHead } from './head.ts';

/** reliability.md 6, row 12: what has more by its own header is never decoded. */
export const megapixelsMax = 40;
/** Nor is what is longer or wider, however few its pixels are: a decoder holds whole lines. WebP has no longer ones. */
export const broughtSideMax = 16_383;

type Format = PictureHead['format'];
type Making = Pick<DecodeTask, 'makes' | 'widthMax' | 'heightMax' | 'isOpaque'> & {
  readonly takes: readonly Format[];
};

const square = (side: number) => ({ widthMax: side, heightMax: side });
const anyFormat: readonly Format[] = ['jpeg', 'png', 'webp'];
/** What whoever issues cards takes: nobody is let in here with what they would be sent back with there. */
const issuersFormats: readonly Format[] = ['jpeg', 'png'];

/**
 * What is kept of a picture: a face is shown small, a document has to be read. Documents and signatures are read on paper;
 * what shines through takes as much memory as all the rest.
 */
export const pictureMakings: Readonly<Record<UploadKind, Making>> = {
  avatar: { makes: 'webp', ...square(512), isOpaque: false, takes: anyFormat },
  evidence: { makes: 'webp', ...square(2400), isOpaque: true, takes: anyFormat },
  identity: { makes: 'jpeg', ...square(3200), isOpaque: true, takes: issuersFormats },
  signature: { makes: 'png', widthMax: 1200, heightMax: 500, isOpaque: true, takes: issuersFormats },
};

export type MadeType = `image/${Format}`;
/** What we make ourselves, and therefore show in a page. */
export const madeTypes: readonly string[] = anyFormat.map((format): MadeType => `image/${format}`);

export type Picture = { readonly bytes: Buffer; readonly mediaType: MadeType };

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
      const { takes, ...making } = pictureMakings[kind];
      if (head === undefined || !takes.includes(head.format))
        return new Refusal('image_wrong_type', {}, 'file');
      const { width, height } = head;
      if (Math.max(width, height) > broughtSideMax || width * height > megapixelsMax * 1_000_000)
        return tooLarge();
      if (width === 0 || height === 0) return broken();
      const made = await decoders.decode({ ...head, ...making }, brought);
      if (made === 'too_large') return tooLarge();
      // The process has read hostile bytes: what it says is looked at as well.
      return made === 'broken' || !isMadeAs(making, made)
        ? broken()
        : { bytes: made, mediaType: `image/${making.makes}` };
    },
  };
}

/** Of the kind that was wanted, and no larger. */
function isMadeAs({ makes, widthMax, heightMax }: Omit<Making, 'takes'>, made: Buffer): boolean {
  const head = readHead(made);
  return head?.format === makes && head.width <= widthMax && head.height <= heightMax;
}

function broken(): Refusal<UploadRefusal> {
  return new Refusal('image_broken', {}, 'file');
}

/** By its own head, or because neither memory nor time sufficed for it. */
function tooLarge(): Refusal<UploadRefusal> {
  return new Refusal('image_too_large', { max: megapixelsMax, side: broughtSideMax }, 'file');
}
