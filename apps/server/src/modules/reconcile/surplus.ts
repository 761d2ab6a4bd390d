/**
 * What lies on a chain beyond the books: nobody's fault and nobody's yet, so it stops nothing. It is booked against
 * suspense, each part with the address that holds it, until persons say whose it is.
 */
import type { ChainAccount } from '@marigold/chain/port';
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { assert } from '@marigold/money/assert';
import { minus } from '@marigold/money/brand';

import type { Database } from '../../platform/database/database.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { listChainAssets } from '../chain/registry.ts';
import { lockCursor } from '../chain/views.ts';
import type { ReleaseMissed } from '../chain/watch/recover.ts';
import { bookDifference } from './difference.ts';
import { countDifferences, listKnown, lockSuspended, updateReleased } from './store.ts';

export type FoundSurplus = {
  readonly asset: ChainAsset;
  /** Of final blocks up to this one. */
  readonly height: number;
  readonly amount: ChainUnits;
  /** How many differences were booked when the books were read: one that came since may be this very surplus. */
  readonly differences: number;
  /** What our accounts hold at the height. */
  readonly held: ReadonlyMap<ChainAccount, ChainUnits>;
  readonly now: number;
};

/** Who books it, where others have a name. */
const reconciler = 'reconciler';
/** Parts with an address of their own; what more addresses hold is one part without. */
const partsMax = 100;

/** Books a surplus, once. False: the books changed since they were compared, and the next look decides. */
export async function bookSurplus(db: Database, chain: ChainRow, surplus: FoundSurplus): Promise<boolean> {
  const { asset, height, now } = surplus;
  return await db.transaction().execute(async (transaction) => {
    // Whoever books a difference waits for this row, so what is read now stays true until this is written.
    const cursor = await lockCursor(transaction, chain.code);
    if (cursor === undefined || cursor.haltedReason !== null) return false;
    if ((await countDifferences(transaction, chain, asset)) !== surplus.differences) return false;
    for (const { addressId, amount } of await partsOf(transaction, chain, surplus)) {
      const place = addressId === undefined ? 'at accounts of ours' : 'at a deposit address';
      await bookDifference(transaction, {
        chain,
        asset,
        amount,
        reason: `lay ${place} at block ${height} beyond the books`,
        by: reconciler,
        second: null,
        against: 'suspense',
        ...(addressId === undefined ? {} : { addressId }),
        height,
        now,
      });
    }
    return true;
  });
}

type Part = { readonly addressId?: bigint; readonly amount: ChainUnits };

/** Where it lies, as far as deposit addresses hold more than ever came to them; together exactly the surplus. */
async function partsOf(db: Database, chain: ChainRow, surplus: FoundSurplus): Promise<Part[]> {
  let left = surplus.amount;
  const parts: Part[] = [];
  for (const { addressId, excess } of await listExcess(db, chain, surplus)) {
    if (left === 0n || parts.length === partsMax) break;
    const amount = excess < left ? excess : left;
    parts.push({ addressId, amount });
    left = minus(left, amount);
  }
  if (left > 0n) parts.push({ amount: left });
  const together = parts.reduce((sum, { amount }) => sum + amount, 0n);
  assert(together === surplus.amount, 'the parts of a surplus are all of it');
  return parts;
}

/** Deposit addresses that hold more than what was read and booked of them; those that just send are left out. */
async function listExcess(
  db: Database,
  chain: ChainRow,
  { asset, height, held }: FoundSurplus,
): Promise<{ readonly addressId: bigint; readonly excess: ChainUnits }[]> {
  const accounts = [...held].flatMap(([account, amount]) => (amount > 0n ? [account] : []));
  const found = await listKnown(db, chain, { asset, height, accounts });
  return found.flatMap(({ id, account, known }) => {
    const excess = minus(held.get(account) ?? noChainUnits, known);
    return excess > 0n ? [{ addressId: id, excess }] : [];
  });
}

/**
 * A transfer was found that had been missed, so what is in suspense of its coin at its address, or at none, may be just
 * that: all of it leaves suspense again, and the next comparison books what is left.
 */
export const releaseSurplus: ReleaseMissed = async (db, chain, missed, now) => {
  const assets = await listChainAssets(db, chain.code);
  for (const { coin, addressId, txId } of missed) {
    const asset = assets.find((one) => one.coin === coin);
    if (asset === undefined) continue;
    const which = { chain: chain.code, asset: asset.asset, addressId, by: reconciler };
    for (const suspended of await lockSuspended(db, which)) {
      const { id, amount, units } = suspended;
      const journalId = await bookDifference(db, {
        chain,
        asset,
        amount: minus(noChainUnits, amount),
        units: -units,
        reason: `${txId} was found, which had been missed`,
        by: reconciler,
        second: null,
        against: 'suspense',
        ...(suspended.addressId === null ? {} : { addressId: suspended.addressId }),
        now,
      });
      await updateReleased(db, { id, journalId, now });
    }
  }
};
