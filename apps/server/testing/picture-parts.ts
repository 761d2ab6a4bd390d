/** PNG, JPEG and WebP from their parts, as no honest encoder puts them together. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

const blockBytes = 1 << 20;
/** A megabyte of zeros, packed so that it may be repeated: a thousandth of it. */
const block = deflateRawSync(Buffer.alloc(blockBytes), { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** So many zeros as a zlib stream; whole gigabytes cost a megabyte and no time. */
export function zipped(zeros: number): Buffer {
  const rest = deflateRawSync(Buffer.alloc(zeros % blockBytes), { level: 9 });
  const blocks = Array.from({ length: Math.floor(zeros / blockBytes) }, () => block);
  const sum = Buffer.alloc(4);
  // Adler-32 of zeros alone.
  sum.writeUInt32BE((zeros % 65_521) * 65_536 + 1);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, rest, sum]);
}

export function chunk(name: string, content: Buffer): Buffer {
  const made = Buffer.alloc(content.length + 12);
  made.writeUInt32BE(content.length, 0);
  made.write(name, 4, 'latin1');
  content.copy(made, 8);
  made.writeUInt32BE(crc32(made.subarray(4, content.length + 8)), content.length + 8);
  return made;
}

const colours = {
  grey: { code: 0, samples: 1 },
  rgb: { code: 2, samples: 3 },
  rgba: { code: 6, samples: 4 },
};

export type PngOptions = {
  readonly depth?: 1 | 8 | 16;
  readonly colour?: keyof typeof colours;
  readonly isInterlaced?: boolean;
  /** Bytes of image data; as many as its sides need where nothing is said. */
  readonly zeros?: number;
};

/** A PNG of zeros. */
export function png(
  width: number,
  height: number,
  { depth = 8, colour = 'grey', isInterlaced = false, zeros }: PngOptions,
): Buffer {
  const { code, samples } = colours[colour];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = depth;
  head[9] = code;
  head[12] = isInterlaced ? 1 : 0;
  const line = 1 + Math.ceil((width * samples * depth) / 8);
  // Interlaced, a picture has some more lines, each with its filter.
  const needed = line * height + (isInterlaced ? 2 * height : 0);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', zipped(zeros ?? needed)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The longest run of empty blocks that one code can tell. */
const runMax = 32_767;
const runBits = 14;

/**
 * A grey progressive JPEG that says again and again, in some dozens of bytes, that all its blocks are empty: each scan is
 * work for all of its pixels. `inside` stands before the scans.
 */
export function jpegOfScans(
  width: number,
  height: number,
  scans: number,
  inside: Buffer = Buffer.alloc(0),
): Buffer {
  const sides = Buffer.alloc(4);
  sides.writeUInt16BE(height, 0);
  sides.writeUInt16BE(width, 2);
  const frame = Buffer.concat([Buffer.from([8]), sides, Buffer.from([1, 1, 0x11, 0])]);
  // One code of one bit in each table: a difference of nothing, and a run of 2^14 blocks and more.
  const table = (kind: number, symbol: number) =>
    segment(0xc4, Buffer.from([kind, 1, ...Array.from({ length: 15 }, () => 0), symbol]));
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const start = Buffer.concat([
    segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    Buffer.alloc(Math.min(Math.ceil(blocks / 8), 1_000_000)),
  ]);
  const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])), emptyBlocks(blocks)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
    segment(0xc2, frame),
    table(0x00, 0x00),
    table(0x10, 0xe0),
    inside,
    start,
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function emptyBlocks(blocks: number): Buffer {
  let bits = '';
  for (let left = blocks; left > 0; left -= runMax) {
    const more = Math.max(0, Math.min(runMax, left) - 2 ** runBits);
    bits += `0${more.toString(2).padStart(runBits, '0')}`;
  }
  const bytes = bits.match(/.{1,8}/g) ?? [];
  // What would look like a marker is followed by a zero.
  return Buffer.from(
    bytes.flatMap((one) => {
      const byte = Number.parseInt(one.padEnd(8, '1'), 2);
      return byte === 0xff ? [byte, 0] : [byte];
    }),
  );
}

function riff(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function webp(...parts: readonly Buffer[]): Buffer {
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}

/** The head of a WebP that says its sides, and nothing behind it. */
export function webpHead(kind: 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  if (kind === 'VP8X') return webp(riff(kind, canvas(width, height, 0)));
  const sides = Buffer.alloc(13, 0);
  sides[0] = 0x2f;
  sides.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return webp(riff(kind, sides));
}

function canvas(width: number, height: number, flags: number): Buffer {
  const made = Buffer.alloc(10);
  made[0] = flags;
  made.writeUIntLE(width - 1, 4, 3);
  made.writeUIntLE(height - 1, 7, 3);
  return made;
}

const isAnimation = 0x02;

/** The picture again and again, as the frames of an animation on a square canvas. */
export function animatedWebp(picture: Buffer, side: number, frames: number): Buffer {
  // Behind "RIFF", its length and "WEBP" stands what a frame holds.
  const image = picture.subarray(12);
  const own = picture.readUInt16LE(26) & 0x3fff;
  const place = Buffer.alloc(16);
  place.writeUIntLE(own - 1, 6, 3);
  place.writeUIntLE(own - 1, 9, 3);
  place.writeUIntLE(10, 12, 3);
  const frame = riff('ANMF', Buffer.concat([place, image]));
  return webp(
    riff('VP8X', canvas(side, side, isAnimation)),
    riff('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  );
}
