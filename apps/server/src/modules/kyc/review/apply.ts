/**
 * What a company says of a review, applied: read back, never believed from an event. The newest verdict counts by the
 * company's own moment, an item that was accepted stays so, and an attempt counts once.
 */
import { mayFollow } from '@marigold/money/states';
import type { FoundReview, ItemVerdict, ReadFields } from '@marigold/partners/identity-port';
import { kycAttempts, kycItemStates } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../message/notify.ts';
import { isAdult, isGoodForAWhile } from '../draft/problems.ts';
import { changeRecord } from '../record/change.ts';
import { keyOfRecord, sealFields } from '../record/fields.ts';
import {
  type ItemRow,
  type KycReason,
  type KycRecordRow,
  listItems,
  storeFields,
  updateItems,
} from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { compareRecord, type Screened } from '../screening/compare.ts';
import { type Applying, approve, hasLevel2, isOwn, pathTo, refuse } from './end.ts';
import { forgetPage } from './store.ts';

/** `screened`: what a list answered about what was found, asked for before the record was locked. */
export type ApplyingFound = Applying & { readonly screened: Screened };

/** Of a record that the caller has locked. Answers whether anything is still open at the company. */
export async function applyFound(
  applying: ApplyingFound,
  record: KycRecordRow,
  found: FoundReview,
): Promise<{ readonly isOpen: boolean }> {
  if (record.review === 'final') return { isOpen: false };
  // Somebody else's review under our name: nothing of it is ours.
  if (record.companyRef !== null && record.companyRef !== found.ref) return { isOpen: true };
  if (record.review === 'approved') return await applyToApproved(applying, record, found);
  if (found.phase === 'open') return { isOpen: true };
  if (found.phase === 'checking') return await applyChecking(applying, record, found);
  if (found.phase === 'held') return await applyHeld(applying, record, found);
  return await applyVerdict(applying, record, found);
}

/** An approved identity is taken back only by a newer verdict. */
async function applyToApproved(
  applying: Applying,
  record: KycRecordRow,
  { phase, outcome, decidedAt }: FoundReview,
): Promise<{ readonly isOpen: boolean }> {
  const isNewer = decidedAt !== null && (record.decidedAt === null || decidedAt > record.decidedAt);
  if (phase !== 'done' || outcome === null || outcome === 'passed' || !isNewer) return { isOpen: false };
  await refuse(applying, record, { reason: 'withdrawn', attempts: record.attempts, decidedAt });
  return { isOpen: false };
}

async function applyChecking(
  { db, now }: Applying,
  record: KycRecordRow,
  { items: verdicts }: FoundReview,
): Promise<{ readonly isOpen: boolean }> {
  await markItems({ db, now }, record, {
    verdicts: verdicts.map((one) => ({ ...one, verdict: one.verdict === 'accepted' ? 'accepted' : 'given' })),
  });
  await goOn({ db, now }, record);
  return { isOpen: true };
}

/** It is being checked. */
async function goOn({ db, now }: Pick<Applying, 'db' | 'now'>, record: KycRecordRow): Promise<void> {
  const { review } = record;
  if (review === 'draft' || review === 'again')
    await changeRecord(db, record, { reviews: ['submitted', 'review'], now });
  else if (review === 'submitted') await changeRecord(db, record, { reviews: ['review'], now });
}

/**
 * A person looks. Where it is known already what was read, that is stored and compared with the list, because persons of
 * the house decide by it: nothing is approved here.
 */
async function applyHeld(
  applying: ApplyingFound,
  record: KycRecordRow,
  { items, read, decidedAt }: FoundReview,
): Promise<{ readonly isOpen: boolean }> {
  if (read === null || decidedAt === null) return await hold(applying, record);
  if (record.decidedAt !== null && decidedAt < record.decidedAt) return { isOpen: true };
  const { db, vault, now } = applying;
  await markItems({ db, now }, record, { verdicts: items.filter(({ verdict }) => verdict === 'accepted') });
  const sealed = sealFields(vault, record, read);
  if (sealed !== undefined) await storeFields(db, record.id, sealed);
  const compared = await compareRecord(applying, record, { read, screened: applying.screened });
  await hold(applying, record, { reason: compared === 'hit' ? 'screening' : null, decidedAt });
  // A list that did not answer is asked again; everything else is for persons now.
  return { isOpen: compared === 'unknown' };
}

/**
 * A person looks: of the company, or of the house where `reason` says why. The moment of the verdict that led to it is
 * remembered: what the house decides then is taken back by a newer one alone.
 */
async function hold(
  { db, now }: Applying,
  record: KycRecordRow,
  { reason, decidedAt }: { readonly reason?: KycReason | null; readonly decidedAt?: number } = {},
): Promise<{ readonly isOpen: boolean }> {
  const reviews = pathTo(record.review, 'held');
  const isNewer = decidedAt !== undefined && decidedAt !== record.decidedAt;
  // What the company held before may be ours to look at now.
  const isNews = reviews.length > 0 || isNewer || (reason !== undefined && reason !== record.reason);
  const change = { reviews, reason: reason ?? null, ...(isNewer && { decidedAt }), now };
  if (isNews) await changeRecord(db, record, change);
  return { isOpen: (reason ?? null) === null };
}

async function applyVerdict(
  applying: ApplyingFound,
  record: KycRecordRow,
  found: FoundReview,
): Promise<{ readonly isOpen: boolean }> {
  const { outcome, decidedAt } = found;
  if (outcome === null || decidedAt === null) return { isOpen: true };
  const isOld = record.decidedAt !== null && decidedAt < record.decidedAt;
  if (isOld) return { isOpen: true };
  const isSame = decidedAt === record.decidedAt;
  if (outcome === 'passed') return await pass(applying, record, { ...found, decidedAt });
  if (outcome === 'final') {
    await refuse(applying, record, { reason: 'refused', attempts: record.attempts, decidedAt });
    return { isOpen: false };
  }
  return await again(applying, record, { ...found, decidedAt }, isSame);
}

type Verdict = FoundReview & { readonly decidedAt: number };

/** Items once more. The same verdict read again counts no second attempt. */
async function again(
  applying: Applying,
  record: KycRecordRow,
  { items, decidedAt }: Verdict,
  isSame: boolean,
): Promise<{ readonly isOpen: boolean }> {
  const { db, vault, now } = applying;
  // Its person has sent in what was asked, which is on its way there.
  if (isSame && record.review === 'submitted') return { isOpen: true };
  const accepted = new Set(
    (await listItems(db, record.id)).filter(({ state }) => state === 'accepted').map(({ item }) => item),
  );
  const count = items.filter(({ item, verdict }) => verdict === 'again' && !accepted.has(item)).length;
  // Nothing is named that could be given again: a person has to find out what is meant.
  if (count === 0) return await hold(applying, record, { decidedAt });
  const attempts = isSame ? record.attempts : record.attempts + 1;
  await markItems({ db, now, vault }, record, { verdicts: items });
  await forgetPage(db, record.id);
  if (attempts >= kycAttempts) {
    await refuse(applying, record, { reason: 'attempts_used', attempts, decidedAt });
    return { isOpen: false };
  }
  // A newer verdict follows something that was sent, whether or not a look saw that.
  const isNext = !isSame && record.review === 'again';
  const reviews = isNext ? (['submitted', 'review', 'again'] as const) : pathTo(record.review, 'again');
  if (reviews.length === 0) return { isOpen: true };
  await changeRecord(db, record, { reviews, attempts, decidedAt, now });
  if (!isSame) {
    const facts = { count, left: kycAttempts - attempts, authNo: record.authNo };
    await notify(db, { userId: record.userId, kind: 'kycAgain', facts, now });
  }
  return { isOpen: true };
}

/**
 * Approved, when everything that a level needs was accepted, a list of sanctioned persons was asked and nothing stands
 * against it; else a person looks.
 */
async function pass(
  applying: ApplyingFound,
  record: KycRecordRow,
  { items, read, decidedAt }: Verdict,
): Promise<{ readonly isOpen: boolean }> {
  const { db, vault, now, screened } = applying;
  await markItems({ db, now }, record, { verdicts: items });
  const sealed = read === null ? undefined : sealFields(vault, record, read);
  // What was read stays whatever comes of it: a person who looks at the record decides by it.
  if (sealed !== undefined) await storeFields(db, record.id, sealed);
  const compared = read === null ? 'unknown' : await compareRecord(applying, record, { read, screened });
  const isWhole = await hasLevel2(db, record.id);
  if (!isWhole || read === null || sealed === undefined || !isGood(read, now))
    return await hold(applying, record, { decidedAt });
  if (record.purpose === 'system' && !(await isOwn(applying, record, read)))
    return await hold(applying, record, { reason: 'duplicate', decidedAt });
  if (compared === 'hit') return await hold(applying, record, { reason: 'screening', decidedAt });
  if (compared === 'unknown') {
    // The list did not answer, which says nothing about anybody: the same verdict is read again later.
    await goOn(applying, record);
    return { isOpen: true };
  }
  await approve(applying, record, { decidedAt, expiresOn: read.expiry });
  return { isOpen: false };
}

/** Good for a while, and of somebody who is of age. */
function isGood({ expiry, birthday }: ReadFields, now: number): boolean {
  return isGoodForAWhile(expiry, now) && isAdult(birthday, now);
}

type Marking = {
  readonly verdicts: readonly (Omit<ItemVerdict, 'verdict'> & {
    readonly verdict: ItemVerdict['verdict'] | 'given';
  })[];
};

/** Moves items along the arrows of their table; one that was accepted stays, whatever is said of it later. */
async function markItems(
  { db, now, vault }: { readonly db: Database; readonly now: number; readonly vault?: Vault },
  record: KycRecordRow,
  { verdicts }: Marking,
): Promise<void> {
  const known = new Map((await listItems(db, record.id)).map((row) => [row.item, row]));
  const key = keyOfRecord(record);
  const rows: ItemRow[] = [];
  for (const { item, verdict, label, words } of verdicts) {
    const row = known.get(item);
    const state = verdict === 'open' ? undefined : verdict;
    if (row === undefined || state === undefined || !mayFollow(kycItemStates, row.state, state)) continue;
    const place = { recordId: record.id, part: `words:${item}` };
    const sealed =
      state === 'again' && words !== null && vault !== undefined && key !== undefined
        ? vault.seal(key, place, words)
        : null;
    rows.push({ item, state, label: state === 'again' ? label : null, words: sealed });
  }
  await updateItems(db, record.id, rows, now);
}
