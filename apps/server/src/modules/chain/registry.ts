/** The chains and what is listed on them, as rows of data; and the one way between their units and the ledger's. */
import type { ChainAccount, ChainCode, Coin, Origin } from '@marigold/chain/port';
import { originOf } from '@marigold/chain/port';
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { assert } from '@marigold/money/assert';
import type { Bare } from '@marigold/money/brand';

import type { Database } from '../../platform/database/database.ts';
import { selectChainAssets, selectChains } from './store.ts';

export type ChainRow = {
  readonly code: ChainCode;
  readonly name: string;
  readonly standard: string;
  readonly family: 'evm' | 'tron';
  /** The chart kind of the house account that mirrors what we hold there. */
  readonly ledgerKind: string;
  readonly confirmations: number;
  readonly reorgMax: number;
  readonly blockMs: number;
  /** Pages of an explorer with {id} in them. */
  readonly explorerTransaction: string | null;
  readonly explorerAccount: string | null;
};

export type ChainAsset = {
  readonly chain: ChainCode;
  readonly asset: string;
  readonly ledgerId: number;
  /** Decimals of the ledger unit and of the chain's base unit. */
  readonly scale: number;
  readonly chainScale: number;
  /** Decimals that screens show at least. */
  readonly decimals: number;
  readonly coin: Coin;
  readonly depositIsOpen: boolean;
  readonly payoutIsOpen: boolean;
  /** In ledger units, like all amounts here. */
  readonly depositMin: bigint;
  readonly payoutMin: bigint;
  readonly payoutMax: bigint;
  readonly feeMode: 'fixed' | 'quoted';
  readonly feeUnits: bigint;
  readonly minutes: number;
  /** Decimals of US dollars; null: no deposit is locked. */
  readonly lockUsd: string | null;
  readonly proofUsd: string;
  readonly reviewUsd: string;
  readonly hotMin: bigint;
  readonly hotTarget: bigint;
  readonly sweepMin: bigint;
  /** Stopped for a difference or an orphaned credit until a person resumes. */
  readonly isHalted: boolean;
};

/** Bytes of the database as an account of the port. */
export function accountOf(bytes: Buffer): ChainAccount {
  return `0x${bytes.toString('hex')}`;
}

/** An account of the port as bytes for the database. */
export function bytesOf(account: ChainAccount): Buffer {
  const bytes = Buffer.from(account.slice(2), 'hex');
  assert(bytes.length === 20, `${account} has 20 bytes`);
  return bytes;
}

/** Open chains in the order of their position. */
export async function listChainRows(db: Database): Promise<ChainRow[]> {
  return (await selectChains(db)).map((row) => ({
    code: row.code,
    name: row.name,
    standard: row.standard,
    family: row.family,
    ledgerKind: row.ledger_kind,
    confirmations: row.confirmations,
    reorgMax: row.reorg_max,
    blockMs: row.block_ms,
    explorerTransaction: row.explorer_transaction,
    explorerAccount: row.explorer_account,
  }));
}

export async function findChain(db: Database, code: string): Promise<ChainRow | undefined> {
  return (await listChainRows(db)).find((row) => row.code === code);
}

/** What is listed on one chain, or on all open ones, in the order of position. */
export async function listChainAssets(db: Database, chain?: ChainCode): Promise<ChainAsset[]> {
  return (await selectChainAssets(db, chain)).map((row) => ({
    chain: row.chain,
    asset: row.asset,
    ledgerId: row.ledger_id,
    scale: row.scale,
    chainScale: row.chain_scale,
    decimals: row.decimals,
    coin: row.contract === null ? 'native' : accountOf(row.contract),
    depositIsOpen: row.deposit_is_open,
    payoutIsOpen: row.payout_is_open,
    depositMin: BigInt(row.deposit_min),
    payoutMin: BigInt(row.payout_min),
    payoutMax: BigInt(row.payout_max),
    feeMode: row.fee_mode,
    feeUnits: BigInt(row.fee_units),
    minutes: row.minutes,
    lockUsd: row.lock_usd,
    proofUsd: row.proof_usd,
    reviewUsd: row.review_usd,
    hotMin: BigInt(row.hot_min),
    hotTarget: BigInt(row.hot_target),
    sweepMin: BigInt(row.sweep_min),
    isHalted: row.is_halted,
  }));
}

export async function findChainAsset(
  db: Database,
  chain: ChainCode,
  asset: string,
): Promise<ChainAsset | undefined> {
  return (await listChainAssets(db, chain)).find((row) => row.asset === asset);
}

type Scales = Pick<ChainAsset, 'scale' | 'chainScale'>;

/** Chain units as ledger units, rounded down; `rest` is what one ledger unit is too coarse for, in chain units. */
export function toLedger(
  { scale, chainScale }: Scales,
  amount: ChainUnits,
): { readonly units: bigint; readonly rest: ChainUnits } {
  if (chainScale <= scale) return { units: amount * 10n ** BigInt(scale - chainScale), rest: noChainUnits };
  const step = 10n ** BigInt(chainScale - scale);
  return { units: amount / step, rest: (amount % step) as ChainUnits };
}

/** Ledger units as chain units; undefined when they are finer than the chain can move. */
export function toChain({ scale, chainScale }: Scales, units: Bare<bigint>): ChainUnits | undefined {
  if (chainScale >= scale) return (units * 10n ** BigInt(chainScale - scale)) as ChainUnits;
  const step = 10n ** BigInt(scale - chainScale);
  return units % step === 0n ? ((units / step) as ChainUnits) : undefined;
}

/** How people are told of what moved: a transaction with its page, or what it was that no transaction made. */
export function originWords(
  name: string | null,
  explorer: string | null,
): {
  readonly txId: string | null;
  readonly explorer: string | null;
  readonly origin: Exclude<Origin, 'transaction'> | null;
} {
  const origin = originOf(name ?? '');
  return origin === 'transaction'
    ? { txId: name, explorer: explorerPage(explorer, name), origin: null }
    : { txId: null, explorer: null, origin };
}

/** An explorer's page of a transaction or an account; null where the chain has none. */
export function explorerPage(template: string | null, id: string | null): string | null {
  return template === null || id === null ? null : template.replace('{id}', encodeURIComponent(id));
}
