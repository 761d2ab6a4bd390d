/** What an operator does about a price that jumped. */
import type { acceptRate } from '@marigold/operations/rows/house';

import { queryable } from '../../platform/database/database.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import type { AcceptedJump } from './accept.ts';
import { acceptJump } from './accept.ts';

export const acceptRateDeed: Deed<typeof acceptRate, AcceptedJump> = {
  async act(db, { asset }) {
    const taken = await acceptJump(queryable(db), asset);
    if (taken === undefined) return new RefusedDeed('gone');
    const { usd, sources } = taken;
    return { subject: `asset:${asset}`, detail: { usd, sources }, facts: taken };
  },
};
