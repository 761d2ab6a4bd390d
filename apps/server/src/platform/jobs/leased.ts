/**
 * Work that one process at a time does, again and again: reading a chain, sending transactions. The process that holds
 * the lease in the database works; the others ask for it now and then and take over when its holder is gone.
 */
import { randomUUID } from 'node:crypto';

import { releaseLease, takeLease } from '@marigold/ledger/lease';

import type { Database } from '../database/database.ts';
import { isOutage, queryable } from '../database/database.ts';
import type { Log } from '../process/log.ts';

const leaseMs = 20_000;
const renewEveryMs = 5_000;

export type LeasedWork = {
  readonly db: Database;
  /** Of the lease: `chain-watch:eth`. */
  readonly name: string;
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
  /** One round; it must stay harmless when a second process runs it too, because a lease can be overtaken. */
  readonly round: () => Promise<void>;
  readonly log: Log;
};

export type Leased = {
  /** Runs a round at once instead of waiting for the next. */
  readonly nudge: () => void;
  /** Ends after the round that runs and gives the lease back. */
  readonly stop: () => Promise<void>;
};

export function runLeased({ db, name, everyMs, round, log }: LeasedWork): Leased {
  const holder = randomUUID();
  const ledger = queryable(db);
  const stopping = new AbortController();
  let wake = () => {};
  let epoch: bigint | undefined;
  let renewAt = 0;

  async function hold(): Promise<boolean> {
    if (epoch !== undefined && performance.now() < renewAt) return true;
    epoch = await takeLease(ledger, { name, holder, ttlMs: leaseMs });
    renewAt = performance.now() + renewEveryMs;
    return epoch !== undefined;
  }

  async function loop(): Promise<void> {
    // Ends: when the process stops; each turn waits for its time, or for whoever nudges.
    while (!stopping.signal.aborted) {
      try {
        if (await hold()) await round();
      } catch (error) {
        epoch = undefined;
        const word = 'a leased round failed and will run again';
        if (isOutage(error)) log.warn({ part: name }, word);
        else log.error({ part: name, err: error }, word);
      }
      await pause();
    }
    if (epoch !== undefined) await releaseLease(ledger, { name, holder, epoch }).catch(() => undefined);
  }

  async function pause(): Promise<void> {
    if (stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const running = loop();
  return {
    nudge: () => wake(),
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}
