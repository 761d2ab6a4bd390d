/**
 * One pass over what is open at one company, by the table of identity-cards-fund-agents.md 1.2: what is due is sent once,
 * what is unknown is asked for, and what was read is applied in one transaction with the wish.
 */
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { crashPoint } from '../../platform/process/crash-point.ts';
import type { Log } from '../../platform/process/log.ts';
import { mapConcurrent } from '../../platform/process/map-concurrent.ts';
import type { PartnerCrashPoint } from './crash-points.ts';
import { createSettling } from './settle.ts';
import { listDueCalls, lockOpenCall, markSent, markUnknown } from './store.ts';
import type { PartnerWork } from './work.ts';

export type RoundDependencies = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Called between durable effects; simulations pass one that dies. */
  readonly crash?: (point: PartnerCrashPoint) => void;
};

const callsAtOnce = 4;
const callsPerPass = 100;
/** Later than the time-out of any call: who is still waiting then is dead. */
const sentPatienceMs = minuteMs / 2;

export function createPartnerRound(
  { db, clock, log, crash = crashPoint }: RoundDependencies,
  { provider, promise, kinds, watch }: PartnerWork,
): { pass(): Promise<void> } {
  const { askLater, judgeAbsent, settle } = createSettling({ db, clock, crash, promise });
  return {
    async pass() {
      const now = clock();
      const due = await listDueCalls(db, { provider, now, most: callsPerPass });
      await eachOf(due, step);
      const watched = await watch.listDue(db, now, callsPerPass);
      await eachOf(watched, watch.look);
    },
  };

  /** One that fails holds up none of the others; its turn comes again. Throws the first failure at the end. */
  async function eachOf(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    await mapConcurrent(ids, callsAtOnce, async (id) => {
      await work(id).catch((error: unknown) => failures.push(error));
    });
    if (failures.length > 0) throw failures[0];
  }

  async function step(id: string): Promise<void> {
    const taken = await take(id);
    if (taken === undefined) return;
    const { call, kind, isSending } = taken;
    const answer = isSending || kind.find === undefined ? await kind.send(call) : await kind.find(call);
    crash('partner.after-send');
    if (answer.is === 'unknown') await askLater(call, { isFind: !isSending });
    else if (answer.is === 'absent') await judgeAbsent(call, kind);
    else await settle(call, kind, answer);
  }

  /** Decides under the lock of the row what is done with it, and commits that before anything leaves. */
  async function take(id: string) {
    const taken = await db.transaction().execute(async (transaction) => {
      const call = await lockOpenCall(transaction, id);
      if (call === undefined) return undefined;
      const kind = kinds[call.kind];
      if (kind === undefined) {
        log.error({ provider, kind: call.kind }, 'a wish of a kind that nobody knows');
        return undefined;
      }
      const now = clock();
      // A `set` without a question of its own is sent again; a `move` leaves the house once.
      const isSending = call.state === 'due' || (kind.nature === 'set' && kind.find === undefined);
      crash('partner.after-wish-commit');
      const dueAt = now + sentPatienceMs;
      // Whoever sent it is gone without an answer.
      if (call.state !== 'due') await markUnknown(transaction, { id, dueAt, isFind: false, isAbsent: false });
      if (isSending) await markSent(transaction, { id, now, dueAt });
      return { call: { ...call, sentAt: call.sentAt ?? now }, kind, isSending };
    });
    crash('partner.after-sent-commit');
    return taken;
  }
}
