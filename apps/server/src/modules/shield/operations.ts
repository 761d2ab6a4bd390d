import { untilLifted } from '@marigold/guard/freezes';
import { hourMs } from '@marigold/money/spans';
/** What persons of the house do about one account: freeze an area of it, and let it go again. */
import type { freezePerson, unfreezePerson } from '@marigold/operations/rows/person';

import { revokeSessions } from '../../platform/http/session.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { findPersonId } from '../person/views.ts';
import { freezeArea, liftArea } from '../spending/freeze.ts';

export const freezePersonDeed: Deed<typeof freezePerson, { readonly ended: number }> = {
  async act(db, { user, area, hours }, { now }) {
    const userId = await findPersonId(db, user);
    if (userId === undefined) return new RefusedDeed('nobody');
    const until = hours === 'lifted' ? untilLifted : now + hours * hourMs;
    await freezeArea(db, { userId, area, reason: 'operator', until, now });
    // Whoever may not log in is not left inside.
    const ended = area === 'login' ? await revokeSessions(db, { userId, now }) : 0;
    return { subject: `person:${userId}`, detail: { area, hours, ended }, facts: { ended } };
  },
};

export const unfreezePersonDeed: Deed<typeof unfreezePerson, { readonly count: number }> = {
  async act(db, { user, area }, { now }) {
    const userId = await findPersonId(db, user);
    if (userId === undefined) return new RefusedDeed('nobody');
    const count = await liftArea(db, { userId, area, now });
    if (count === 0) return new RefusedDeed('not_frozen');
    return { subject: `person:${userId}`, detail: { area, count }, facts: { count } };
  },
};
