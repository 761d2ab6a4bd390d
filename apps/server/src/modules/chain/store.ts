/** The SQL of what there is: chains, what is listed on them, and the currencies that people see. */
import type { ChainCode } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

export type ChainRecord = {
  readonly code: string;
  readonly name: string;
  readonly standard: string;
  readonly family: 'evm' | 'tron';
  readonly ledger_kind: string;
  readonly confirmations: number;
  readonly reorg_max: number;
  readonly block_ms: number;
  readonly explorer_transaction: string | null;
  readonly explorer_account: string | null;
};

/** Open chains in the order of their position. */
export async function selectChains(db: Database): Promise<ChainRecord[]> {
  const found = await sql<ChainRecord>`
    select code, name, standard, family, ledger_kind, confirmations, reorg_max, block_ms, explorer_transaction,
      explorer_account
    from app.chain where is_open order by position`.execute(db);
  return found.rows;
}

export type ChainAssetRecord = {
  readonly chain: string;
  readonly asset: string;
  readonly ledger_id: number;
  readonly scale: number;
  readonly chain_scale: number;
  readonly decimals: number;
  readonly contract: Buffer | null;
  readonly deposit_is_open: boolean;
  readonly payout_is_open: boolean;
  readonly deposit_min: string;
  readonly payout_min: string;
  readonly payout_max: string;
  readonly fee_mode: 'fixed' | 'quoted';
  readonly fee_units: string;
  readonly minutes: number;
  readonly lock_usd: string | null;
  readonly proof_usd: string;
  readonly review_usd: string;
  readonly hot_min: string;
  readonly hot_target: string;
  readonly sweep_min: string;
  readonly is_halted: boolean;
};

/** What is listed on one chain, or on all open ones, in the order of position. */
export async function selectChainAssets(db: Database, chain?: ChainCode): Promise<ChainAssetRecord[]> {
  const found = await sql<ChainAssetRecord>`
    select c.chain, c.asset, a.ledger_id, l.scale, c.chain_scale, a.decimals, c.contract, c.deposit_is_open,
      c.payout_is_open, c.deposit_min, c.payout_min, c.payout_max, c.fee_mode, c.fee_units, c.minutes, c.lock_usd,
      c.proof_usd, c.review_usd, c.hot_min, c.hot_target, c.sweep_min,
      exists (select from app.chain_halt h where h.chain = c.chain and h.asset = c.asset and h.resumed_at is null)
        as is_halted
    from app.chain_asset c
    join app.chain n on n.code = c.chain and n.is_open
    join app.asset a on a.code = c.asset and a.is_open
    join ledger.asset l on l.id = a.ledger_id
    where ${chain ?? null}::text is null or c.chain = ${chain ?? null}
    order by n.position, c.position`.execute(db);
  return found.rows;
}

/** Closed ones too. */
export async function isListed(
  db: Database,
  { chain, asset }: { readonly chain: ChainCode; readonly asset: string },
): Promise<boolean> {
  const listed = await sql`
    select from app.chain_asset where chain = ${chain} and asset = ${asset}`.execute(db);
  return listed.rows.length > 0;
}

export type CurrencyRecord = {
  readonly code: string;
  readonly name: string;
  readonly kind: 'coin' | 'fiat';
  readonly scale: number;
  readonly decimals: number;
  readonly symbol: string | null;
  readonly transfer_min: string;
};

/** Everything with a balance that is open, on a chain or not. */
export async function listCurrencyRows(db: Database): Promise<CurrencyRecord[]> {
  const found = await sql<CurrencyRecord>`
          select a.code, a.name, a.kind, l.scale, a.decimals, a.symbol, a.transfer_min
          from app.asset a join ledger.asset l on l.id = a.ledger_id
          where a.is_open order by a.position limit 200`.execute(db);
  return found.rows;
}

/** A column of app.chain_asset that operators set. */
export type LimitColumn =
  | 'fee_units'
  | 'deposit_min'
  | 'payout_min'
  | 'payout_max'
  | 'lock_usd'
  | 'proof_usd'
  | 'review_usd'
  | 'risk_usd'
  | 'deposit_is_open'
  | 'payout_is_open';

type Listing = { readonly chain: ChainCode; readonly asset: string; readonly column: LimitColumn };

export type LockedLimit = {
  readonly scale: number;
  readonly chain_scale: number;
  readonly before: string | null;
  readonly fee_units: string;
  readonly payout_min: string;
  readonly payout_max: string;
};

/** One limit with what it must fit to, locked until the transaction ends; of closed ones too. */
export async function lockLimit(
  db: Database,
  { chain, asset, column }: Listing,
): Promise<LockedLimit | undefined> {
  const found = await sql<LockedLimit>`
      select l.scale, c.chain_scale, ${sql.ref(`c.${column}`)}::text as before, c.fee_units::text, c.payout_min::text,
        c.payout_max::text
      from app.chain_asset c join app.asset a on a.code = c.asset join ledger.asset l on l.id = a.ledger_id
      where c.chain = ${chain} and c.asset = ${asset} for update of c`.execute(db);
  return found.rows[0];
}

export async function updateLimit(
  db: Database,
  { chain, asset, column }: Listing,
  value: string | null,
): Promise<void> {
  await sql`
      update app.chain_asset set ${sql.ref(column)} = ${value}
      where chain = ${chain} and asset = ${asset}`.execute(db);
}

/** A chain of this machine alone: blocks come as fast as it says, and no explorer knows it. */
export async function updateLocalChain(
  db: Database,
  { code, blockMs }: { readonly code: ChainCode; readonly blockMs: number },
): Promise<void> {
  await sql`
        update app.chain set block_ms = ${blockMs}, explorer_transaction = null, explorer_account = null
        where code = ${code}`.execute(db);
}

/** Where a token stands. */
export async function updateContract(
  db: Database,
  {
    chain,
    asset,
    contract,
  }: { readonly chain: ChainCode; readonly asset: string; readonly contract: Buffer },
): Promise<void> {
  await sql`
          update app.chain_asset set contract = ${contract}
          where chain = ${chain} and asset = ${asset}`.execute(db);
}

/** A node of our own is believed alone, and a transfer takes a minute. */
export async function updateOwnNode(db: Database, chain: ChainCode): Promise<void> {
  await sql`update app.chain_asset set minutes = 1, proof_usd = 1e12 where chain = ${chain}`.execute(db);
}
