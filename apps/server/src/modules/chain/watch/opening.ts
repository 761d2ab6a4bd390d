/** What our own accounts hold before anything of a chain is read: where its books begin. */
import type { ChainAccount, BlockRef, Chain } from '@marigold/chain/port';
import type { ChainUnits } from '@marigold/chain/units';

import type { Database } from '../../../platform/database/database.ts';
import { listHouseAccounts } from '../address/store.ts';
import type { ChainAsset, ChainRow } from '../registry.ts';
import { listChainAssets } from '../registry.ts';

export type OpeningBalance = {
  readonly asset: ChainAsset;
  readonly account: ChainAccount;
  readonly amount: ChainUnits;
};

/** Takes these balances into the books, in the transaction in which reading begins. */
export type BookOpening = (
  db: Database,
  chain: ChainRow,
  balances: readonly OpeningBalance[],
  now: number,
) => Promise<void>;

/** What our own accounts hold at a block. */
export async function readOpening(
  db: Database,
  reader: Chain,
  chain: ChainRow,
  block: BlockRef,
): Promise<OpeningBalance[]> {
  const accounts = await listHouseAccounts(db, chain.family);
  const assets = await listChainAssets(db, chain.code);
  const opening: OpeningBalance[] = [];
  for (const account of accounts) {
    for (const asset of assets) {
      const amount = await reader.balance(account, asset.coin, block);
      if (amount > 0n) opening.push({ asset, account, amount });
    }
  }
  return opening;
}
