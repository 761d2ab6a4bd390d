/** How far each chain was read, as people see it. */
import type { ChainCode, Coin } from '@marigold/chain/port';

import type { Database } from '../../../platform/database/database.ts';
import { listProgress } from './store.ts';

export type ChainState = 'live' | 'late' | 'halted' | 'off';

export type ChainProgress = {
  /** What payment requests call the chain. */
  readonly networkId: string;
  /** The newest block that was read, and when it was mined; null where it is not kept. */
  readonly height: number;
  readonly minedAt: number | null;
  /** When the node last answered. */
  readonly readAt: number;
  readonly isHalted: boolean;
  /** Whether any node reports payments from within contracts. */
  readonly seesInner: boolean;
};

/** So many usual blocks without a new one are long, and never less than a minute. */
const blocksUntilLate = 10;
const lateMsMin = 60_000;

/** Chains that were read at all, by their code. */
export async function readProgress(db: Database): Promise<ReadonlyMap<ChainCode, ChainProgress>> {
  const found = await listProgress(db);
  return new Map(
    found.map((row) => [
      row.chain,
      {
        networkId: row.network_id,
        height: Number(row.height),
        minedAt: row.mined_at,
        readAt: row.read_at,
        isHalted: row.is_halted,
        seesInner: row.sees_inner,
      },
    ]),
  );
}

/** Whether a chain runs: its node answers, and new blocks come. */
export function chainState(progress: ChainProgress | undefined, blockMs: number, now: number): ChainState {
  if (progress === undefined) return 'off';
  if (progress.isHalted) return 'halted';
  const lateAfter = now - Math.max(lateMsMin, blocksUntilLate * blockMs);
  const isLate = progress.readAt < lateAfter || (progress.minedAt ?? progress.readAt) < lateAfter;
  return isLate ? 'late' : 'live';
}

/** Whether what happens to one currency on a chain is seen and acted on: it is read, and nobody stopped it. */
export function isRead(
  { isHalted }: { readonly isHalted: boolean },
  progress: ChainProgress | undefined,
): boolean {
  return progress !== undefined && !progress.isHalted && !isHalted;
}

/** Whether of a currency only what transactions themselves carry is seen: its contracts, if any, log all that they move. */
export function isPlain({ coin }: { readonly coin: Coin }, progress: ChainProgress | undefined): boolean {
  return coin === 'native' && progress?.seesInner === false;
}
