/** The house itself as one who checks identities: what its people found lies in tables of ours, so it answers at once. */
import type {
  DirectProvider,
  DirectSubmission,
  FoundReview,
  ItemVerdict,
  PartnerAnswer,
  ReviewName,
} from '@marigold/partners/identity-port';

import type { Database } from '../../../platform/database/database.ts';
import { isOutage } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import { isId } from '../../../platform/process/ids.ts';
import { findRecord, lockRecord } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import {
  beginHouseRound,
  deleteHouseReview,
  findHouseReview,
  type HouseItemRow,
  type HouseReviewRow,
  insertHouseReview,
  listHouseItems,
} from './store.ts';
import { openHouseValues, readFieldsOf } from './typed.ts';

export type HouseParts = {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
};

export function createHouseProvider(parts: HouseParts): DirectProvider {
  const { db } = parts;
  return {
    submit: async (given) => await answering(async () => await submit(parts, given)),
    find: async (name) => await answering(async () => await find(parts, name)),
    erase: async (ref) =>
      await answering(async () => {
        if (isId(ref)) await deleteHouseReview(db, ref);
        return { is: 'done', value: null };
      }),
    // Whoever decides here has the record looked at in the same transaction: nobody sends events.
    readEvent: () => undefined,
  };
}

/** A database that is away says nothing about anybody; a mistake of ours is thrown. */
async function answering<Value>(ask: () => Promise<PartnerAnswer<Value>>): Promise<PartnerAnswer<Value>> {
  try {
    return await ask();
  } catch (error) {
    if (isOutage(error)) return { is: 'unknown' };
    throw error;
  }
}

function refused(reason: string) {
  return { is: 'refused', reason, isFinal: true } as const;
}

async function submit(
  { db, clock }: HouseParts,
  { requestId, applicant, items }: DirectSubmission,
): Promise<PartnerAnswer<{ readonly ref: string }>> {
  return await db.transaction().execute(async (transaction) => {
    const record = isId(applicant) ? await lockRecord(transaction, applicant) : undefined;
    if (record === undefined || record.erasedAt !== null) return refused('no record');
    const review = await findHouseReview(transaction, applicant);
    const done = { is: 'done', value: { ref: applicant } } as const;
    if (review?.requestId === requestId) return done;
    if (review?.outcome === 'final') return refused('final');
    if (review?.outcome === 'passed' || review?.phase === 'held') return refused('decided');
    // A wish that comes late, about what was looked at since: nothing of it waits for anybody.
    const given = new Set(
      (await listHouseItems(transaction, applicant))
        .filter(({ state }) => state === 'given')
        .map(({ item }) => item),
    );
    if (items.length === 0 || !items.every((item) => given.has(item))) return refused('not given');
    const round = { recordId: applicant, requestId, now: clock() };
    if (review === undefined) await insertHouseReview(transaction, round);
    else {
      // Lines stand on the picture that they were typed from.
      const forgetsLines = items.includes('idFront') || items.includes('idBack');
      await beginHouseRound(transaction, { ...round, items, forgetsLines });
    }
    return done;
  });
}

async function find({ db, vault }: HouseParts, name: ReviewName): Promise<PartnerAnswer<FoundReview>> {
  const id = 'ref' in name ? name.ref : name.applicant;
  if (!isId(id)) return { is: 'absent' };
  // One moment of everything: a round that begins meanwhile takes verdicts away.
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return await reading.execute(async (transaction) => {
    const review = await findHouseReview(transaction, id);
    const record = review && (await findRecord(transaction, id));
    if (review === undefined || record === undefined) return { is: 'absent' };
    const { phase, outcome, decidedAt } = review;
    const rows = await listHouseItems(transaction, id);
    const read = readFieldsOf(await openHouseValues(transaction, vault, record));
    const items = rows.map((row) => verdictOf(review, row));
    return { is: 'done', value: { ref: id, phase, outcome, items, read, decidedAt } };
  });
}

/** What was found of an item counts once the whole is decided; until then whoever checks may change their mind. */
function verdictOf({ phase }: HouseReviewRow, { item, state, verdict, label }: HouseItemRow): ItemVerdict {
  const words = null;
  if (state === 'accepted') return { item, verdict: 'accepted', label: null, words };
  if (phase === 'checking' || verdict === null) return { item, verdict: 'open', label: null, words };
  return { item, verdict, label, words };
}
