/** What every step of the pipeline works with: its dependencies, and the chain as this pass sees it. */
import type { BlockRef, Chain, ChainCode } from '@marigold/chain/port';
import { WrongChain } from '@marigold/chain/port';
import type { Signer } from '@marigold/chain/signer-port';
import type { AccountKind } from '@marigold/ledger/account';
import { accountKinds } from '@marigold/ledger/account';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';

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
export async function look({
  db,
  chain,
  code,
  clock,
}: Pick<Context, 'db' | 'chain' | 'code' | 'clock'>): Promise<View> {
  const { networkId, genesis } = await chain.identity();
  const row = await readChain(db, code);
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

type ChainView = {
  network_id: string | null;
  genesis: string | null;
  is_halted: boolean;
  confirmations: number;
  ledger_kind: string;
  native_asset: string;
  native_ledger_id: number;
  native_scale: number;
  native_chain_scale: number;
  halted_assets: string[];
};

/** Closed chains and assets too: what was ordered is brought to its end. */
async function readChain(db: Database, code: ChainCode): Promise<ChainView> {
  const found = await sql<ChainView>`
    select k.network_id, k.genesis, n.confirmations, n.ledger_kind, c.asset as native_asset,
      a.ledger_id as native_ledger_id, l.scale as native_scale, c.chain_scale as native_chain_scale,
      k.halted_at is not null or exists (select from ledger.halt where resumed_at is null) as is_halted,
      array(select h.asset from app.chain_halt h where h.chain = n.code and h.resumed_at is null) as halted_assets
    from app.chain n
    join app.chain_asset c on c.chain = n.code and c.contract is null
    join app.asset a on a.code = c.asset
    join ledger.asset l on l.id = a.ledger_id
    left join app.chain_cursor k on k.chain = n.code
    where n.code = ${code}`.execute(db);
  const row = found.rows[0];
  assert(row !== undefined, `the chain ${code} and its own coin are listed`);
  return row;
}
