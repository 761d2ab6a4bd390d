/** The end of a nonce: what was held is paid out, what the chain took is booked, once, beside the state that says so. */
import type { ChainUnits } from '@marigold/chain/units';
import type { AccountKind } from '@marigold/ledger/account';
import { openAccount } from '@marigold/ledger/account';
import { captureHold } from '@marigold/ledger/hold';
import { newJournal, post } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../../platform/database/database.ts';
import { queryable } from '../../../platform/database/database.ts';
import { costInCeil } from '../../chain/cost.ts';
import { toLedger } from '../../chain/registry.ts';
import type { View } from '../context.ts';
import type { Nonce, Work } from '../nonce/store.ts';
import { updateFinal } from '../nonce/store.ts';
import type { Payout } from '../store.ts';
import { updateFinished } from '../sweep/store.ts';
import type { MinedPayout } from './outcome.ts';
import { lockAccounts } from './store.ts';

async function houseAccount(db: Database, assetId: number, kind: AccountKind): Promise<bigint> {
  return await openAccount(queryable(db), { owner: null, assetId, kind });
}

/**
 * Locks every account that the end of this work moves, in the order of their ids: two journals follow in one database
 * transaction, and nobody may meet them the other way round.
 */
export async function lockMoney(db: Database, view: View, work: Work): Promise<void> {
  const { native, ledgerKind } = view;
  const accounts = [
    await houseAccount(db, native.ledgerId, 'gas'),
    await houseAccount(db, native.ledgerId, ledgerKind),
  ];
  if (work.purpose === 'payout') {
    const { ledgerId: assetId, userId: owner } = work.payout;
    accounts.push(await houseAccount(db, assetId, ledgerKind), await houseAccount(db, assetId, 'fee'));
    for (const kind of ['held', 'available'] as const) {
      accounts.push(await openAccount(queryable(db), { owner, assetId, kind }));
    }
  }
  await lockAccounts(db, accounts);
}

/** What arrived leaves our books, the fee stays with us, and the hold is closed. */
export async function payOut(db: Database, { ledgerKind }: View, payout: Payout): Promise<void> {
  const { id, ledgerId, units, feeUnits } = payout;
  const payments = [{ to: await houseAccount(db, ledgerId, ledgerKind), units: units - feeUnits }];
  if (feeUnits > 0n) payments.push({ to: await houseAccount(db, ledgerId, 'fee'), units: feeUnits });
  assert(
    payments.every((payment) => payment.units > 0n) &&
      payments.reduce((sum, payment) => sum + payment.units, 0n) === units,
    'a payout that is paid takes its whole hold',
  );
  const captured = await captureHold(queryable(db), {
    scope: 'payout',
    key: `capture:${id}`,
    kind: 'payout',
    reference: id,
    holdId: payout.holdId,
    owner: payout.userId,
    payments,
  });
  newJournal(captured);
}

/**
 * What stays of the fee of a payout that was mined and failed: what its gas is worth in its own asset, and never more than
 * the fee. Without fresh rates the whole fee, which was the price of sending it.
 */
export async function retainedFeeOf(
  db: Database,
  { native, now }: View,
  payout: Payout,
  gasPaid: ChainUnits,
): Promise<bigint> {
  const worth = await costInCeil(db, payout, { native, cost: gasPaid, now });
  return worth === undefined || worth > payout.feeUnits ? payout.feeUnits : worth;
}

/** Ends a locked live nonce: the gas is booked, rounded up to a ledger unit, and kept exactly beside it. */
export async function finishNonce(db: Database, view: View, nonce: Nonce, mined: MinedPayout): Promise<void> {
  const { chain, account, number, work } = nonce;
  const { attempt, block, gasPaid } = mined;
  assert(gasPaid >= 0n, 'a chain takes gas and gives none');
  await updateFinal(db, nonce, { line: attempt.line, height: block.height, gasPaid });
  if (work.purpose !== 'payout') await finishSweep(db, work, mined, view.now);
  const { units, rest } = toLedger(view.native, gasPaid);
  const booked = rest > 0n ? units + 1n : units;
  if (booked === 0n) return;
  const assetId = view.native.ledgerId;
  const posted = await post(queryable(db), {
    scope: 'payout',
    key: `gas:${chain}:${account}:${number}`,
    kind: 'gas',
    reference: attempt.txId,
    postings: [
      {
        from: await houseAccount(db, assetId, 'gas'),
        to: await houseAccount(db, assetId, view.ledgerKind),
        assetId,
        units: booked,
      },
    ],
  });
  newJournal(posted);
}

/** A sweep moves money from one account of ours to another: nothing is booked but its gas. */
async function finishSweep(
  db: Database,
  { purpose, sweep }: Exclude<Work, { purpose: 'payout' }>,
  { outcome }: MinedPayout,
  now: number,
): Promise<void> {
  const isDone = purpose === 'sweep' && outcome === 'paid';
  if (purpose === 'topup' && outcome === 'paid') return;
  await updateFinished(db, sweep.id, { isDone, now });
}
