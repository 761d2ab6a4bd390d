/**
 * The first bytes of a picture: which of the three kinds it is and how long its sides are. Read here, without a decoder and
 * without unpacking anything, so that what is too large is never begun; the decoder believes none of it (decode.mjs).
 */
export type PictureHead = {
  readonly format: 'jpeg' | 'png' | 'webp';
  /** 0 where the head says nothing that can be read. */
  readonly width: number;
  readonly height: number;
};

type Sides = Pick<PictureHead, 'width' | 'height'>;

const unread: Sides = { width: 0, height: 0 };
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);
/** Chunks or segments before the picture itself; honest heads have some dozens. */
const partsMax = 10_000;

/** What the bytes begin with; undefined when it is none of the three, as an animated PNG is none. */
export function readHead(bytes: Buffer): PictureHead | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature))
    return isAnimatedPng(bytes) ? undefined : { format: 'png', ...pngSides(bytes) };
  // The third marker after the signature is any but that of JPEG-LS, which nobody can show.
  if (bytes.subarray(0, 3).equals(jpegSignature) && bytes[3] !== 0xf7)
    return { format: 'jpeg', ...jpegSides(bytes) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return { format: 'webp', ...webpSides(bytes) };
  return undefined;
}

function pngSides(bytes: Buffer): Sides {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return unread;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function isAnimatedPng(bytes: Buffer): boolean {
  let at = pngSignature.length;
  for (let part = 0; part < partsMax && at + 8 <= bytes.length; part += 1) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    // Its length, its name and the sum at its end.
    at += bytes.readUInt32BE(at) + 12;
  }
  return false;
}

function jpegSides(bytes: Buffer): Sides {
  let at = 2;
  for (let part = 0; part < partsMax && at + 9 <= bytes.length; part += 1) {
    if (bytes[at] !== 0xff) return unread;
    const marker = bytes[at + 1] ?? 0;
    // Any number of 0xFF may stand before a marker, and some markers stand alone.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === 0xd9 || marker === 0xda) return unread;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return unread;
}

/** SOF0 to SOF15; among their numbers are those of three tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function webpSides(bytes: Buffer): Sides {
  if (bytes.length < 30) return unread;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8L') {
    const sides = bytes.readUInt32LE(21);
    return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
  }
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return unread;
}
