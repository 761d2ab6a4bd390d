import { isPhone, readPhone } from '../../../domain/account/contact.ts';
/** What stands in the form of an application against what the contract takes. Pure. */
import type { OnceInput } from '../../../lib/intents/once.ts';
import { readPlace } from './place-check.ts';

/** What is typed and picked; each as text, `residential` is `yes` or `no`. */
export type CardFormFields = {
  readonly latinName: string;
  readonly phone: string;
  readonly method: 'mail' | 'pickup';
  readonly recipient: string;
  readonly country: string;
  readonly city: string;
  readonly postal: string;
  readonly line: string;
  readonly residential: string;
  readonly pickup: string;
};
export type CardFormField = keyof CardFormFields;

/** `need`: nothing stands there. `malformed`: it cannot be that. `unserved`: no card goes there. */
export type CardFormIssue = 'need' | 'malformed' | 'unserved';
export type CardFormIssues = Readonly<Partial<Record<CardFormField | 'agreement', CardFormIssue>>>;

type Delivery = NonNullable<OnceInput<'card/apply'>['delivery']>;

/** What of the shop decides the form: plastic goes somewhere, to one of these countries or places. */
export type CardFormRules = {
  readonly form: 'virtual' | 'physical';
  readonly countries: readonly string[];
  readonly pickups: readonly string[];
};

export type ReadCardForm = {
  /** In the order of the form; none: it can be sent. */
  readonly issues: CardFormIssues;
  readonly latinName: string;
  readonly phone: string;
  /** Undefined where nothing goes anywhere, or something is wrong with it. */
  readonly delivery: Delivery | undefined;
};

/** As cards print it; the contract's own rule. */
export const latinNameLength = { min: 2, max: 26 } as const;
const latinSyntax = /^[A-Z][A-Z .'-]{1,25}$/;

/** What is typed becomes what a card can print: in capitals. */
export function readLatinName(typed: string): string {
  return typed.normalize('NFKC').toUpperCase();
}

/** The ways that there are for a card of plastic; where both are, mail comes first. */
export function methodsOf({ countries, pickups }: CardFormRules): readonly ('mail' | 'pickup')[] {
  return [
    ...(countries.length > 0 ? (['mail'] as const) : []),
    ...(pickups.length > 0 ? (['pickup'] as const) : []),
  ];
}

/** Reads the form; `isAgreed` is the tick at the agreement as it holds now. */
export function readCardForm(fields: CardFormFields, rules: CardFormRules, isAgreed: boolean): ReadCardForm {
  const latinName = readLatinName(fields.latinName).trim();
  const { issues, delivery } = readDelivery(fields, rules);
  return {
    issues: {
      ...issueOf('latinName', latinName, latinSyntax.test(latinName)),
      ...issueOf('phone', bareCode(fields.phone) ? '' : fields.phone, isPhone(fields.phone)),
      ...issues,
      ...(isAgreed ? {} : { agreement: 'need' }),
    },
    latinName,
    phone: readPhone(fields.phone),
    delivery,
  };
}

/** A dialling code that was filled in, with no number after it. */
function bareCode(typed: string): boolean {
  return /^\+\d{1,4}$/.test(typed.trim());
}

function issueOf(field: CardFormField, text: string, isRight: boolean): CardFormIssues {
  if (text.trim() === '') return { [field]: 'need' };
  return isRight ? {} : { [field]: 'malformed' };
}

type ReadDelivery = { readonly issues: CardFormIssues; readonly delivery: Delivery | undefined };

function readDelivery(fields: CardFormFields, rules: CardFormRules): ReadDelivery {
  if (rules.form === 'virtual') return { issues: {}, delivery: undefined };
  const recipient = fields.recipient.trim();
  const recipientIssue: CardFormIssues = recipient === '' ? { recipient: 'need' } : {};
  if (fields.method === 'pickup') {
    const issues: CardFormIssues = {
      ...recipientIssue,
      ...(rules.pickups.includes(fields.pickup) ? {} : { pickup: 'need' }),
    };
    const isWhole = Object.keys(issues).length === 0;
    return {
      issues,
      delivery: isWhole ? { method: 'pickup', recipient, pickupId: fields.pickup } : undefined,
    };
  }
  const { issues: placeIssues, place } = readPlace(fields);
  const isUnserved = fields.country !== '' && !rules.countries.includes(fields.country);
  const issues: CardFormIssues = {
    ...recipientIssue,
    ...(isUnserved ? { country: 'unserved' } : {}),
    ...placeIssues,
  };
  const isWhole = place !== undefined && Object.keys(issues).length === 0;
  return {
    issues,
    delivery: isWhole
      ? { method: 'mail', recipient, ...place, isResidential: fields.residential !== 'no' }
      : undefined,
  };
}
