/**
 * How a file lies on the disk: a header, then pieces of 64 KiB, each sealed with AES-256-GCM. The key belongs to this one
 * file (derived from its id and a random salt), the nonce counts the pieces and marks the last one. So no piece can be
 * changed, moved, left out or put into another file, and neither side ever holds more than one piece.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const magic = Buffer.from('MGF1');
const saltBytes = 32;
const tagBytes = 16;
const nonceBytes = 12;
const algorithm = 'aes-256-gcm';

export const headerBytes = magic.length + saltBytes;
export const pieceBytes = 64 * 1024;
export const sealedPieceBytes = pieceBytes + tagBytes;

/** Bytes that are not what was written: a disk that forgets, or a hand that may not be there. */
export class FileTampered extends Error {
  constructor(id: string, cause?: unknown) {
    super(`The file ${id} is not as it was written`, { cause });
    this.name = 'FileTampered';
  }
}

/** One file's way to seal and open its pieces. */
export type Seal = {
  readonly header: Buffer;
  seal(piece: Uint8Array, index: number, isLast: boolean): Buffer;
  /** Throws FileTampered. */
  open(sealed: Buffer, index: number, isLast: boolean): Buffer;
};

/** The seal of a new file. */
export function newSeal(key: Buffer, id: string): Seal {
  return createSeal(key, id, Buffer.concat([magic, randomBytes(saltBytes)]));
}

/** The seal of a file whose header was read. */
export function sealOf(key: Buffer, id: string, header: Buffer): Seal {
  if (header.length !== headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new FileTampered(id);
  return createSeal(key, id, header);
}

function createSeal(key: Buffer, id: string, header: Buffer): Seal {
  const fileKey = Buffer.from(hkdfSync('sha256', key, header.subarray(magic.length), `file ${id}`, 32));
  const about = Buffer.concat([header, Buffer.from(id)]);
  return {
    header,
    seal(piece, index, isLast) {
      const cipher = createCipheriv(algorithm, fileKey, nonce(index, isLast)).setAAD(about);
      return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, index, isLast) {
      const end = sealed.length - tagBytes;
      if (end < 0) throw new FileTampered(id);
      const decipher = createDecipheriv(algorithm, fileKey, nonce(index, isLast), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(about).setAuthTag(sealed.subarray(end));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
      } catch (error) {
        throw new FileTampered(id, error);
      }
    },
  };
}

/** A key seals one file only, so that counting is enough for a nonce to be used once. */
function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(nonceBytes);
  bytes.writeUInt32BE(index, 0);
  bytes[nonceBytes - 1] = isLast ? 1 : 0;
  return bytes;
}
