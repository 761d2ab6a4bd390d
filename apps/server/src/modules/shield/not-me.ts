/**
 * "This was not me" (security.md 6.5): one press, without logging in. Nothing happens by opening the link, which scanners of
 * mail do; a ticket works once, and pressing again answers what is locked now.
 */
import { Refusal } from '@marigold/contract/endpoint';

import type { Handlers } from '../../platform/http/call.ts';
import { TransportError } from '../../platform/http/transport-error.ts';
import { hashNotMe } from '../message/not-me/ticket.ts';
import { findUsedNotMe, useNotMe } from '../message/views.ts';
import { listLocked } from '../spending/freeze.ts';
import type { Lock } from './lock.ts';

export function createNotMe(lock: Lock): Handlers['user/notme'] {
  return async ({ ticket }, call) => {
    const { db, session, now } = call;
    if (ticket === undefined) {
      if (session === undefined) throw new TransportError(401, 'unauthorised');
      const { userId, id } = session;
      await lock(call, { userId, keeps: id });
      const locked = await listLocked(db, { userId, now });
      return { locked: [...locked], next: 'password', wasUsed: false };
    }
    const hash = hashNotMe(ticket);
    const owner = await useNotMe(db, hash, now);
    if (owner !== undefined) await lock(call, { userId: owner });
    const userId = owner ?? (await findUsedNotMe(db, hash, now));
    if (userId === undefined) return new Refusal('ticket_expired');
    const locked = await listLocked(db, { userId, now });
    return { locked: [...locked], next: 'login', wasUsed: owner === undefined };
  };
}
