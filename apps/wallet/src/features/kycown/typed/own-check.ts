import { isEmail, isPhone, readEmail, readPhone } from '../../../domain/account/contact.ts';
/** What is typed against what the contract takes: what a step gives, and what is wrong at which field. Pure. */
import type { KycDraft, KycItems } from '../../../domain/kyc/kyc-draft.ts';
import {
  fieldsOfItem,
  fieldsOfTyped,
  idTypeOf,
  itemsOfStep,
  type OwnField,
  type OwnFields,
  type FormItem,
  type OwnStep,
} from '../own-fields.ts';

type Problem = KycDraft['problems'][number]['problem'];

/** `need`: nothing stands there. `malformed`: it cannot be that. Else the server's word. */
export type OwnIssue = 'need' | 'malformed' | Problem;
export type OwnIssues = Readonly<Partial<Record<OwnField, OwnIssue>>>;

const optional: ReadonlySet<FormItem> = new Set<FormItem>(['phone', 'email', 'description']);

const latinSyntax = /^[A-Z][A-Z .'-]{1,25}$/;
const numberSyntax = /^[A-Za-z0-9][A-Za-z0-9 /-]{3,29}$/;
const daySyntax = /^(19|20|21)\d\d-\d\d-\d\d$/;
const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** A name whose letters are neither Latin nor Cyrillic is needed in Latin letters too. */
export function needsLatin({ firstName, lastName }: Pick<OwnFields, 'firstName' | 'lastName'>): boolean {
  return /[^\P{L}\p{Script=Latin}\p{Script=Cyrillic}]/u.test(firstName + lastName);
}

/** As cards and passports print it. */
export function readLatin(typed: string): string {
  return typed.toUpperCase();
}

function isDay(text: string): boolean {
  return daySyntax.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

const isLine = (text: string) => text.isWellFormed() && !hidden.test(text);

const isRight: Readonly<Record<OwnField, (text: string) => boolean>> = {
  firstName: isLine,
  lastName: isLine,
  latinFirst: (text) => latinSyntax.test(text),
  latinLast: (text) => latinSyntax.test(text),
  birthday: isDay,
  nationality: isLine,
  nickname: (text) => latinSyntax.test(text),
  job: isLine,
  occupation: isLine,
  income: isLine,
  purpose: isLine,
  contact: isLine,
  phone: isPhone,
  email: isEmail,
  description: (text) => isLine(text.replace(/[\n\t]/g, '')),
  issuingRegion: isLine,
  idType: isLine,
  idNumber: (text) => numberSyntax.test(text),
  expiry: (text) => text === 'none' || isDay(text),
};

const isOpenField = (field: OwnField, fields: OwnFields) =>
  (field !== 'latinFirst' && field !== 'latinLast') || needsLatin(fields);

/** What is wrong with the fields of an item. What may be left out is needed where it is asked once more. */
function issuesOfItem(item: FormItem, fields: OwnFields, isMissing: boolean): OwnIssues {
  const issues: Partial<Record<OwnField, OwnIssue>> = {};
  for (const field of fieldsOfItem(item)) {
    if (field === 'idType' || !isOpenField(field, fields)) continue;
    const text = fields[field].trim();
    if (text === '') {
      if (isMissing || !optional.has(item)) issues[field] = 'need';
    } else if (!isRight[field](text)) issues[field] = 'malformed';
  }
  return issues;
}

/** What an item gives; undefined where there is nothing to give. Only for fields without an issue. */
function valueOf(item: FormItem, fields: OwnFields, regions: KycDraft['regions']): KycItems[keyof KycItems] {
  const text = (field: OwnField) => fields[field].trim();
  switch (item) {
    case 'names': {
      const names = { firstName: text('firstName'), lastName: text('lastName') };
      if (!needsLatin(fields)) return names;
      return { ...names, latinFirst: text('latinFirst'), latinLast: text('latinLast') };
    }
    case 'idNumber':
      return { idType: idTypeOf(fields, regions), number: text('idNumber') };
    case 'phone':
      return text('phone') === '' ? undefined : readPhone(fields.phone);
    case 'email':
      return text('email') === '' ? undefined : readEmail(fields.email);
    case 'idFront':
    case 'idBack':
    case 'addressProof':
    case 'signature':
      return undefined;
    default:
      return text(item) === '' ? undefined : text(item);
  }
}

/** Where a word of the server about an item is said. */
const placeOfProblem: Readonly<Partial<Record<Problem, OwnField>>> = {
  latin_needed: 'latinFirst',
  id_type_closed: 'idType',
};

/** What the server found wrong with what was given, at fields that still hold it. */
function problemsAt(
  step: OwnStep,
  fields: OwnFields,
  draft: Pick<KycDraft, 'problems' | 'typed'>,
): OwnIssues {
  const before = fieldsOfTyped(draft.typed);
  const issues: Partial<Record<OwnField, OwnIssue>> = {};
  for (const { item, problem } of draft.problems) {
    const [first] = fieldsOfItem(item);
    const isSame = fieldsOfItem(item).every((field) => fields[field] === before[field]);
    const place = placeOfProblem[problem] ?? (item === 'idNumber' ? 'idNumber' : first);
    if (itemsOfStep[step].includes(item) && isSame && place !== undefined) issues[place] = problem;
  }
  return issues;
}

type DraftNow = Pick<KycDraft, 'open' | 'missing' | 'problems' | 'typed' | 'regions'>;

export type StepRead = {
  /** What stops a step, by field. */
  readonly issues: OwnIssues;
  /** What the server said of what was given before and still stands there. */
  readonly problems: OwnIssues;
  /** What is right and is not given yet, or is given anew; null takes something away again. */
  readonly items: KycItems;
};

/** Reads what stands in the fields of a step. */
export function readStepFields(step: OwnStep, fields: OwnFields, draft: DraftNow): StepRead {
  const before = fieldsOfTyped(draft.typed);
  const items: Record<string, unknown> = {};
  let issues: OwnIssues = {};
  for (const item of itemsOfStep[step].filter((one) => draft.open.includes(one))) {
    const found = issuesOfItem(item, fields, draft.missing.includes(item));
    issues = { ...issues, ...found };
    if (Object.keys(found).length > 0 || fieldsOfItem(item).length === 0) continue;
    const value = valueOf(item, fields, draft.regions);
    const isOld = fieldsOfItem(item).every((field) => fields[field] === before[field]);
    if (isOld && !draft.missing.includes(item)) continue;
    if (value !== undefined) items[item] = value;
    else if (draft.typed[item as keyof typeof draft.typed] !== undefined) items[item] = null;
  }
  return { issues, problems: problemsAt(step, fields, draft), items: items as KycItems };
}
