/** What two persons decide about one deposit. */
import type {
  closeDeposit,
  recoverDeposit,
  retryDeposit,
  settleDebt,
} from '@marigold/operations/rows/deposit';

import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { findPersonId } from '../person/views.ts';
import { takeUp } from './credit/poison.ts';
import { closeDeposit as close, recoverUnsupported, settleDebt as settle } from './recover.ts';

/** What moved, in ledger units. */
type Moved = { readonly units: bigint };

export const recoverDepositDeed: Deed<typeof recoverDeposit, Moved> = {
  async act(db, { deposit, user }, authority) {
    const userId = await findPersonId(db, user);
    if (userId === undefined) return new RefusedDeed('nobody');
    const units = await recoverUnsupported(db, { depositId: deposit, userId }, authority);
    return typeof units === 'bigint' ? { subject: deposit, facts: { units } } : new RefusedDeed(units);
  },
};

export const retryDepositDeed: Deed<typeof retryDeposit> = {
  async act(db, { deposit }, authority) {
    return (await takeUp(db, deposit, authority)) ? { subject: deposit } : new RefusedDeed('not_aside');
  },
};

export const settleDebtDeed: Deed<typeof settleDebt, Moved> = {
  async act(db, { deposit, how }, authority) {
    const units = await settle(db, { depositId: deposit, how }, authority);
    return typeof units === 'bigint' ? { subject: deposit, facts: { units } } : new RefusedDeed(units);
  },
};

export const closeDepositDeed: Deed<typeof closeDeposit> = {
  async act(db, { deposit }, authority) {
    const problem = await close(db, { depositId: deposit }, authority);
    return problem === undefined ? { subject: deposit } : new RefusedDeed(problem);
  },
};
