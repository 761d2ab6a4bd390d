/** Runs the rounds of every company, each by whoever holds its lease, and lets their events in. */
import type { FastifyInstance } from 'fastify';

import type { Database } from '../../platform/database/database.ts';
import type { Metrics } from '../../platform/http/metrics.ts';
import { type Leased, runLeased } from '../../platform/jobs/leased.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Log } from '../../platform/process/log.ts';
import { createSealer } from '../../platform/process/sealed-text.ts';
import type { PartnerEvents } from './event.ts';
import { createPartnerRound } from './round.ts';
import { registerHooks } from './routes.ts';
import type { PartnerWork } from './work.ts';

export type Partner = { readonly work: PartnerWork; readonly events: PartnerEvents };

export type PartnersDependencies = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secretKey: string;
  readonly partners: readonly Partner[];
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
};

export type Partners = {
  /** Begins the rounds; answers how they are stopped. */
  start(): { stop(): Promise<void> };
  /** Lets events in. */
  register(app: FastifyInstance, answered: Metrics['answered']): Promise<void>;
};

export function createPartners(dependencies: PartnersDependencies): Partners {
  const { db, clock, log, secretKey, partners, everyMs } = dependencies;
  const sealer = createSealer(secretKey, 'partner-event');
  const running = new Map<string, Leased>();
  return {
    start() {
      for (const { work } of partners) {
        const round = createPartnerRound({ db, clock, log }, work);
        const name = `partner:${work.provider}`;
        running.set(
          work.provider,
          runLeased({ db, name, everyMs, round: async () => await round.pass(), log }),
        );
      }
      return {
        async stop() {
          await Promise.all([...running.values()].map(async (one) => await one.stop()));
          running.clear();
        },
      };
    },
    async register(app, answered) {
      await registerHooks(app, {
        db,
        sealer,
        clock,
        answered,
        partners: new Map(partners.map(({ work, events }) => [work.provider, events])),
        nudge: (provider) => running.get(provider)?.nudge(),
      });
    },
  };
}
