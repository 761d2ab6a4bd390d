import type { ChainCode } from '@marigold/chain/port';

import type { Database } from '../../platform/database/database.ts';
import { findAsset } from '../asset/views.ts';
import type { ChainAsset, ChainRow } from './registry.ts';
import { findChain, findChainAsset } from './registry.ts';

/** A currency on a chain that is listed there. */
export type ChainAndAsset = { readonly chain: ChainRow; readonly asset: ChainAsset };

/** Finds a currency on a chain, or which of the two is wrong: a currency that is not on the chain asks for another chain. */
export async function findChainAndAsset(
  db: Database,
  { chain: code, currency }: { readonly chain: ChainCode; readonly currency: string },
): Promise<ChainAndAsset | 'asset_unknown' | 'chain_unknown'> {
  if ((await findAsset(db, currency)) === undefined) return 'asset_unknown';
  const chain = await findChain(db, code);
  const asset = chain === undefined ? undefined : await findChainAsset(db, code, currency);
  return chain === undefined || asset === undefined ? 'chain_unknown' : { chain, asset };
}
