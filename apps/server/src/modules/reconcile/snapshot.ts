/** Everything the books know of what lies on a chain at its finalized height, read in one moment. */
import type { ChainAccount, Coin } from '@marigold/chain/port';
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { assert } from '@marigold/money/assert';
import { type Bare, minus } from '@marigold/money/brand';

import type { Database } from '../../platform/database/database.ts';
import { chainAccount } from '../chain/mirror-account.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { listChainAssets, toChain } from '../chain/registry.ts';
import { listUsedAccounts, readCursor } from '../chain/views.ts';
import { sumDeposits } from '../deposit/views.ts';
import type { OpenAttempt } from '../payout/views.ts';
import { listOpenAttempts, sumGas, sumPaidAbove } from '../payout/views.ts';
import { countDifferences, readBalance, sumDifferences } from './store.ts';

export type BooksSnapshot = {
  readonly height: number;
  /** Every account of ours that anything ever came to. */
  readonly accounts: readonly ChainAccount[];
  readonly assets: readonly {
    readonly asset: string;
    readonly coin: Coin;
    /** What lies on the chain at `height` by name of why, negative where something is not there yet. */
    readonly parts: Readonly<Record<string, ChainUnits>>;
    /** How many differences were booked of it: one more is another state of the books. */
    readonly differences: number;
  }[];
  /** Signed transactions that are not in the books yet, whether the chain has them or not. */
  readonly attempts: readonly OpenAttempt[];
};

/** Undefined: the chain is halted or not read yet. */
export async function takeSnapshot(db: Database, chain: ChainRow): Promise<BooksSnapshot | undefined> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const cursor = await readCursor(transaction, chain.code);
      if (cursor === undefined || cursor.haltedReason !== null) return undefined;
      const height = cursor.finalizedHeight;
      const assets: BooksSnapshot['assets'][number][] = [];
      for (const asset of await listChainAssets(transaction, chain.code)) {
        const parts = await readParts(transaction, chain, asset, height);
        const differences = await countDifferences(transaction, chain, asset);
        assets.push({ asset: asset.asset, coin: asset.coin, parts, differences });
      }
      return {
        height,
        assets,
        accounts: await listUsedAccounts(transaction, chain),
        attempts: await listOpenAttempts(transaction, chain.code),
      };
    });
}

async function readParts(
  db: Database,
  chain: ChainRow,
  asset: ChainAsset,
  height: number,
): Promise<Record<string, ChainUnits>> {
  return {
    books: await readBooks(db, chain, asset),
    ...(await readDeposits(db, chain, asset, height)),
    accepted: await readAccepted(db, chain, asset),
    ...(await readSent(db, chain, asset, height)),
  };
}

/** What the ledger says: the house's account of the chain is negative by what lies there. */
async function readBooks(db: Database, chain: ChainRow, asset: ChainAsset): Promise<ChainUnits> {
  const balance = await readBalance(db, chainAccount(chain, asset.ledgerId));
  return minus(noChainUnits, inChainUnits(asset, balance));
}

async function readDeposits(db: Database, chain: ChainRow, asset: ChainAsset, height: number) {
  const sums = await sumDeposits(db, { chain: chain.code, asset: asset.asset, coin: asset.coin, height });
  return {
    dust: sums.dust,
    'credited above': minus(noChainUnits, sums.above),
    'not credited': sums.open,
    'rest of the house': minus(sums.house, inChainUnits(asset, sums.houseUnits)),
  };
}

async function readAccepted(db: Database, chain: ChainRow, asset: ChainAsset): Promise<ChainUnits> {
  const { amount, units } = await sumDifferences(db, chain, asset);
  return minus(amount, inChainUnits(asset, units));
}

/** What is in the books already though it is above the height, and what gas was rounded up by. */
async function readSent(db: Database, chain: ChainRow, asset: ChainAsset, height: number) {
  const paid = inChainUnits(asset, await sumPaidAbove(db, { chain: chain.code, asset: asset.asset, height }));
  if (asset.coin !== 'native') return { 'paid above': paid };
  const gasStep = 10n ** BigInt(Math.max(0, asset.chainScale - asset.scale));
  const { above, rounding } = await sumGas(db, { chain: chain.code, height, gasStep });
  return { 'paid above': paid, 'gas above': above, 'gas rounded up': rounding };
}

/** Booked units are of movements of this chain, or of what its decimals can say. */
function inChainUnits(asset: ChainAsset, units: Bare<bigint>): ChainUnits {
  const amount = toChain(asset, units);
  assert(amount !== undefined, `${units} of ${asset.asset} can be written in chain units`);
  return amount;
}
