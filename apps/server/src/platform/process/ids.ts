import { createHash, randomBytes, randomFillSync, randomInt } from 'node:crypto';

import { v7 } from 'uuid';

/** Randomness is drawn for hundreds of ids at once: asking for each cost more than the rest of it. */
const drawnBytes = 8192;
const drawn = Buffer.alloc(drawnBytes);
let used = drawnBytes;
const [random, made] = [Buffer.alloc(16), Buffer.alloc(16)];
let lastMs = 0;
let sequence = 0;

/** A new object id: UUIDv7, so that rows made together lie together, and grow within this process. */
export function newRowId(): string {
  if (used === drawnBytes) {
    randomFillSync(drawn);
    used = 0;
  }
  drawn.copy(random, 0, used);
  used += random.length;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // Half of the room is left to count in.
    sequence = random.readUInt32BE(6) >>> 1;
  } else sequence += 1;
  // The library writes bytes; their text is cut from one hex string, which is a third of the work of its own.
  const hex = v7({ random, msecs: lastMs, seq: sequence }, made).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const idSyntax = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is written as the id of a row. */
export function isId(text: string): boolean {
  return idSyntax.test(text);
}

/** A new bearer token: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token, as the tables have it: 256 random bits need no key and no salt. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Letters and digits that nobody confuses when reading them aloud. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new invitation code: six characters. */
export function newInviteCode(): string {
  return Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
