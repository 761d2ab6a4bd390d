/**
 * The book beside the product: what people gave to the house, item by item, and what persons of the house did about it. It is
 * written by whoever does something, once it is done, so the product cannot lie about it.
 */
import type { KycTyped } from '@marigold/contract/calls/kyc/own';
import type { ReadFields } from '@marigold/partners/identity-port';
import type { OwnItem } from '@marigold/partners/kyc-states';

import type { Random } from '../../../chaos/random.ts';

export type GivenInWords = keyof KycTyped;

/** One value of an item; given again it is another one, though it may read the same. */
export type GivenValue =
  | { readonly is: 'typed'; readonly value: NonNullable<KycTyped[GivenInWords]> }
  | { readonly is: 'picture'; readonly words: string };

/** What somebody of the house does once a record is sent in. */
export type HouseDeed = 'pass' | 'again' | 'final' | 'nothing';

/** How a check by the house ended for now. `held`: two persons decide. */
export type HouseEnding = {
  /** How often something had been sent in. */
  readonly round: number;
  readonly outcome: 'passed' | 'again' | 'final' | 'held';
  readonly again: readonly OwnItem[];
  readonly accepted: ReadonlyMap<OwnItem, GivenValue>;
  readonly persons: readonly string[];
};

/** One record, as its person and the house see it. */
export type GivenRecord = {
  readonly id: string;
  readonly authNo: string;
  readonly userId: string;
  /** What its person holds in their hands. */
  readonly document: ReadFields;
  /** What its person means to give. */
  readonly wants: Map<OwnItem, GivenValue>;
  /** Whether they ever send it in. */
  readonly isSent: boolean;
  /** What is asked once more they begin to give, and leave at that. */
  readonly stopsHalfway: boolean;
  readonly deeds: readonly HouseDeed[];
  /** What two of the house say where it is for two to decide. */
  judgement: 'pass' | 'final' | 'nobody';
  /** Where they go on: with the house, or on the page of a company. */
  way: 'house' | 'page';
  /** What was saved last, of every item. */
  readonly saved: Map<OwnItem, GivenValue>;
  /** When something was saved last. */
  touchedAt: number | null;
  /** It was refused as it is, and they do not know better. */
  isStuck: boolean;
  /** What was sent in, each time. */
  readonly rounds: { readonly at: number; readonly items: ReadonlyMap<OwnItem, GivenValue> }[];
  /** What was found last of an item in this round or before. */
  readonly looked: Map<OwnItem, { readonly value: GivenValue; readonly verdict: 'accepted' | 'again' }>;
  /** What somebody of the house typed from the picture that lies there: as it stands in the document, or not. */
  lines: 'none' | 'right' | 'slipped';
  /** When somebody of the house begins with what was sent in last. */
  dueAt: number | null;
  readonly decisions: HouseEnding[];
};

export type HouseBook = ReadonlyMap<string, GivenRecord> & {
  readonly open: (
    record: Pick<GivenRecord, 'id' | 'authNo' | 'userId' | 'document'>,
    plan: {
      readonly wants: ReadonlyMap<OwnItem, GivenValue>;
      readonly way: GivenRecord['way'];
      readonly isSent: boolean;
    },
  ) => GivenRecord;
};

const destinies: readonly (readonly [number, readonly HouseDeed[]])[] = [
  [52, ['pass']],
  [20, ['again', 'pass']],
  [6, ['again', 'again', 'pass']],
  [6, ['again', 'again', 'again']],
  [7, ['final']],
  [3, ['again', 'final']],
  [6, ['nothing']],
];

const judgements = ['pass', 'pass', 'pass', 'pass', 'final', 'nobody'] as const;

function drawDeeds(random: Random): readonly HouseDeed[] {
  let left = random.below(destinies.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, deeds] of destinies) {
    if (left < weight) return deeds;
    left -= weight;
  }
  return [];
}

export function createHouseBook(random: Random): HouseBook {
  const records = new Map<string, GivenRecord>();
  return Object.assign(records, {
    open(
      { id, authNo, userId, document }: Pick<GivenRecord, 'id' | 'authNo' | 'userId' | 'document'>,
      plan: Parameters<HouseBook['open']>[1],
    ) {
      const record: GivenRecord = {
        id,
        authNo,
        userId,
        document,
        wants: new Map(plan.wants),
        isSent: plan.isSent && random.chance(0.85),
        stopsHalfway: random.chance(0.2),
        deeds: drawDeeds(random),
        judgement: random.pick(judgements),
        way: plan.way,
        saved: new Map(),
        touchedAt: null,
        isStuck: false,
        rounds: [],
        looked: new Map(),
        lines: 'none',
        dueAt: null,
        decisions: [],
      };
      records.set(id, record);
      return record;
    },
  });
}

/** As it lies in a record once it is opened. */
export function wordsAtRest(given: GivenValue): string {
  return given.is === 'picture' ? given.words : JSON.stringify(given.value);
}

const always: readonly OwnItem[] = [
  'names',
  'birthday',
  'nationality',
  'nickname',
  'job',
  'occupation',
  'income',
  'purpose',
  'contact',
  'issuingRegion',
  'idNumber',
  'expiry',
  'idFront',
  'signature',
];

/** Written down a second time: what a draft needs before it can be sent in, and does not have. */
export function missingIn({ saved }: Pick<GivenRecord, 'saved'>): readonly OwnItem[] {
  const number = saved.get('idNumber');
  const isCard = number?.is === 'typed' && JSON.stringify(number.value).includes('"idCard"');
  const needed: readonly OwnItem[] = isCard ? [...always, 'idBack'] : always;
  return needed.filter((item) => !saved.has(item));
}

export function noteSaved(
  record: GivenRecord,
  items: ReadonlyMap<OwnItem, GivenValue | null>,
  now: number,
): void {
  for (const [item, given] of items)
    if (given === null) record.saved.delete(item);
    else record.saved.set(item, given);
  record.touchedAt = now;
}

/** Everything that was saved, or what was asked once more. */
export function noteSent(record: GivenRecord, items: readonly OwnItem[], now: number): void {
  const given = items.flatMap((item) => {
    const value = record.saved.get(item);
    return value === undefined ? [] : [[item, value] as const];
  });
  record.rounds.push({ at: now, items: new Map(given) });
  record.dueAt = null;
  for (const item of items) record.looked.delete(item);
  // Lines were typed from the picture that was replaced.
  if (items.includes('idFront') || items.includes('idBack')) record.lines = 'none';
}

/** Nobody touched it for a month. */
export function noteErased(record: GivenRecord): void {
  record.saved.clear();
  record.touchedAt = null;
}

export function lastDecision({ decisions, rounds }: GivenRecord): HouseEnding | undefined {
  const last = decisions.at(-1);
  return last?.round === rounds.length ? last : undefined;
}

/** What is asked once more of its person. */
export function wantedAgain(record: GivenRecord): readonly OwnItem[] {
  const last = lastDecision(record);
  return last?.outcome === 'again' ? last.again : [];
}

/** Everything that was accepted of a record up to now, whenever that was. */
export function acceptedOf({ decisions }: GivenRecord): ReadonlyMap<OwnItem, GivenValue> {
  return new Map(decisions.flatMap(({ accepted }) => [...accepted]));
}

/** Whether two persons have to decide that it passes, by what was accepted up to now. */
export function needsTwo(record: GivenRecord): boolean {
  const { looked, lines } = record;
  return looked.get('addressProof')?.verdict === 'accepted' || lines !== 'right' || !isAsInDocument(record);
}

/** Compared a second time. */
function isAsInDocument(record: GivenRecord): boolean {
  const { document } = record;
  const [names, number] = [typedOf(record, 'names'), typedOf(record, 'idNumber')];
  return (
    names?.firstName.toUpperCase() === document.firstName &&
    names.lastName === document.lastName &&
    typedOf(record, 'birthday') === document.birthday &&
    typedOf(record, 'nationality') === document.nationality &&
    typedOf(record, 'issuingRegion') === document.issuingRegion &&
    typedOf(record, 'expiry') === document.expiry &&
    number?.idType === document.idType &&
    number.number.replaceAll(' ', '').toUpperCase() === document.idNumber
  );
}

/** What one item says in plain words; undefined: it is a picture, or was not saved. */
export function typedOf<Item extends GivenInWords>(
  { saved }: Pick<GivenRecord, 'saved'>,
  item: Item,
): NonNullable<KycTyped[Item]> | undefined {
  const given = saved.get(item);
  return given?.is === 'typed' ? (given.value as NonNullable<KycTyped[Item]>) : undefined;
}

/** The document that a record was given with, as nobody else has it. */
export function documentIn(record: Pick<GivenRecord, 'saved'>): string {
  const [number, region] = [typedOf(record, 'idNumber'), typedOf(record, 'issuingRegion')];
  if (number === undefined || region === undefined) return '';
  return [region, number.idType, number.number.replaceAll(' ', '').toUpperCase()].join('/');
}

/** What level 2 rests on where the house checks. */
const level2: readonly OwnItem[] = [
  'names',
  'birthday',
  'nationality',
  'idNumber',
  'issuingRegion',
  'expiry',
  'idFront',
  'signature',
];

/** Whether everything that level 2 needs was accepted by somebody, as it was saved last. */
export function isWhole(record: GivenRecord): boolean {
  const accepted = acceptedOf(record);
  return level2.every((item) => accepted.has(item) && accepted.get(item) === record.saved.get(item));
}
