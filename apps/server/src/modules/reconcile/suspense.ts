/** What lay on a chain beyond the books and was nobody's: persons say whose it is, and it goes out of suspense. */
import { nobody } from '@marigold/chain/port';
import { openAccount } from '@marigold/ledger/account';
import { newJournal, post } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import { sayUnits } from '../asset/asset.ts';
import type { AuditDecision } from '../audit/decision.ts';
import { assertTwoPersons } from '../audit/decision.ts';
import { recordBill } from '../bill/record.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { findChain, findChainAsset } from '../chain/registry.ts';
import { depositBill } from '../deposit/bill.ts';
import { notify } from '../message/notify.ts';
import type { Surplus } from './store.ts';
import { lockSurplus, updateAssigned } from './store.ts';

/**
 * Credits a surplus to a person, or keeps it for the house (`userId` null), in the caller's transaction. Answers its ledger
 * units; undefined: there is no such surplus, or somebody assigned it before.
 */
export async function assignSurplus(
  db: Database,
  { surplusId, userId }: { readonly surplusId: string; readonly userId: string | null },
  decision: AuditDecision,
): Promise<bigint | undefined> {
  assertTwoPersons(decision);
  const surplus = await lockSurplus(db, surplusId);
  if (surplus === undefined) return undefined;
  const chain = await findChain(db, surplus.chain);
  const asset = await findChainAsset(db, surplus.chain, surplus.asset);
  assert(chain !== undefined && asset !== undefined, `${surplus.asset} is listed on ${surplus.chain}`);
  const { units } = surplus;
  const journalId = await move(db, asset, surplus, userId);
  await updateAssigned(db, { id: surplus.id, userId, journalId, now: decision.now });
  if (userId !== null) await audit(db, chain, asset, { surplus, userId, journalId, now: decision.now });
  return units;
}

async function move(
  db: Database,
  { ledgerId: assetId }: ChainAsset,
  { id, units }: Surplus,
  userId: string | null,
): Promise<bigint> {
  const ledger = queryable(db);
  const from = await openAccount(ledger, { owner: null, assetId, kind: 'suspense' });
  const kind = userId === null ? 'treasury' : 'available';
  const to = await openAccount(ledger, { owner: userId, assetId, kind });
  const posted = await post(ledger, {
    scope: 'chain',
    key: `assigned:${id}`,
    kind: 'suspense-assigned',
    reference: id,
    postings: [{ from, to, assetId, units }],
  });
  return newJournal(posted);
}

type Assigned = {
  readonly surplus: Surplus;
  readonly userId: string;
  readonly journalId: bigint;
  readonly now: number;
};

/** The person reads of it as of any deposit, only that nobody sent it. */
async function audit(
  db: Database,
  chain: ChainRow,
  asset: ChainAsset,
  { surplus: { units, account: to }, userId, journalId, now }: Assigned,
): Promise<void> {
  const statuses = ['confirming', 'success'] as const;
  const bill = { type: 'COLLECTION', direction: 'in', units, journalId, statuses, now } as const;
  const billId = await recordBill(
    db,
    depositBill(chain, { userId, asset: asset.asset, from: nobody, to }, bill),
  );
  await announce(db, { userId, event: 'balance', data: { currency: asset.asset } });
  const facts = { amount: sayUnits(asset, units), currency: asset.asset, billId };
  await notify(db, { userId, kind: 'cameIn', facts, now });
}
