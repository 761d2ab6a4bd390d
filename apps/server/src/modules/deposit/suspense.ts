/** What lay on a chain beyond the books and was nobody's: persons say whose it is, and it goes out of suspense. */
import { nobody } from '@marigold/chain/port';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { queryable } from '../../platform/database.ts';
import { announce } from '../../platform/outbox.ts';
import { recordBill } from '../bill/record.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { accountOf, findChain, findChainAsset } from '../chain/registry.ts';
import type { Decision } from '../chain/state/halt.ts';
import { assertTwoPersons, tellDecision } from '../chain/state/halt.ts';
import { notify } from '../message/notify.ts';
import { billOf, sayUnits } from './bill.ts';

type Row = {
  id: string;
  chain: string;
  asset: string;
  units: string;
  account: Buffer | null;
};

/**
 * Credits a surplus to a person, or keeps it for the house (`userId` null). Answers its ledger units; undefined: there is
 * no such surplus, or somebody assigned it before.
 */
export async function assignSurplus(
  db: Database,
  { surplusId, userId }: { readonly surplusId: string; readonly userId: string | null },
  decision: Decision,
): Promise<bigint | undefined> {
  assertTwoPersons(decision);
  return await db.transaction().execute(async (transaction) => {
    const found = await sql<Row>`
      select f.id, f.chain, f.asset, f.units::text as units, w.account
      from app.chain_difference f left join app.chain_address w on w.id = f.address_id
      where f.id = ${surplusId} and f.assigned_at is null and f.against = 'suspense' and f.units > 0
      for update of f`.execute(transaction);
    const [row] = found.rows;
    if (row === undefined) return undefined;
    const chain = await findChain(transaction, row.chain);
    const asset = await findChainAsset(transaction, row.chain, row.asset);
    assert(chain !== undefined && asset !== undefined, `${row.asset} is listed on ${row.chain}`);
    const units = BigInt(row.units);
    const journalId = await move(transaction, asset, row, userId);
    await sql`
      update app.chain_difference set assigned_to = ${userId}, assigned_journal_id = ${journalId},
        assigned_at = ${new Date(decision.now)}
      where id = ${row.id}`.execute(transaction);
    if (userId !== null) await tell(transaction, chain, asset, { row, userId, journalId, now: decision.now });
    const action = userId === null ? 'chain.suspenseKept' : 'chain.suspenseAssigned';
    await tellDecision(transaction, decision, action, surplusId);
    return units;
  });
}

async function move(
  db: Database,
  { ledgerId: assetId }: ChainAsset,
  { id, units }: Row,
  userId: string | null,
): Promise<bigint> {
  const ledger = queryable(db);
  const from = await openAccount(ledger, { owner: null, assetId, kind: 'suspense' });
  const kind = userId === null ? 'treasury' : 'available';
  const to = await openAccount(ledger, { owner: userId, assetId, kind });
  const { journalId } = await post(ledger, {
    scope: 'chain',
    key: `assigned:${id}`,
    kind: 'suspense-assigned',
    reference: id,
    postings: [{ from, to, assetId, units: BigInt(units) }],
  });
  return journalId;
}

type Assigned = {
  readonly row: Row;
  readonly userId: string;
  readonly journalId: bigint;
  readonly now: number;
};

/** The person reads of it as of any deposit, only that nobody sent it. */
async function tell(
  db: Database,
  chain: ChainRow,
  asset: ChainAsset,
  { row, userId, journalId, now }: Assigned,
): Promise<void> {
  const units = BigInt(row.units);
  const to = row.account === null ? null : accountOf(row.account);
  const statuses = ['confirming', 'success'] as const;
  const bill = { type: 'COLLECTION', direction: 'in', units, journalId, statuses, now } as const;
  const billId = await recordBill(db, billOf(chain, { userId, asset: asset.asset, from: nobody, to }, bill));
  await announce(db, { userId, event: 'balance', data: { currency: asset.asset } });
  const facts = { amount: sayUnits(asset, units), currency: asset.asset, billId };
  await notify(db, { userId, kind: 'cameIn', facts, now });
}
