import { writeAccount } from '@marigold/chain/account';
import { confirmationsOf } from '@marigold/chain/states';
import { type ChainUnits, noChainUnits, toChainUnits } from '@marigold/chain/units';
import type { Deposit } from '@marigold/contract/calls/deposit';
import { formatUnits, scaleMax } from '@marigold/money/amount';
import { minus } from '@marigold/money/brand';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/http/id-page.ts';
import { sayUnits } from '../asset/asset.ts';
import type { ChainAsset } from '../chain/registry.ts';
import { accountOf, listChainAssets, originWords, toChain, toLedger } from '../chain/registry.ts';
import type { ListedDeposit } from './store.ts';
import { listDepositsOf, listDustOf } from './store.ts';

const dustMax = 50;

type Scales = Pick<ChainAsset, 'chainScale' | 'scale' | 'decimals'>;

type Filter = { readonly chain?: string | undefined; readonly currency?: string | undefined };

/** What came to a person on chains, newest first, and what waits below the minimum. */
export const listDeposits: Handlers['wallet/deposit/list'] = async (
  { chain, currency, open = false, cursor, size = pageSizeDefault },
  { db, session },
) => {
  const before = readIdCursor(cursor);
  const rows = await listDepositsOf(db, {
    userId: session.userId,
    chain,
    currency,
    isOpen: open,
    before,
    count: size + 1,
  });
  const { list, next } = pageOf(rows, size);
  return {
    list: list.map(depositOf),
    next,
    dust: await listDust(db, session.userId, { chain, currency }),
  };
};

function depositOf(row: ListedDeposit): Deposit {
  const deep = confirmationsOf(row.height === null ? null : Number(row.height), Number(row.head ?? 0n));
  return {
    id: row.id,
    state: row.state,
    currency: row.asset,
    chain: row.chain,
    amount: amountOf(row),
    ...originWords(row.tx_id, row.explorer_transaction),
    address: writeAccount(accountOf(row.account), row.family),
    confirmations: Math.min(deep, row.confirmations),
    required: row.confirmations,
    billId: row.bill_id,
    time: row.seen_at,
  };
}

function amountOf({ chain_scale, scale, decimals, amount }: ListedDeposit): string | null {
  if (chain_scale === null || scale === null || decimals === null) return null;
  return sayAmount({ chainScale: chain_scale, scale, decimals }, toChainUnits(BigInt(amount)));
}

/** Exactly; where they are finer than any amount of ours, in ledger units. */
function sayAmount(scales: Scales, amount: ChainUnits): string {
  const { chainScale, scale, decimals } = scales;
  if (chainScale > scaleMax) return formatUnits(toLedger(scales, amount).units, scale);
  return sayUnits({ scale: chainScale, decimals }, amount);
}

/** What is below one ledger unit stays kept, but nobody is told to send the rest of it. */
async function listDust(db: Database, userId: string, { chain, currency }: Filter) {
  const found = await listDustOf(db, { userId, chain, currency, count: dustMax });
  if (found.length === 0) return [];
  const assets = await listChainAssets(db);
  return found.flatMap((row) => {
    const asset = assets.find((one) => one.chain === row.chain && one.asset === row.asset);
    const amount = toChainUnits(BigInt(row.amount));
    if (asset === undefined || toLedger(asset, amount).units === 0n) return [];
    const missing = minus(toChain(asset, asset.depositMin) ?? noChainUnits, amount);
    if (missing <= 0n) return [];
    return {
      currency: row.asset,
      chain: row.chain,
      amount: sayAmount(asset, amount),
      missing: sayAmount(asset, missing),
    };
  });
}
