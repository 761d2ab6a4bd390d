import { randomBytes, randomInt } from 'node:crypto';

import { v7 } from 'uuid';

/** A new object id: UUIDv7, so that rows made together lie together. */
export function newId(): string {
  return v7();
}

/** A new bearer token: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Letters and digits that nobody confuses when reading them aloud. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new invitation code: six characters. */
export function newInviteCode(): string {
  return Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
