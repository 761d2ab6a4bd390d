/** How far a draft is: what can be given, what was, what is missing, and what cannot stay as it is. */
import type { KycTyped, kycDraft, saveKyc } from '@marigold/contract/calls/kyc/own';
import type { OutputOf } from '@marigold/contract/endpoint';
import {
  kycDraftIdleMs,
  type OwnItem,
  ownItems,
  type PictureItem,
  pictureItems,
} from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import { countries } from '../../identity/countries.ts';
import { ownVerifier } from '../port.ts';
import type { KycRecordRow } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { missingOf, type Offered, draftProblems } from './problems.ts';
import { type ChoiceRow, type GivenRow, listChoices, listClosedIdTypes, listGiven } from './store.ts';
import { openTyped } from './values.ts';

const idTypes = ['idCard', 'passport'] as const;
type IdType = (typeof idTypes)[number];

export type Lists = {
  readonly offered: Offered;
  readonly choices: readonly ChoiceRow[];
  readonly regions: readonly { readonly code: string; readonly idTypes: IdType[] }[];
};

/** What can be picked, in one language, and which documents are taken. */
export async function readLists(db: Database, language: Call['language']): Promise<Lists> {
  const [choices, closed] = await Promise.all([listChoices(db, language), listClosedIdTypes(db)]);
  const isClosed = new Set(closed.map(({ region, idType }) => `${region} ${idType}`));
  const regions = countries
    .filter(({ kyc }) => kyc)
    .map(({ code }) => ({ code, idTypes: idTypes.filter((type) => !isClosed.has(`${code} ${type}`)) }))
    .filter((region) => region.idTypes.length > 0);
  const codesOf = (list: ChoiceRow['list']) =>
    new Set(choices.filter((row) => row.list === list).map(({ code }) => code));
  const offered = {
    jobs: codesOf('job'),
    incomes: codesOf('income'),
    purposes: codesOf('purpose'),
    idTypes: new Map(regions.map((region) => [region.code, region.idTypes])),
  };
  return { offered, choices, regions };
}

/** What is open to be given; undefined: nothing, because it is checked, over, or a company's. */
export function openItemsOf(
  { review, status, provider, keyId }: KycRecordRow,
  rows: readonly Pick<GivenRow, 'item' | 'state'>[],
): readonly OwnItem[] | undefined {
  if (status === 'disabled' || keyId === null) return undefined;
  if (review === 'draft') return ownItems;
  if (review !== 'again' || provider !== ownVerifier) return undefined;
  return rows.filter(({ state }) => state === 'again').map(({ item }) => item);
}

export type DraftStanding = {
  readonly rows: readonly GivenRow[];
  readonly open: readonly OwnItem[];
  readonly typed: KycTyped;
  readonly answer: OutputOf<typeof saveKyc>;
};

type Reading = {
  readonly db: Database;
  readonly vault: Vault;
  readonly offered: Offered;
  readonly now: number;
};

/** Undefined: nothing can be given of this record now. */
export async function readStanding(
  { db, vault, offered, now }: Reading,
  record: KycRecordRow,
): Promise<DraftStanding | undefined> {
  const rows = await listGiven(db, record.id, ownItems);
  const open = openItemsOf(record, rows);
  if (open === undefined) return undefined;
  const typed = openTyped(vault, record, rows);
  const given = new Set(rows.filter((row) => isGiven(row)).map(({ item }) => item));
  return {
    rows,
    open,
    typed,
    answer: {
      authNo: record.authNo,
      review: record.review,
      open: [...open],
      // All of what is asked once more, also what may be left out at first.
      missing:
        record.review === 'again' ? open.filter((item) => !given.has(item)) : missingOf(open, given, typed),
      problems: draftProblems(open, typed, { offered, now }),
      expires:
        record.draftedAt === null || record.review !== 'draft' ? null : record.draftedAt + kycDraftIdleMs,
    },
  };
}

/** What was asked once more counts when it was saved since. */
function isGiven({ state, savedAt, changedAt }: GivenRow): boolean {
  return savedAt !== null && (state !== 'again' || savedAt >= changedAt);
}

/** What of it is a picture, as its person sees it: that it is there. */
export function picturesOf({ rows, open }: DraftStanding): OutputOf<typeof kycDraft>['pictures'] {
  return rows.flatMap((row) => {
    const { item, fileId, size, savedAt } = row;
    const isThere = fileId !== null && size !== null && savedAt !== null && isGiven(row);
    return isThere && open.includes(item) && isPicture(item) ? [{ item, size, time: savedAt }] : [];
  });
}

function isPicture(item: OwnItem): item is PictureItem {
  return pictureItems.some((picture) => picture === item);
}
