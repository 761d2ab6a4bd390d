/** What lies on a chain and in no deposit, or the other way round, taken into the books exactly. */
import type { Account, Chain } from '@marigold/chain/port';
import type { BlockRef } from '@marigold/chain/port';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { chainAccount } from './mirror-account.ts';
import type { ChainAsset, ChainRow } from './registry.ts';
import { accountOf, listChainAssets, toLedger } from './registry.ts';

export type Difference = {
  readonly chain: ChainRow;
  readonly asset: ChainAsset;
  /** Chain units; negative: less is there than the books say. */
  readonly amount: bigint;
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
  const id = newId();
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
    journalId = posted.journalId;
  }
  await sql`
    insert into app.chain_difference (id, chain, asset, amount, units, journal_id, reason, against, address_id, height,
      accepted_by, second_by, accepted_at)
    values (${id}, ${chain.code}, ${asset.asset}, ${String(amount)}, ${String(units)}, ${journalId}, ${reason}, ${against},
      ${difference.addressId ?? null}, ${difference.height ?? null}, ${by}, ${second}, ${new Date(now)})`.execute(
    db,
  );
  return journalId;
}

/** Rounded towards what the house has less of. */
function unitsOf(asset: ChainAsset, amount: bigint): bigint {
  const { units, rest } = toLedger(asset, amount < 0n ? -amount : amount);
  if (amount > 0n) return units;
  return rest === 0n ? -units : -units - 1n;
}

export type OpeningBalance = {
  readonly asset: ChainAsset;
  readonly account: Account;
  readonly amount: bigint;
};

/** What our own accounts hold before anything is read. */
export async function readOpening(
  db: Database,
  reader: Chain,
  chain: ChainRow,
  block: BlockRef,
): Promise<OpeningBalance[]> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address
    where family = ${chain.family} and purpose in ('hot', 'gas') order by id`.execute(db);
  const assets = await listChainAssets(db, chain.code);
  const opening: OpeningBalance[] = [];
  for (const account of found.rows.map((row) => accountOf(row.account))) {
    for (const asset of assets) {
      const amount = await reader.balance(account, asset.coin, block);
      if (amount > 0n) opening.push({ asset, account, amount });
    }
  }
  return opening;
}
