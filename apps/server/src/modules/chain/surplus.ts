/**
 * What lies on a chain beyond the books: nobody's fault and nobody's yet, so it stops nothing. It is booked against
 * suspense, each part with the address that holds it, until persons say whose it is.
 */
import type { Account, ChainUnits } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { bookDifference } from './difference.ts';
import type { ChainAsset, ChainRow } from './registry.ts';
import { accountOf, bytesOf, listChainAssets } from './registry.ts';
import { countDifferences } from './snapshot.ts';
import type { FoundTransfer } from './watch/store.ts';
import { lockCursor } from './watch/store.ts';

export type Surplus = {
  readonly asset: ChainAsset;
  /** Of final blocks up to this one. */
  readonly height: number;
  readonly amount: ChainUnits;
  /** How many differences were booked when the books were read: one that came since may be this very surplus. */
  readonly differences: number;
  /** What our accounts hold at the height. */
  readonly held: ReadonlyMap<Account, ChainUnits>;
  readonly now: number;
};

/** Who books it, where others have a name. */
const reconciler = 'reconciler';
/** Parts with an address of their own; what more addresses hold is one part without. */
const partsMax = 100;

/** Books a surplus, once. False: the books changed since they were compared, and the next look decides. */
export async function bookSurplus(db: Database, chain: ChainRow, surplus: Surplus): Promise<boolean> {
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
async function partsOf(db: Database, chain: ChainRow, surplus: Surplus): Promise<Part[]> {
  let left = surplus.amount;
  const parts: Part[] = [];
  for (const { addressId, excess } of await listExcess(db, chain, surplus)) {
    if (left === 0n || parts.length === partsMax) break;
    const amount = excess < left ? excess : left;
    parts.push({ addressId, amount });
    left -= amount;
  }
  if (left > 0n) parts.push({ amount: left });
  return parts;
}

/** Deposit addresses that hold more than what was read and booked of them; those that just send are left out. */
async function listExcess(
  db: Database,
  chain: ChainRow,
  { asset, height, held }: Surplus,
): Promise<{ readonly addressId: bigint; readonly excess: ChainUnits }[]> {
  const contract = asset.coin === 'native' ? null : bytesOf(asset.coin);
  const accounts = [...held].flatMap(([account, amount]) => (amount > 0n ? [account.slice(2)] : []));
  const found = await sql<{ id: bigint; account: Buffer; known: string }>`
    select a.id, a.account,
      ((select coalesce(sum(t.amount), 0) from app.chain_transfer t
          where t.chain = ${chain.code} and t.address_id = a.id and t.is_canonical and t.height <= ${height}
            and t.contract is not distinct from ${contract}::bytea)
        + (select coalesce(sum(f.amount), 0) from app.chain_difference f
          where f.chain = ${chain.code} and f.asset = ${asset.asset} and f.address_id = a.id)
        - (select coalesce(sum(w.amount), 0) from app.sweep w
          where w.chain = ${chain.code} and w.asset = ${asset.asset} and w.address_id = a.id and w.state = 'done')
        - (select coalesce(sum(s.gas_paid), 0) from app.slot s
          where ${contract === null} and s.chain = ${chain.code} and s.account = a.account))::text as known
    from app.chain_address a
    where a.family = ${chain.family} and a.purpose = 'deposit'
      and a.account in (select decode(word, 'hex') from unnest(${accounts}::text[]) word)
      and not exists (select from app.slot s where s.chain = ${chain.code} and s.account = a.account
        and (s.state <> 'final' or s.mined_height > ${height}))
    order by a.id`.execute(db);
  return found.rows.flatMap(({ id, account, known }) => {
    const excess = (held.get(accountOf(account)) ?? 0n) - BigInt(known);
    return excess > 0n ? [{ addressId: id, excess }] : [];
  });
}

/**
 * A transfer was found that had been missed, so what is in suspense of its coin at its address, or at none, may be just
 * that: all of it leaves suspense again, and the next comparison books what is left.
 */
export async function releaseSurplus(
  db: Database,
  chain: ChainRow,
  found: readonly FoundTransfer[],
  now: number,
): Promise<void> {
  const assets = await listChainAssets(db, chain.code);
  for (const { coin, addressId, txId } of found) {
    const asset = assets.find((one) => one.coin === coin);
    if (asset === undefined) continue;
    const rows = await sql<{ id: string; amount: string; units: string; address_id: bigint | null }>`
      select id, amount::text as amount, units::text as units, address_id from app.chain_difference
      where chain = ${chain.code} and asset = ${asset.asset} and accepted_by = ${reconciler} and amount > 0
        and assigned_at is null and (address_id is null or address_id = ${addressId})
      order by id for update`.execute(db);
    for (const { id, amount, units, address_id } of rows.rows) {
      const journalId = await bookDifference(db, {
        chain,
        asset,
        amount: -BigInt(amount),
        units: -BigInt(units),
        reason: `${txId} was found, which had been missed`,
        by: reconciler,
        second: null,
        against: 'suspense',
        ...(address_id === null ? {} : { addressId: address_id }),
        now,
      });
      await sql`
        update app.chain_difference set assigned_journal_id = ${journalId}, assigned_at = ${new Date(now)}
        where id = ${id}`.execute(db);
    }
  }
}
