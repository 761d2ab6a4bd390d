/** What operators do about chains that hold less or more than the books, and about those that are read again. */
import type { acceptDifference, assignSurplus, keepSurplus } from '@marigold/operations/rows/books';

import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import type { Log } from '../../platform/process/log.ts';
import type { ChainOf, RereadingDeeds } from '../chain/operations.ts';
import { createRereadingDeeds } from '../chain/operations.ts';
import { findChainAsset } from '../chain/registry.ts';
import { createDepositListener } from '../deposit/service.ts';
import { joinOwnTransaction } from '../payout/views.ts';
import { findPersonId } from '../person/views.ts';
import { acceptDifference as accept } from './difference.ts';
import { releaseSurplus } from './surplus.ts';
import { assignSurplus as assign } from './suspense.ts';

/** What left suspense, in ledger units. */
type Moved = { readonly units: bigint };

export const acceptDifferenceDeed: Deed<typeof acceptDifference> = {
  async act(db, { chain, asset, amount }, authority) {
    if ((await findChainAsset(db, chain, asset)) === undefined) return new RefusedDeed('not_listed');
    await accept(db, { chain, asset, amount }, authority);
    return { subject: `${chain}/${asset}` };
  },
};

export const assignSurplusDeed: Deed<typeof assignSurplus, Moved> = {
  async act(db, { surplus, user }, authority) {
    const userId = await findPersonId(db, user);
    if (userId === undefined) return new RefusedDeed('nobody');
    const units = await assign(db, { surplusId: surplus, userId }, authority);
    return units === undefined ? new RefusedDeed('gone') : { subject: surplus, facts: { units } };
  },
};

export const keepSurplusDeed: Deed<typeof keepSurplus, Moved> = {
  async act(db, { surplus }, authority) {
    const units = await assign(db, { surplusId: surplus, userId: null }, authority);
    return units === undefined ? new RefusedDeed('gone') : { subject: surplus, facts: { units } };
  },
};

/** A chain is read again with who hears of its blocks and who books what had been missed: rooms that chain stands below. */
export function createReadAgainDeeds({
  chainOf,
  log,
}: {
  readonly chainOf: ChainOf;
  readonly log: Log;
}): RereadingDeeds {
  return createRereadingDeeds({
    chainOf,
    listenerOf: (parts) => createDepositListener({ ...parts, log, joinOwnTransaction }),
    releaseMissed: releaseSurplus,
  });
}
