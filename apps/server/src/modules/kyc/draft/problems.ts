/** What is missing of a draft, and what cannot be sent in as it is. Pure: everything it needs is handed in. */
import type { KycTyped, kycProblems } from '@marigold/contract/calls/kyc/own';
import { documentDaysMin, identityYearsMin } from '@marigold/contract/limits';
import { dayMs } from '@marigold/money/spans';
import { type OwnItem, optionalItems } from '@marigold/partners/kyc-states';

export type KycProblem = (typeof kycProblems)[number];
export type ItemProblem = { readonly item: OwnItem; readonly problem: KycProblem };

const goodForMs = documentDaysMin * dayMs;
/** Nobody is older; a slip of the finger is. */
const oldestYears = 120;

/** What can be picked, and what is taken where. */
export type Offered = {
  readonly jobs: ReadonlySet<string>;
  readonly incomes: ReadonlySet<string>;
  readonly purposes: ReadonlySet<string>;
  /** Kinds of documents by the region that issues them; a region that is not there is taken from nobody. */
  readonly idTypes: ReadonlyMap<string, readonly string[]>;
};

/** Whether a document with this last day is good for a while; null: it does not expire. */
export function isGoodForAWhile(expiry: string | null, now: number): boolean {
  return expiry === null || Date.parse(expiry) >= now + goodForMs;
}

/** Whether somebody who was born that day is of age today. */
export function isAdult(birthday: string, now: number): boolean {
  return Date.parse(birthday) <= yearsBefore(now, identityYearsMin);
}

function yearsBefore(now: number, years: number): number {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate());
}

/** Of these items, in their order, those that nobody gave and that are needed. */
export function missingOf(open: readonly OwnItem[], given: ReadonlySet<string>, typed: KycTyped): OwnItem[] {
  return open.filter((item) => !given.has(item) && isNeeded(item, typed));
}

function isNeeded(item: OwnItem, { idNumber }: KycTyped): boolean {
  if (item === 'idBack') return idNumber?.idType === 'idCard';
  return !optionalItems.includes(item);
}

/** Of these items what cannot stay as it is. */
export function draftProblems(
  open: readonly OwnItem[],
  typed: KycTyped,
  { offered, now }: { readonly offered: Offered; readonly now: number },
): ItemProblem[] {
  return open.flatMap((item) => {
    const problem = looks[item]?.(typed, offered, now);
    return problem === undefined ? [] : [{ item, problem }];
  });
}

type Look = (typed: KycTyped, offered: Offered, now: number) => KycProblem | undefined;

const looks: { readonly [Item in OwnItem]?: Look } = {
  names: ({ names }) => (names !== undefined && needsLatin(names) ? 'latin_needed' : undefined),
  birthday({ birthday }, _offered, now) {
    if (birthday === undefined) return undefined;
    if (Date.parse(birthday) > now || Date.parse(birthday) < yearsBefore(now, oldestYears))
      return 'impossible_day';
    return isAdult(birthday, now) ? undefined : 'under_age';
  },
  nationality: ({ nationality }, offered) => closedRegion(nationality, offered),
  issuingRegion: ({ issuingRegion }, offered) => closedRegion(issuingRegion, offered),
  idNumber({ idNumber, issuingRegion }, { idTypes }) {
    if (idNumber === undefined || issuingRegion === undefined) return undefined;
    const types = idTypes.get(issuingRegion);
    return types === undefined || types.includes(idNumber.idType) ? undefined : 'id_type_closed';
  },
  expiry({ expiry }, _offered, now) {
    if (expiry === undefined || expiry === 'none') return undefined;
    // The last day itself is a good one.
    if (Date.parse(expiry) + dayMs <= now) return 'document_expired';
    return isGoodForAWhile(expiry, now) ? undefined : 'expires_soon';
  },
  job: ({ job }, { jobs }) => unknownChoice(job, jobs),
  income: ({ income }, { incomes }) => unknownChoice(income, incomes),
  purpose: ({ purpose }, { purposes }) => unknownChoice(purpose, purposes),
};

function closedRegion(region: string | undefined, { idTypes }: Offered): KycProblem | undefined {
  return region === undefined || idTypes.has(region) ? undefined : 'region_closed';
}

function unknownChoice(code: string | undefined, known: ReadonlySet<string>): KycProblem | undefined {
  return code === undefined || known.has(code) ? undefined : 'unknown_choice';
}

/** Machines read documents in Latin letters; Cyrillic is written over by a table, other scripts are not. */
function needsLatin({ firstName, lastName, latinFirst, latinLast }: NonNullable<KycTyped['names']>): boolean {
  if (latinFirst !== undefined && latinLast !== undefined) return false;
  return /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u.test(
    firstName + lastName,
  );
}
