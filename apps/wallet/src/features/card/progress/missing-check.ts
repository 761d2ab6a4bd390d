import type { CardApplication } from '../../../domain/card/card-queries.ts';
/** What a card company asks for beside the identity, against what is typed. Pure. */
import type { OnceInput } from '../../../lib/intents/once.ts';
import { type PlaceFields, readPlace } from '../order/place-check.ts';

export type MissingField = CardApplication['missing'][number];
/** The lists of `card/method`, and the fields of a place. */
export type MissingFields = PlaceFields & Readonly<Record<'occupation' | 'income' | 'purpose', string>>;
export type MissingIssues = Readonly<Partial<Record<keyof MissingFields, 'need' | 'malformed'>>>;

type Given = Omit<OnceInput<'card/apply/complete'>, 'applicationId' | 'authNo'>;

/** Fields that are picked from a list. */
export const pickedFields = ['occupation', 'income', 'purpose'] as const;

/** Issues in the order of the fields; `given` is what is right of what is asked for, and nothing else. */
export function readMissing(
  fields: MissingFields,
  missing: readonly MissingField[],
): { readonly issues: MissingIssues; readonly given: Given } {
  const picks = pickedFields.filter((field) => missing.includes(field));
  const issues = Object.fromEntries(
    picks.filter((field) => fields[field] === '').map((field) => [field, 'need'] as const),
  );
  const given: Given = Object.fromEntries(
    picks.filter((field) => fields[field] !== '').map((field) => [field, fields[field]]),
  );
  if (!missing.includes('residence')) return { issues, given };
  const { issues: placeIssues, place } = readPlace(fields);
  return {
    issues: { ...issues, ...placeIssues },
    given: place === undefined ? given : { ...given, residence: place },
  };
}
