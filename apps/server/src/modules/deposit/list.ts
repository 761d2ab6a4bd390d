import { writeAccount } from '@marigold/chain/account';
import type { Family } from '@marigold/chain/account';
import { confirmationsOf } from '@marigold/chain/states';
import type { Deposit } from '@marigold/contract/deposit';
import { formatUnits, formatUnitsTrimmed, scaleMax } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/id-page.ts';
import type { ChainAsset } from '../chain/registry.ts';
import { accountOf, listChainAssets, tellName, toChain, toLedger } from '../chain/registry.ts';

/** Something is still to happen by itself or by a person. What is too little waits in its sum instead. */
const openStates = ['confirming', 'can-trade', 'orphaned', 'held'];
const dustMax = 50;

type Row = {
  id: string;
  state: Deposit['state'];
  asset: string | null;
  chain: string;
  amount: string;
  tx_id: string;
  height: bigint | null;
  bill_id: string | null;
  seen_at: number;
  account: Buffer;
  family: Family;
  confirmations: number;
  explorer_transaction: string | null;
  head: bigint | null;
  /** Null: a coin that is not listed. */
  chain_scale: number | null;
  scale: number | null;
  decimals: number | null;
};

type Scales = Pick<ChainAsset, 'chainScale' | 'scale' | 'decimals'>;

type Filter = { readonly chain?: string | undefined; readonly currency?: string | undefined };

/** What came to a person on chains, newest first, and what waits below the minimum. */
export const listDeposits: Handlers['wallet/deposit/list'] = async (
  { chain, currency, open = false, cursor, size = pageSizeDefault },
  { db, session },
) => {
  const before = readIdCursor(cursor);
  const found = await sql<Row>`
    -- Whether a rule or the books stopped it, a person of the house has to look.
    select d.id, case when d.aside_at is null then d.state else 'held' end as state, d.asset, d.chain, d.amount, d.tx_id, d.height, d.bill_id, d.seen_at, w.account,
      n.family, n.confirmations, n.explorer_transaction, c.height as head,
      s.chain_scale, l.scale, a.decimals
    from app.deposit d
    join app.chain_address w on w.id = d.address_id
    join app.chain n on n.code = d.chain
    left join app.chain_cursor c on c.chain = d.chain
    left join app.chain_asset s on s.chain = d.chain and s.asset = d.asset
    left join app.asset a on a.code = s.asset
    left join ledger.asset l on l.id = a.ledger_id
    where d.user_id = ${session.userId} and d.state <> 'house'
      and (${chain ?? null}::text is null or d.chain = ${chain ?? null})
      and (${currency ?? null}::text is null or d.asset = ${currency ?? null})
      and (not ${open}::boolean or d.state = any (${openStates}))
      and (${before}::uuid is null or d.id < ${before}::uuid)
    order by d.id desc limit ${size + 1}`.execute(db);
  const { list, next } = pageOf(found.rows, size);
  return {
    list: list.map(depositOf),
    next,
    dust: await listDust(db, session.userId, { chain, currency }),
  };
};

function depositOf(row: Row): Deposit {
  const deep = confirmationsOf(row.height === null ? null : Number(row.height), Number(row.head ?? 0n));
  return {
    id: row.id,
    state: row.state,
    currency: row.asset,
    chain: row.chain,
    amount: amountOf(row),
    ...tellName(row.tx_id, row.explorer_transaction),
    address: writeAccount(accountOf(row.account), row.family),
    confirmations: Math.min(deep, row.confirmations),
    required: row.confirmations,
    billId: row.bill_id,
    time: row.seen_at,
  };
}

function amountOf({ chain_scale, scale, decimals, amount }: Row): string | null {
  if (chain_scale === null || scale === null || decimals === null) return null;
  return sayAmount({ chainScale: chain_scale, scale, decimals }, BigInt(amount));
}

/** Chain units exactly; where they are finer than any amount of ours, in ledger units. */
function sayAmount(scales: Scales, amount: bigint): string {
  const { chainScale, scale, decimals } = scales;
  if (chainScale > scaleMax) return formatUnits(toLedger(scales, amount).units, scale);
  return formatUnitsTrimmed(amount, chainScale, Math.min(decimals, chainScale));
}

/** What is below one ledger unit stays kept, but nobody is told to send the rest of it. */
async function listDust(db: Database, userId: string, { chain, currency }: Filter) {
  const found = await sql<{ chain: string; asset: string; amount: string }>`
    select chain, asset, amount from app.deposit_dust
    where user_id = ${userId} and amount > 0
      and (${chain ?? null}::text is null or chain = ${chain ?? null})
      and (${currency ?? null}::text is null or asset = ${currency ?? null})
    order by chain, asset limit ${dustMax}`.execute(db);
  if (found.rows.length === 0) return [];
  const assets = await listChainAssets(db);
  return found.rows.flatMap((row) => {
    const asset = assets.find((one) => one.chain === row.chain && one.asset === row.asset);
    const amount = BigInt(row.amount);
    if (asset === undefined || toLedger(asset, amount).units === 0n) return [];
    const missing = (toChain(asset, asset.depositMin) ?? 0n) - amount;
    if (missing <= 0n) return [];
    return {
      currency: row.asset,
      chain: row.chain,
      amount: sayAmount(asset, amount),
      missing: sayAmount(asset, missing),
    };
  });
}
