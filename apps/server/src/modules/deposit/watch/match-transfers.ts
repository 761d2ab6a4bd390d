/** Sorts the transfers of a block: those that are new deposits, and those of deposits that are known already. */
import type { ChainAccount } from '@marigold/chain/port';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';

import type { Database } from '../../../platform/database/database.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { changeBills } from '../../bill/record.ts';
import { accountOf } from '../../chain/registry.ts';
import type { MatchedTransfer } from './store.ts';
import { updateReincluded } from './store.ts';

/**
 * What was in another block, or is read again, stands in this one now. Whose it is and in which coin was said when it came
 * first: an address that was given, or a coin that was listed, since then makes it nobody's credit.
 */
export async function reinclude(
  db: Database,
  matched: readonly MatchedTransfer[],
  now: number,
): Promise<void> {
  const known = matched.filter(({ deposit_id }) => deposit_id !== null);
  if (known.length === 0) return;
  await updateReincluded(db, known);
  await changeBills(
    db,
    known.flatMap(({ bill_id: billId, was_orphaned, was_credited }) =>
      billId === null || !was_orphaned || was_credited
        ? []
        : [{ billId, statuses: ['confirming'] as const, now }],
    ),
  );
}

/** A deposit that is not written yet. */
export type Coming = {
  readonly id: string;
  readonly transfer: MatchedTransfer;
  readonly userId: string | null;
  readonly asset: string | null;
  readonly from: ChainAccount;
  readonly to: ChainAccount;
  readonly amount: ChainUnits;
  readonly state: 'confirming' | 'unsupported';
};

export function comingOf(transfer: MatchedTransfer): Coming {
  return {
    id: newRowId(),
    transfer,
    userId: transfer.user_id,
    asset: transfer.asset,
    from: `0x${transfer.from_account}`,
    to: accountOf(transfer.to_account),
    amount: toChainUnits(BigInt(transfer.amount)),
    state: transfer.is_aside ? 'unsupported' : 'confirming',
  };
}
