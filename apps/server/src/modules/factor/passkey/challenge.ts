/** A challenge that needs no row of its own: it is computed anew from what it stands for. */
import { createHash } from 'node:crypto';

/** Of a second verification: of this challenge and of exactly this operation. `digest`: of the operation. */
export function operationChallenge(challengeId: string, digest: Buffer): Buffer {
  return createHash('sha256').update(`verification:${challengeId}:`, 'utf8').update(digest).digest();
}

/** Of the second step of a log-in: of this ticket and of no other, by its hash. */
export function loginChallenge(ticketHash: Buffer): Buffer {
  return createHash('sha256').update('login:', 'utf8').update(ticketHash).digest();
}
