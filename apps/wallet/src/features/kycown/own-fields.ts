/** What a verification by the house itself asks for: its fields, the items they make, and the six steps. Pure. */
import type { KycDraft, KycGiven } from '../../domain/kyc/kyc-draft.ts';

export type FormItem = KycDraft['open'][number];
export type FormPicture = KycDraft['pictures'][number]['item'];
export type OwnStep = 1 | 2 | 3 | 4 | 5 | 6;

const fieldNames = [
  'firstName',
  'lastName',
  'latinFirst',
  'latinLast',
  'birthday',
  'nationality',
  'nickname',
  'job',
  'occupation',
  'income',
  'purpose',
  'contact',
  'phone',
  'email',
  'description',
  'issuingRegion',
  'idType',
  'idNumber',
  'expiry',
] as const;
export type OwnField = (typeof fieldNames)[number];

/** What stands in each field, as text; an expiry of `none` is a document that does not expire. */
export type OwnFields = Readonly<Record<OwnField, string>>;

/** Items by step (identity-cards-fund-agents.md 2.3). */
export const itemsOfStep: Readonly<Record<OwnStep, readonly FormItem[]>> = {
  1: ['names', 'birthday', 'nationality'],
  2: ['nickname', 'job', 'occupation', 'income', 'purpose', 'contact', 'phone', 'email', 'description'],
  3: ['issuingRegion', 'idNumber', 'expiry'],
  4: ['idFront', 'idBack'],
  5: ['addressProof'],
  6: ['signature'],
};

/** What an identity gives with a proof of the address, and without (kyc-states.ts). */
export const levelsOfAddress = { level: 3, otherwise: 2 } as const;

/** What each step is called. */
export const nameOfStep = {
  1: 'person',
  2: 'life',
  3: 'document',
  4: 'photos',
  5: 'address',
  6: 'sign',
} as const satisfies Readonly<Record<OwnStep, string>>;

const ownSteps: readonly OwnStep[] = [1, 2, 3, 4, 5, 6];
export const lastStep: OwnStep = 6;

/** The step that a page's address names; undefined for none or a wrong one. */
export function readStep(text: string | undefined): OwnStep | undefined {
  return ownSteps.find((step) => `${step}` === text);
}

const severalFields: Readonly<Partial<Record<FormItem, readonly OwnField[]>>> = {
  names: ['firstName', 'lastName', 'latinFirst', 'latinLast'],
  idNumber: ['idType', 'idNumber'],
};

/** The fields that an item is typed into; none for a picture. */
export function fieldsOfItem(item: FormItem): readonly OwnField[] {
  return severalFields[item] ?? fieldNames.filter((field) => field === item);
}

/** What was given, as it stands in the fields. */
export function fieldsOfTyped({ names, idNumber, ...typed }: KycGiven): OwnFields {
  const given: Partial<Record<OwnField, string | undefined>> = {
    ...typed,
    ...names,
    idType: idNumber?.idType,
    idNumber: idNumber?.number,
  };
  return Object.fromEntries(fieldNames.map((field) => [field, given[field] ?? ''])) as OwnFields;
}

type Standing = Pick<KycDraft, 'review' | 'open' | 'missing' | 'problems' | 'pictures'>;

/** The steps that its person goes through: all of them, or those of what is asked once more and the sending. */
export function stepsOf({ review, open }: Pick<Standing, 'review' | 'open'>): readonly OwnStep[] {
  if (review === 'draft') return ownSteps;
  return ownSteps.filter(
    (step) => step === lastStep || itemsOfStep[step].some((item) => open.includes(item)),
  );
}

/** A picture that is there and is not asked for. */
export function hasPicture(
  { pictures, missing }: Pick<Standing, 'pictures' | 'missing'>,
  item: FormPicture,
): boolean {
  return pictures.some((one) => one.item === item) && !missing.includes(item);
}

/** Where somebody goes on: at the first step that lacks something or has it wrong. */
export function stepToGoOn(draft: Standing): OwnStep {
  const steps = stepsOf(draft);
  const lacks = (item: FormItem) =>
    draft.missing.includes(item) || draft.problems.some((problem) => problem.item === item);
  const first = steps.find((step) => itemsOfStep[step].some(lacks)) ?? lastStep;
  // Who signs has seen the step before, which may be left out.
  const isBeforeAddress =
    first === lastStep && draft.review === 'draft' && draft.missing.includes('signature');
  return isBeforeAddress && !hasPicture(draft, 'addressProof') ? 5 : first;
}

export function stepAfter(step: OwnStep, steps: readonly OwnStep[]): OwnStep {
  return steps.find((one) => one > step) ?? lastStep;
}

type IdType = 'idCard' | 'passport';

/** Kinds of documents that a region issues; both while the region is not known. */
export function idTypesOf(region: string, regions: KycDraft['regions']): readonly IdType[] {
  return regions.find(({ code }) => code === region)?.idTypes ?? ['idCard', 'passport'];
}

/** The chosen kind, or the one that stands first where nothing was chosen or the region has no such. */
export function idTypeOf({ idType, issuingRegion }: OwnFields, regions: KycDraft['regions']): IdType {
  const types = idTypesOf(issuingRegion, regions);
  return types.find((type) => type === idType) ?? types[0] ?? 'passport';
}

/** Photos of the document that are asked for: the back of identity cards alone. */
export function photosOf(
  { open }: Pick<Standing, 'open'>,
  idType: IdType,
): readonly ('idFront' | 'idBack')[] {
  return (['idFront', 'idBack'] as const).filter(
    (item) => open.includes(item) && (item === 'idFront' || idType === 'idCard'),
  );
}

/** Contacts of the record that need a code when it is sent in. */
export function contactsToProve({
  open,
  typed,
  proven,
}: Pick<KycDraft, 'open' | 'typed' | 'proven'>): readonly ('phone' | 'email')[] {
  return (['phone', 'email'] as const).filter(
    (contact) => open.includes(contact) && typed[contact] !== undefined && !proven.includes(contact),
  );
}
