/** Where the "no" to a form is said: at the field it is about, or on the form itself when it is about none. */
import type { Failure } from './api.ts';

export type FormProblem<Field extends string> = {
  /** Undefined: the whole form. */
  readonly field: Field | undefined;
  readonly text: string;
};

export type FormFields<Field extends string> = {
  readonly fields: readonly Field[];
  /** Refusals that name no field, or one that this form does not show, and where they are said here. */
  readonly byRefusal?: Readonly<Record<string, Field>>;
  /** The form's own words for a value that the contract did not understand. */
  readonly malformed?: (field: Field) => string;
};

/** The problem of a failed call; undefined where the call helper has said it already (no network: a toast). */
export function problemOf<Field extends string>(
  failure: Failure,
  { fields, byRefusal = {}, malformed }: FormFields<Field>,
): FormProblem<Field> | undefined {
  if (failure.kind === 'network') return undefined;
  const named = fields.find((field) => field === failure.field);
  if (failure.kind === 'status') {
    if (failure.status !== 400 || named === undefined) return { field: undefined, text: failure.msg };
    return { field: named, text: malformed?.(named) ?? failure.msg };
  }
  const place = Object.hasOwn(byRefusal, failure.refusal) ? byRefusal[failure.refusal] : undefined;
  return { field: named ?? place, text: failure.msg };
}
