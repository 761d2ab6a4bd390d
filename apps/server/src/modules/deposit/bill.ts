/** How bills of deposits are written. */
import { writeAccount } from '@marigold/chain/account';
import type { ChainAccount } from '@marigold/chain/port';
import { nobody } from '@marigold/chain/port';
import type { BillStatus, BillType } from '@marigold/contract/calls/bill';
import { assert } from '@marigold/money/assert';

import type { NewBill } from '../bill/record.ts';
import type { ChainRow } from '../chain/registry.ts';

export type DepositBill = {
  readonly type: BillType;
  readonly direction: 'in' | 'out';
  readonly units: bigint;
  readonly statuses: readonly [BillStatus, ...BillStatus[]];
  readonly journalId?: bigint | undefined;
  readonly belongsTo?: string | undefined;
  readonly now: number;
};

/** Where something came to, and who paid it where somebody did. */
export type Arrived = {
  readonly userId: string | null;
  readonly asset: string | null;
  readonly from: ChainAccount;
  /** Null: nobody knows at which of our accounts. */
  readonly to: ChainAccount | null;
};

/** A bill about a deposit of a person: who sent it where, on which chain. */
export function depositBill(
  chain: ChainRow,
  { userId, asset, from, to }: Arrived,
  bill: DepositBill,
): NewBill {
  assert(userId !== null && asset !== null, 'a bill is of somebody and in a listed coin');
  const sender = from === nobody ? undefined : writeAccount(from, chain.family);
  return {
    ...bill,
    userId,
    asset,
    payType: 'onChain',
    chain: chain.code,
    counterparty: sender,
    sendingAddress: sender,
    receivingAddress: to === null ? undefined : writeAccount(to, chain.family),
  };
}
