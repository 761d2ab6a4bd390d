/**
 * What persons of the house do about a review that the house checks: item by item, then the whole. The audit log names the
 * record and the item; what was typed is printed by `kyc-read` alone, and logged nowhere.
 */
import type * as rows from '@marigold/operations/rows/kyc';
import type { KycItem, KycLabel } from '@marigold/partners/kyc-states';
import { readMrz } from '@marigold/partners/mrz';

import type { Database } from '../../../platform/database/database.ts';
import type { Deed } from '../../../platform/operations/deed.ts';
import { RefusedDeed } from '../../../platform/operations/deed.ts';
import { ownVerifier } from '../port.ts';
import { type KycRecordRow, lockRecordByNumber } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { lookNow } from '../review/store.ts';
import { type ComparedItem, compareWithLines, openLines, sealLines } from './lines.ts';
import {
  decideHouseReview,
  findHouseReview,
  type HouseItemRow,
  type HouseReviewRow,
  listHouseItems,
  storeHouseLines,
  storeHouseVerdict,
} from './store.ts';
import { openHouseValues } from './typed.ts';
import { isAccepted, isUnseen, type TwoNeeded, weigh, type WeighedReview } from './weigh.ts';

/** How far the items of a review are. */
export type HouseProgress = {
  readonly accepted: readonly KycItem[];
  readonly again: readonly KycItem[];
  /** Nobody has looked at them. */
  readonly unseen: readonly KycItem[];
};

/** How far a check by the house is. */
export type OpenedCheck = Pick<HouseReviewRow, 'round' | 'receivedAt'> & {
  readonly hasLines: boolean;
  readonly progress: HouseProgress;
};

export type ReadLines = {
  readonly compared: readonly ComparedItem[];
  /** Check digits that do not fit. */
  readonly wrong: readonly string[];
};

export type HouseDecided = {
  readonly is: Exclude<HouseReviewRow['outcome'], null> | 'held';
  /** Why two persons decide; null: they do not. */
  readonly why: TwoNeeded | null;
};

/** What its person typed, item by item, as it stands there. */
export type TypedByPerson = readonly { readonly item: string; readonly text: string }[];

export type HouseDeeds = {
  readonly read: Deed<typeof rows.readTypedKyc, TypedByPerson>;
  readonly acceptItem: Deed<typeof rows.acceptKycItem, HouseProgress>;
  readonly again: Deed<typeof rows.askKycItemAgain, HouseProgress>;
  readonly mrz: Deed<typeof rows.readKycLines, ReadLines>;
  readonly decide: Deed<typeof rows.decideKyc, HouseDecided>;
};

export function createHouseDeeds(vaultOf: () => Vault): HouseDeeds {
  return {
    read: {
      async act(db, { record: authNo }, { by }) {
        if (by === 'nobody') return new RefusedDeed('nameless');
        const record = await lockRecordByNumber(db, authNo);
        if (record === undefined) return new RefusedDeed('not_found');
        // A draft is its person's alone, and what ended is read masked.
        const isChecked = record.review === 'review' || record.review === 'held';
        if (!isChecked || (await findHouseReview(db, record.id)) === undefined)
          return new RefusedDeed('wrong_state');
        const typed = await openHouseValues(db, vaultOf(), record);
        const facts = Object.entries(typed).flatMap(([item, value]) =>
          value === undefined ? [] : [{ item, text: textOf(value) }],
        );
        return { subject: subjectOf(authNo), facts };
      },
    },
    acceptItem: {
      act: async (db, { record, item }, { by, now }) =>
        await look({ db, authNo: record, by, now }, { item, verdict: 'accepted', label: null }),
    },
    again: {
      act: async (db, { record, item, label }, { by, now }) =>
        await look({ db, authNo: record, by, now }, { item, verdict: 'again', label: label as KycLabel }),
    },
    mrz: {
      async act(db, { record: authNo, lines }, { by, now }) {
        const opened = await openReview(db, { authNo, by });
        if (opened instanceof RefusedDeed) return opened;
        const { record } = opened;
        const read = readMrz(lines, now);
        if (!read.isRead) return new RefusedDeed('lines_unreadable', { wrong: read.wrong });
        const vault = vaultOf();
        const sealed = sealLines(vault, record, { lines, at: now });
        if (sealed === undefined) return new RefusedDeed('wrong_state');
        await storeHouseLines(db, record.id, sealed);
        const compared = compareWithLines(read.fields, await openHouseValues(db, vault, record));
        return { subject: subjectOf(authNo), facts: { compared, wrong: read.wrong } };
      },
    },
    decide: {
      async act(db, { record: authNo, verdict }, { by, now }) {
        const opened = await openReview(db, { authNo, by });
        if (opened instanceof RefusedDeed) return opened;
        const { record, review, items } = opened;
        const lines = await linesOf(db, vaultOf(), opened);
        const weighed = weigh(verdict, { items, lines });
        if ('no' in weighed)
          return 'items' in weighed
            ? new RefusedDeed(weighed.no, { items: weighed.items })
            : new RefusedDeed(weighed.no);
        const outcome = 'outcome' in weighed ? weighed.outcome : null;
        await decideHouseReview(db, { recordId: record.id, outcome, by, at: afterAll(record, review, now) });
        // The round of the house reads it at once, and applies it as it does with any company.
        await lookNow(db, { id: record.id, provider: ownVerifier, now });
        const facts = { is: outcome ?? 'held', why: 'why' in weighed ? weighed.why : null } as const;
        return { subject: subjectOf(authNo), facts };
      },
    },
  };
}

function subjectOf(record: string): string {
  return `identity:${record}`;
}

/** A moment later than every decision before, though two of them may fall into one millisecond. */
function afterAll(record: KycRecordRow, review: HouseReviewRow, now: number): number {
  return Math.max(now, (record.decidedAt ?? 0) + 1, (review.decidedAt ?? 0) + 1);
}

type OpenedReview = {
  readonly record: KycRecordRow;
  readonly review: HouseReviewRow;
  readonly items: readonly HouseItemRow[];
};

/** A review that waits for somebody who checks it, with its record locked. */
async function openReview(
  db: Database,
  { authNo, by }: { readonly authNo: string; readonly by: string },
): Promise<OpenedReview | RefusedDeed<'not_found' | 'nameless' | 'wrong_state'>> {
  // One person is enough here: of whom the log says who it was.
  if (by === 'nobody') return new RefusedDeed('nameless');
  const record = await lockRecordByNumber(db, authNo);
  if (record === undefined) return new RefusedDeed('not_found');
  const review = await findWaiting(db, record);
  if (review === undefined) return new RefusedDeed('wrong_state');
  return { record, review, items: await listHouseItems(db, record.id) };
}

/** Undefined where nothing waits for somebody who checks it. */
export async function openCheck(db: Database, record: KycRecordRow): Promise<OpenedCheck | undefined> {
  const review = await findWaiting(db, record);
  if (review === undefined) return undefined;
  const { round, receivedAt, mrz } = review;
  const progress = progressOf(await listHouseItems(db, record.id));
  return { round, receivedAt, hasLines: mrz !== null, progress };
}

async function findWaiting(db: Database, record: KycRecordRow): Promise<HouseReviewRow | undefined> {
  const isOpen = record.review === 'submitted' || record.review === 'review';
  if (!isOpen || record.provider !== ownVerifier) return undefined;
  const review = await findHouseReview(db, record.id);
  return review?.phase === 'checking' ? review : undefined;
}

type Looking = {
  readonly db: Database;
  readonly authNo: string;
  readonly by: string;
  readonly now: number;
};
type Found = {
  readonly item: string;
  readonly verdict: 'accepted' | 'again';
  readonly label: KycLabel | null;
};

/** Writes down what was found of one item; until the whole is decided it may be changed. */
async function look({ db, authNo, by, now }: Looking, { item, verdict, label }: Found) {
  const opened = await openReview(db, { authNo, by });
  if (opened instanceof RefusedDeed) return opened;
  const { record, items } = opened;
  const row = items.find((one) => one.item === item);
  // What was accepted in a round before stays so.
  if (row?.state !== 'given') {
    const names = items.filter(({ state }) => state === 'given').map((one) => one.item);
    return new RefusedDeed('item_unknown', { items: names });
  }
  await storeHouseVerdict(db, { recordId: record.id, item: row.item, verdict, label, by, now });
  const facts = progressOf(items.map((one) => (one === row ? { ...row, verdict, label } : one)));
  return { subject: subjectOf(authNo), detail: { item: row.item }, facts };
}

function progressOf(items: readonly HouseItemRow[]): HouseProgress {
  const namesOf = (rows: readonly HouseItemRow[]) => rows.map(({ item }) => item);
  return {
    accepted: namesOf(items.filter(isAccepted)),
    again: namesOf(items.filter((row) => !isAccepted(row) && !isUnseen(row))),
    unseen: namesOf(items.filter(isUnseen)),
  };
}

/** As a person reads it: the parts of a value one after the other. */
function textOf(value: string | object): string {
  return typeof value === 'string' ? value : Object.values(value).join(' · ');
}

/** Compared anew: something may have been given again since they were typed. */
async function linesOf(
  db: Database,
  vault: Vault,
  { record, review }: OpenedReview,
): Promise<WeighedReview['lines']> {
  const read = openLines(vault, record, review.mrz);
  if (read === undefined) return 'none';
  const compared = compareWithLines(read.fields, await openHouseValues(db, vault, record));
  const isSame = read.wrong.length === 0 && compared.every(({ likeness }) => likeness === 'same');
  return isSame ? 'same' : 'differ';
}
