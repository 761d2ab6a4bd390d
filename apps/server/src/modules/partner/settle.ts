/** What follows from what a company answered about a wish: it is over, or it is asked for again later. */
import { Halted } from '@marigold/ledger/errors';
import { absentApartMs, canBeVoid, nextFindAfter, type PartnerPromise } from '@marigold/partners/call-states';

import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { PartnerCrashPoint } from './crash-points.ts';
import { awaitOpenCall, markUnknown, type PartnerCall, settleCall } from './store.ts';
import type { CallEnd, CallKind } from './work.ts';

type Settling = {
  readonly db: Database;
  readonly clock: Clock;
  readonly crash: (point: PartnerCrashPoint) => void;
  readonly promise: PartnerPromise;
};

export function createSettling({ db, clock, crash, promise }: Settling) {
  return { askLater, judgeAbsent, settle };

  async function askLater(call: PartnerCall, { isFind }: { readonly isFind: boolean }): Promise<void> {
    const dueAt = clock() + nextFindAfter(call.finds);
    await markUnknown(db, { id: call.id, dueAt, isFind: isFind || call.state !== 'due', isAbsent: false });
  }

  /** The company knows nothing of it: that says something only when it can neither arrive nor be hidden any more. */
  async function judgeAbsent(call: PartnerCall, kind: CallKind<unknown>): Promise<void> {
    const now = clock();
    const absent = call.absent + 1;
    if (call.sentAt !== null && canBeVoid(promise, { sentAt: call.sentAt, absent, now })) {
      await settle(call, kind, { is: 'void' });
      return;
    }
    await markUnknown(db, { id: call.id, dueAt: now + absentApartMs, isFind: true, isAbsent: true });
  }

  async function settle(call: PartnerCall, kind: CallKind<unknown>, end: CallEnd<unknown>): Promise<void> {
    try {
      await db.transaction().execute(async (transaction) => {
        const open = await awaitOpenCall(transaction, call.id);
        // Somebody else was quicker; what they read stands.
        if (open === undefined) return;
        const stored = await kind.apply(transaction, open, end);
        await settleCall(transaction, {
          id: call.id,
          state: stored === 'mismatch' ? 'mismatch' : end.is === 'void' ? 'void' : 'known',
          answer: stored === 'mismatch' ? null : stored,
          now: clock(),
        });
        crash('partner.before-apply-commit');
      });
    } catch (error) {
      if (!(error instanceof Halted)) throw error;
      // No money moves now: what was answered is asked for again when it does.
      await askLater(call, { isFind: true });
      return;
    }
    crash('partner.after-apply-commit');
  }
}
