/**
 * The rounds of one chain: one reads it and credits, the other compares the books with it. Comparing asks for every account
 * of ours by itself, and no credit waits for that.
 */
import { ChainUnavailable } from '@marigold/chain/port';

import { runLeased } from '../../platform/jobs/leased.ts';
import type { Leased } from '../../platform/jobs/leased.ts';
import type { WatcherDependencies } from '../chain/watch/watch.ts';
import { createWatcher } from '../chain/watch/watch.ts';
import { bookOpening } from './difference.ts';
import { createReconciler } from './reconcile.ts';

export type ReconciliationDependencies = Omit<WatcherDependencies, 'bookOpening'> & {
  /** Milliseconds between two rounds of each. */
  readonly everyMs: number;
  /** As the reconciler takes it. */
  readonly everyBlocks?: number;
};

export function startReconciliation(dependencies: ReconciliationDependencies): Pick<Leased, 'stop'> {
  const { db, code, log, everyMs } = dependencies;
  const ending = new AbortController();
  const watcher = createWatcher({ ...dependencies, bookOpening });
  const reconciler = createReconciler({ ...dependencies, ending: ending.signal });
  const run = (name: string, round: () => Promise<unknown>): Leased =>
    runLeased({
      db,
      name: `${name}:${code}`,
      everyMs,
      async round() {
        try {
          await round();
        } catch (error) {
          if (ending.signal.aborted) return;
          // The node is away or in the middle of its own change: nothing happened, the next round asks again.
          if (!(error instanceof ChainUnavailable)) throw error;
          log.info({ chain: code, reason: error.message }, 'a chain could not be read just now');
        }
      },
      log,
    });
  const rounds = [
    run('chain-watch', async () => await watcher.catchUp()),
    run('chain-reconcile', async () => await reconciler.look()),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(rounds.map(async (round) => await round.stop()));
    },
  };
}
