/** Looks at what is open at a company: by the clock, or at once when an event told of it. */
import { Halted } from '@marigold/ledger/errors';
import { nextLookAfter } from '@marigold/partners/call-states';
import type { ScreeningList } from '@marigold/partners/screening-port';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import { crashPoint } from '../../../platform/process/crash-point.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { PartnerCrashPoint } from '../../partner/crash-points.ts';
import type { Watch } from '../../partner/work.ts';
import type { IdentityCompany } from '../port.ts';
import { holds } from '../record/holding.ts';
import { findRecord, type KycRecordRow, lockRecord } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { screenFound } from '../screening/compare.ts';
import { applyFound } from './apply.ts';
import { approvedLookMs } from './end.ts';
import { endLook, endSilence, listDueLooks, markSilent } from './store.ts';

export type LookDependencies = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  /** With which people are compared before they are approved; undefined: the company does it, or nobody is. */
  readonly screening: ScreeningList | undefined;
  readonly crash?: (point: PartnerCrashPoint) => void;
};

export function createWatch(
  { db, clock, log, vault, screening, crash = crashPoint }: LookDependencies,
  { id: provider, port }: IdentityCompany,
): Watch {
  return {
    async listDue(database, now, most) {
      return await listDueLooks(database, { provider, now, most });
    },

    async look(id) {
      const seen = await findRecord(db, id);
      if (seen === undefined || seen.provider !== provider || seen.erasedAt !== null) return;
      const found = await port.find({ applicant: id });
      const now = clock();
      crash('partner.after-send');
      if (found.is === 'unknown' || found.is === 'refused') {
        if (found.is === 'refused')
          log.warn({ provider, reason: found.reason }, 'a company refuses to answer');
        await becomeSilent(seen, now);
        return;
      }
      // The list is asked before anything is locked, as the company was.
      const screened = await screenFound(screening, seen, found.is === 'done' ? found.value : undefined);
      try {
        await db.transaction().execute(async (transaction) => {
          const record = await lockRecord(transaction, id);
          if (record === undefined) return;
          if (hasMoved(seen, record)) {
            // Somebody else applied something since it was asked for: what was read then may be older. The company is there.
            if (record.provider === provider) await endSilence(transaction, id);
            return;
          }
          const looks = record.silentSince === null ? record.looks + 1 : 0;
          const next = { lookAt: now + nextLookAfter(record.looks), looks: Math.min(looks, 1000) };
          const { isOpen } =
            found.is === 'absent'
              ? { isOpen: true }
              : await applyFound({ db: transaction, vault, now, screened }, record, found.value);
          await endLook(transaction, seen, isOpen ? next : await lookAtApproved(transaction, id, now));
          if (record.silentSince !== null) await announceRecord(transaction, record);
          crash('partner.before-apply-commit');
        });
      } catch (error) {
        if (!(error instanceof Halted)) throw error;
        await endLook(db, seen, { lookAt: now + nextLookAfter(0), looks: seen.looks });
      }
      crash('partner.after-apply-commit');
    },
  };

  async function becomeSilent(seen: KycRecordRow, now: number): Promise<void> {
    const lookAt = now + nextLookAfter(seen.looks);
    await db.transaction().execute(async (transaction) => {
      // Nobody waits for an answer about an identity that is approved.
      if (seen.review === 'approved') {
        await endLook(transaction, seen, { lookAt, looks: Math.min(seen.looks + 1, 1000) });
        return;
      }
      await markSilent(transaction, seen, { lookAt, now });
      if (seen.silentSince === null) await announceRecord(transaction, seen);
    });
  }
}

/** Nothing is open there; one that holds is still looked at now and then. */
async function lookAtApproved(db: Database, id: string, now: number) {
  const record = await findRecord(db, id);
  const lookAt = record !== undefined && holds(record) ? now + approvedLookMs : null;
  return { lookAt, looks: 0 };
}

function hasMoved(seen: KycRecordRow, record: KycRecordRow): boolean {
  return (
    seen.review !== record.review ||
    seen.status !== record.status ||
    seen.decidedAt !== record.decidedAt ||
    seen.erasedAt !== record.erasedAt ||
    seen.provider !== record.provider ||
    seen.companyRef !== record.companyRef
  );
}

async function announceRecord(db: Database, { userId, authNo }: KycRecordRow): Promise<void> {
  await announce(db, { userId, event: 'kyc', data: { authNo } });
}
