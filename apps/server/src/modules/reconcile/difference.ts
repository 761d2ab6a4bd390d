/** What lies on a chain and in no deposit, or the other way round, taken into the books exactly. */
import type { ChainCode } from '@marigold/chain/port';
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { openAccount } from '@marigold/ledger/account';
import { newJournal, post } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';
import { type Bare, minus } from '@marigold/money/brand';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { AuditDecision } from '../audit/decision.ts';
import { assertTwoPersons } from '../audit/decision.ts';
import { chainAccount } from '../chain/mirror-account.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { findChain, findChainAsset, toLedger } from '../chain/registry.ts';
import { lockCursor } from '../chain/views.ts';
import type { BookOpening } from '../chain/watch/opening.ts';
import { insertDifference } from './store.ts';

export type Difference = {
  readonly chain: ChainRow;
  readonly asset: ChainAsset;
  /** Negative: less is there than the books say. */
  readonly amount: ChainUnits;
  /** Of it in ledger units; left out: whole ones, a loss rounded up. */
  readonly units?: bigint;
  readonly reason: string;
  readonly by: string;
  readonly second: string | null;
  /** Who gains or bears it. */
  readonly against: 'treasury' | 'suspense';
  /** The deposit address that holds it, and the finalized block at which that was seen, where they are known. */
  readonly addressId?: bigint;
  readonly height?: number;
  readonly now: number;
};

/** Books a difference in whole ledger units; what is over is remembered to the last chain unit. Answers its journal. */
export async function bookDifference(db: Database, difference: Difference): Promise<bigint | null> {
  const { chain, asset, amount, reason, by, second, against, now } = difference;
  assert(amount !== 0n, 'a difference is not nothing');
  const id = newRowId();
  const units = difference.units ?? unitsOf(asset, amount);
  let journalId: bigint | null = null;
  if (units !== 0n) {
    const ledger = queryable(db);
    const assetId = asset.ledgerId;
    const onChain = await openAccount(ledger, chainAccount(chain, assetId));
    const other = await openAccount(ledger, { owner: null, assetId, kind: against });
    const [from, to] = units > 0n ? [onChain, other] : [other, onChain];
    const posted = await post(ledger, {
      scope: 'chain',
      key: `difference:${id}`,
      kind: 'chain-difference',
      reference: id,
      postings: [{ from, to, assetId, units: units > 0n ? units : -units }],
    });
    journalId = newJournal(posted);
  }
  await insertDifference(db, {
    id,
    chain: chain.code,
    asset: asset.asset,
    amount,
    units,
    journalId,
    reason,
    against,
    addressId: difference.addressId ?? null,
    height: difference.height ?? null,
    by,
    second,
    now,
  });
  return journalId;
}

/** Rounded towards what the house has less of. */
function unitsOf(asset: ChainAsset, amount: ChainUnits): bigint {
  const { units, rest } = toLedger(asset, amount < 0n ? minus(noChainUnits, amount) : amount);
  if (amount > 0n) return units;
  return rest === 0n ? -units : -units - 1n;
}

/** The books of a chain begin with what our own accounts held before anything of it was read. */
export const bookOpening: BookOpening = async (db, chain, balances, now) => {
  for (const { asset, account, amount } of balances) {
    const reason = `held by ${account} before the first block that was read`;
    const shared = { by: 'watcher', second: null, against: 'treasury', now } as const;
    await bookDifference(db, { ...shared, chain, asset, amount, reason });
  }
};

/**
 * Takes a loss that a look found and persons explained into the books, against suspense: chain units, below zero. What is
 * there beyond the books the comparison books itself. The currency is resumed by itself. In the caller's transaction.
 */
export async function acceptDifference(
  db: Database,
  {
    chain: code,
    asset: name,
    amount: missing,
  }: { readonly chain: ChainCode; readonly asset: string; readonly amount: Bare<bigint> },
  decision: AuditDecision,
): Promise<void> {
  assertTwoPersons(decision);
  assert(missing < 0n, 'what is accepted is missing on the chain');
  const amount = missing as bigint as ChainUnits;
  const chain = await findChain(db, code);
  assert(chain !== undefined, `the chain ${code} is known`);
  const asset = await findChainAsset(db, code, name);
  assert(asset !== undefined, `${name} is listed on ${code}`);
  const { by, second, reason, now } = decision;
  // A comparison that books something meanwhile sees this before it does.
  await lockCursor(db, code);
  await bookDifference(db, { chain, asset, amount, reason, by, second, against: 'suspense', now });
}
