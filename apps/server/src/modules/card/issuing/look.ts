/** Looks at what is open at a company that issues cards: by the clock, or at once when an event told of it. */
import { Halted } from '@marigold/ledger/errors';
import { minuteMs } from '@marigold/money/spans';
import { isFinal } from '@marigold/money/states';
import { nextLookAfter } from '@marigold/partners/call-states';
import type { OpeningName } from '@marigold/partners/card-port';
import { cardStates } from '@marigold/partners/card-states';
import type { PartnerAnswer } from '@marigold/partners/identity-port';

import type { Database } from '../../../platform/database/database.ts';
import { crashPoint } from '../../../platform/process/crash-point.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { PartnerCrashPoint } from '../../partner/crash-points.ts';
import { hasOpenCall } from '../../partner/views.ts';
import type { Watch } from '../../partner/work.ts';
import { announceApplication } from '../application/change.ts';
import { lockWithIdentity } from '../application/end.ts';
import {
  type ApplicationRow,
  findApplication,
  listDueApplications,
  lockApplication,
  scheduleApplication,
} from '../application/store.ts';
import { announceCard, askFor, drive, followCard } from '../own/change.ts';
import { type OwnCardRow, findCard, listDueCards, lockCardRow, scheduleCard } from '../own/store.ts';
import type { CardCompany } from '../port.ts';
import { followHolder, followOpening, type FoundCard } from './follow.ts';
import { holderKind } from './kind-names.ts';
import type { IssuingParts } from './kinds.ts';

export type LookParts = IssuingParts & {
  readonly log: Log;
  readonly crash?: (point: PartnerCrashPoint) => void;
};

/** A card that is what is wished is read so often; one whose person waits, far more often. */
const restMs = 10 * minuteMs;
const looksMax = 1000;

const asApplication = 'application:';
const asCard = 'card:';

/** Applications and cards have one watch: each due one is named by its kind. */
export function createCardWatch(parts: LookParts, company: CardCompany): Watch {
  const { id: provider } = company;
  return {
    async listDue(db, now, most) {
      const applications = await listDueApplications(db, { provider, now, most });
      const cards = await listDueCards(db, { provider, now, most });
      return [...applications.map((id) => `${asApplication}${id}`), ...cards.map((id) => `${asCard}${id}`)];
    },
    async look(name) {
      if (name.startsWith(asCard)) await lookAtCard(parts, company, name.slice(asCard.length));
      else await lookAtApplication(parts, company, name.slice(asApplication.length));
    },
  };
}

async function lookAtApplication(parts: LookParts, { port }: CardCompany, id: string): Promise<void> {
  const { db, clock, crash = crashPoint } = parts;
  const seen = await findApplication(db, id);
  if (seen === undefined) return;
  if (isFirstHalf(seen)) {
    const found = await port.findHolder({ applicant: id });
    crash('partner.after-send');
    await apply(parts, seen, found, async (db, application, value) => {
      // What was sent in before is asked for by its own wish: until that is known, what is read may be older.
      if (await hasOpenCall(db, { provider: seen.provider, objectId: id, kind: holderKind })) return;
      if (isFirstHalf(application)) await followHolder({ db, now: clock() }, application, value);
    });
    return;
  }
  if (seen.holderRef === null) return;
  const found = await findCardOfOpening(port, { requestId: id, holderRef: seen.holderRef });
  crash('partner.after-send');
  await apply(parts, seen, found, async (db, application, value) => {
    const followed = await followOpening({ db, now: clock() }, application, value);
    if (followed === 'mismatch')
      parts.log.error({ provider: seen.provider, application: id }, 'a company names a card of another');
  });
}

/** The company still decides about its person. */
function isFirstHalf({ state }: ApplicationRow): boolean {
  return state === 'submitting' || state === 'review' || state === 'rejected';
}

async function findCardOfOpening(
  port: CardCompany['port'],
  name: OpeningName,
): Promise<PartnerAnswer<FoundCard>> {
  const opening = await port.findOpening(name);
  if (opening.is !== 'done') return opening;
  const { phase, cardRef } = opening.value;
  if (phase !== 'opened' || cardRef === null)
    return { is: 'done', value: { opening: opening.value, facts: null } };
  const facts = await port.find({ cardRef, holderRef: name.holderRef });
  if (facts.is === 'unknown') return facts;
  return { is: 'done', value: { opening: opening.value, facts: facts.is === 'done' ? facts.value : null } };
}

/** Applies what was read, unless somebody else applied something since it was asked for: then what was read may be older. */
async function apply<Value>(
  { db, clock, log, crash = crashPoint }: LookParts,
  seen: ApplicationRow,
  found: PartnerAnswer<Value>,
  follow: (db: Database, application: ApplicationRow, value: Value) => Promise<void>,
): Promise<void> {
  const now = clock();
  if (found.is === 'refused')
    log.warn({ provider: seen.provider, reason: found.reason }, 'a company refuses to answer');
  const isSilent = found.is === 'unknown' || found.is === 'refused';
  try {
    await db.transaction().execute(async (transaction) => {
      const application = await lockWithIdentity(transaction, seen.id);
      if (application === undefined) return;
      const isMoved = application.state !== seen.state || application.tries !== seen.tries;
      if (found.is === 'done' && !isMoved) await follow(transaction, application, found.value);
      await scheduleApplication(transaction, seen.id, {
        lookAt: await nextLook(transaction, seen, now),
        looks: Math.min(seen.looks + 1, looksMax),
        silentSince: isSilent ? (seen.silentSince ?? now) : null,
        seen: seen.lookAt,
      });
      if (isSilent !== (seen.silentSince !== null)) await announceApplication(transaction, seen);
      crash('partner.before-apply-commit');
    });
  } catch (error) {
    if (!(error instanceof Halted)) throw error;
    // No money moves now: what was answered is asked for again when it does.
    const later = { lookAt: now + nextLookAfter(0), looks: seen.looks };
    await scheduleApplication(db, seen.id, { ...later, silentSince: seen.silentSince, seen: seen.lookAt });
  }
  crash('partner.after-apply-commit');
}

/** Nothing is open at the company once its card is ready, or it is over. */
async function nextLook(db: Database, { id, looks }: ApplicationRow, now: number): Promise<number | null> {
  const application = await lockApplication(db, id);
  const isWaiting =
    application !== undefined &&
    !['pendingActivation', 'active', 'closed', 'passed'].includes(application.state);
  return isWaiting ? now + nextLookAfter(looks) : null;
}

async function lookAtCard(parts: LookParts, { port }: CardCompany, id: string): Promise<void> {
  const { db, clock, log, crash = crashPoint } = parts;
  const seen = await findCard(db, id);
  if (seen === undefined) return;
  const found = await port.find(seen);
  crash('partner.after-send');
  const now = clock();
  if (found.is === 'refused')
    log.warn({ provider: seen.provider, reason: found.reason }, 'a company refuses to answer');
  await db.transaction().execute(async (transaction) => {
    await lockApplication(transaction, seen.applicationId);
    const card = await lockCardRow(transaction, id);
    if (card === undefined) return;
    const isMoved =
      card.state !== seen.state || card.wish !== seen.wish || card.lockSentAt !== seen.lockSentAt;
    const isRead = found.is === 'done' && !isMoved;
    const current = isRead ? await followCard(transaction, card, { facts: found.value, now }) : card;
    if (isRead) await drive(transaction, current, now);
    const isSilent = found.is !== 'done';
    await scheduleCard(transaction, id, {
      lookAt: nextCardLook(current, seen.looks, now),
      looks: Math.min(seen.looks + 1, looksMax),
      silentSince: isSilent ? (seen.silentSince ?? now) : null,
      seen: seen.lookAt,
    });
    if (isSilent !== (seen.silentSince !== null)) await announceCard(transaction, card);
    crash('partner.before-apply-commit');
  });
  crash('partner.after-apply-commit');
}

function nextCardLook(card: OwnCardRow, looks: number, now: number): number | null {
  if (isFinal(cardStates, card.state)) return null;
  return now + (askFor(card) === undefined ? restMs : nextLookAfter(looks));
}
