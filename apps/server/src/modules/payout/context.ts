/** What every step of the pipeline works with: its dependencies, and the chain as this pass sees it. */
import type { BlockRef, Chain, ChainCode } from '@marigold/chain/port';
import { WrongChain } from '@marigold/chain/port';
import type { Signer } from '@marigold/chain/signer-port';
import type { AccountKind } from '@marigold/ledger/account';
import { accountKinds } from '@marigold/ledger/account';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Log } from '../../platform/process/log.ts';
import { getChainFacts } from './store.ts';

/** Every place between two durable effects, in the order in which a payout meets them. */
export const payoutCrashPoints = [
  'payout.before-reserve-commit',
  'payout.after-reserve-commit',
  'payout.after-sign',
  'payout.before-store-commit',
  'payout.after-store-commit',
  'payout.after-send',
  'payout.before-observe-commit',
  'payout.after-observe-commit',
  'payout.before-settle-commit',
  'payout.after-settle-commit',
  'payout.after-plan-commit',
] as const;
export type PayoutCrashPoint = (typeof payoutCrashPoints)[number];

export type PipelineDependencies = {
  readonly db: Database;
  readonly chain: Chain;
  readonly code: ChainCode;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly log: Log;
  /** Awaited between durable effects; only tests and simulations pass one. */
  readonly crash?: (point: PayoutCrashPoint) => Promise<void> | void;
};

export type Context = Omit<PipelineDependencies, 'crash'> & {
  readonly crash: (point: PayoutCrashPoint) => Promise<void>;
};

export function contextOf({ crash, ...rest }: PipelineDependencies): Context {
  return { ...rest, crash: async (point) => await crash?.(point) };
}

/** The chain's own coin, in which gas is paid. */
export type Native = {
  readonly asset: string;
  readonly ledgerId: number;
  readonly scale: number;
  readonly chainScale: number;
};

/** One look at the chain and at what people stopped; everything of a pass is decided by it. */
export type View = {
  readonly networkId: bigint;
  readonly head: BlockRef;
  readonly finalized: BlockRef;
  /** Confirmations that complete a payout. */
  readonly confirmations: number;
  /** The house account that mirrors what we hold there. */
  readonly ledgerKind: AccountKind;
  readonly native: Native;
  /** Assets that stopped: nothing new of them is signed. */
  readonly haltedAssets: ReadonlySet<string>;
  /** Neither the ledger nor the chain is stopped: only then does money move, and is anything new signed. */
  readonly mayMove: boolean;
  readonly now: number;
};

/** Throws ChainUnavailable or WrongChain. */
export async function readView({
  db,
  chain,
  code,
  clock,
}: Pick<Context, 'db' | 'chain' | 'code' | 'clock'>): Promise<View> {
  const { networkId, genesis } = await chain.identity();
  const row = await getChainFacts(db, code);
  if (row.network_id !== null && (BigInt(row.network_id) !== networkId || row.genesis !== genesis)) {
    throw new WrongChain(`${code} is another chain than the one we know`);
  }
  const ledgerKind = accountKinds.find((kind) => kind === row.ledger_kind);
  assert(ledgerKind !== undefined, `${row.ledger_kind} is a kind of account`);
  // Finality first: what is final is then at most as high as the head.
  const finalized = await chain.finalized();
  return {
    networkId,
    finalized,
    head: await chain.head(),
    confirmations: row.confirmations,
    ledgerKind,
    native: {
      asset: row.native_asset,
      ledgerId: row.native_ledger_id,
      scale: row.native_scale,
      chainScale: row.native_chain_scale,
    },
    haltedAssets: new Set(row.halted_assets),
    mayMove: !row.is_halted,
    now: clock(),
  };
}
