/** The order of an on-chain transfer: the money is held, the row and the bill are written, in the caller's transaction. */
import type { ChainAccount } from '@marigold/chain/port';
import { Refusal } from '@marigold/contract/endpoint';
import { Halted, InsufficientBalance } from '@marigold/ledger/errors';
import { placeHold } from '@marigold/ledger/hold';
import { newJournal } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { recordBill } from '../bill/record.ts';
import type { ChainAsset } from '../chain/registry.ts';
import { toChain } from '../chain/registry.ts';
import { insertPayout } from './store.ts';

export type PayoutOrder = {
  readonly userId: string;
  readonly chainAsset: ChainAsset;
  /** Who is paid, and the same as people read it, with its checksum. */
  readonly account: ChainAccount;
  readonly address: string;
  /** What the person is debited; the recipient gets it less the fee. */
  readonly units: bigint;
  readonly feeUnits: bigint;
  /** Worth in US dollars for the limits; undefined where no rate is known. */
  readonly usd: string | undefined;
  readonly note: string | undefined;
  readonly quoteId: string;
  readonly challengeId: string | undefined;
  /** A person or a case of risk decides before anything is signed. */
  readonly needsReview: boolean;
  /** What the address book calls the payee. */
  readonly payeeName: string | undefined;
  readonly now: number;
};

export type Ordered = {
  readonly payoutId: string;
  readonly billId: string;
  readonly status: 'waiting' | 'review';
};

/** Only in the transaction of the order: a refusal must roll it back, because the ledger has aborted it. */
export async function orderPayout(
  db: Database,
  order: PayoutOrder,
): Promise<Ordered | Refusal<'insufficient_balance' | 'money_stopped'>> {
  const { userId, chainAsset, units, feeUnits, now } = order;
  assert(units > feeUnits && feeUnits >= 0n, 'a transfer is more than its fee');
  assert(toChain(chainAsset, units - feeUnits) !== undefined, 'the chain can move what arrives');
  const payoutId = newRowId();
  const holdId = newRowId();
  let journalId: bigint;
  try {
    const placed = await placeHold(queryable(db), {
      scope: 'payout',
      key: `hold:${payoutId}`,
      kind: 'payout-hold',
      reference: payoutId,
      holdId,
      owner: userId,
      assetId: chainAsset.ledgerId,
      units,
      expiresAt: null,
    });
    journalId = newJournal(placed);
  } catch (error) {
    if (error instanceof InsufficientBalance)
      return new Refusal('insufficient_balance', { currency: chainAsset.asset }, 'amount');
    if (error instanceof Halted) return new Refusal('money_stopped');
    throw error;
  }
  const billId = await recordBill(db, {
    userId,
    type: 'TRANSFER',
    direction: 'out',
    asset: chainAsset.asset,
    units,
    feeUnits,
    payType: 'onChain',
    chain: chainAsset.chain,
    counterparty: order.payeeName ?? order.address,
    receivingAddress: order.address,
    note: order.note,
    // The hold is what takes the amount from what the person can spend; its capture later changes nothing there.
    journalId,
    statuses: order.needsReview ? ['running'] : ['running', 'waiting'],
    now,
  });
  await insertPayout(db, {
    ...order,
    id: payoutId,
    chain: chainAsset.chain,
    asset: chainAsset.asset,
    holdId,
    billId,
    states: order.needsReview ? ['waiting', 'review'] : ['waiting'],
  });
  await announce(db, { userId, event: 'balance', data: { currency: chainAsset.asset } });
  return { payoutId, billId, status: order.needsReview ? 'review' : 'waiting' };
}
