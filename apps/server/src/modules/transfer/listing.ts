/** What is transferred on which chain, and whether it is at the moment. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import type { Asset } from '../asset/asset.ts';
import { entryScale } from '../asset/asset.ts';
import { findAsset } from '../asset/views.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { findChain, findChainAsset } from '../chain/registry.ts';
import { isRead, readProgress } from '../chain/state/progress.ts';

/** One currency on one chain. */
export type Listing = {
  readonly asset: Asset;
  readonly chain: ChainRow;
  readonly listed: ChainAsset;
};

export async function findListing(
  db: Database,
  { currency, chain: code }: { readonly currency: string; readonly chain: string },
): Promise<Listing | Refusal<'asset_unknown' | 'chain_unknown'>> {
  const asset = await findAsset(db, currency);
  if (asset === undefined) return new Refusal('asset_unknown', { currency }, 'currency');
  const chain = await findChain(db, code);
  const listed = await findChainAsset(db, code, currency);
  if (chain === undefined || listed === undefined) return new Refusal('chain_unknown', {}, 'chain');
  return { asset, chain, listed };
}

/** Closed by its row, by a halt, or because nobody reads the chain: what would be sent now would not be seen through. */
export async function isClosed(db: Database, { chain, listed }: Listing): Promise<boolean> {
  return !listed.payoutIsOpen || !isRead(listed, (await readProgress(db)).get(chain.code));
}

/** Decimals that an amount on the chain may have: those of the asset, or fewer where the chain is coarser. */
export function chainEntryScale({ asset, listed }: Listing): number {
  return Math.min(entryScale(asset), listed.chainScale);
}

/** The ledger units of the smallest amount that the chain can move. */
export function chainStep({ scale, chainScale }: ChainAsset): bigint {
  return chainScale >= scale ? 1n : 10n ** BigInt(scale - chainScale);
}
