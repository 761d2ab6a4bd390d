/** The row of an operation, and of what only looks. */
import type { Fields, ValueOf } from './fields.ts';
import type { ObjectName } from './objects.ts';
import { objects } from './objects.ts';
import type { Role } from './roles.ts';

export type Operation<
  Name extends string = string,
  On extends ObjectName = ObjectName,
  Takes extends Fields = Fields,
  Persons extends 1 | 2 = 1 | 2,
  Code extends string = string,
> = {
  readonly name: Name;
  /** The words of its command. */
  readonly cli: string;
  /** For the usage: what is true afterwards. */
  readonly does: string;
  /** What it is done to; what names one of them comes first. */
  readonly on: On;
  /** What else it needs, in order. A field that has the name of one of `on` stands in its place. */
  readonly takes: Takes;
  /** Who may ask for it, and who may be the second person: nobody where one is enough. */
  readonly asks: readonly Role[];
  readonly agrees: readonly Role[];
  readonly persons: Persons;
  /** While fewer persons are enrolled than it needs, all of them are enough. */
  readonly begins?: true;
  /** Whether somebody has to say why. */
  readonly reason: boolean;
  /** A file that shows why. */
  readonly evidence?: 'optional' | 'required';
  /** What a sealed account may do alone when nobody else is there. */
  readonly emergency: boolean;
  /** How long it waits after it was agreed. */
  readonly delayHours: number;
  /** On how many objects at once; 0: one by one. */
  readonly bulk: number;
  /** `call`: in one database transaction. `job`: a node or whoever runs a book does it in steps of its own. */
  readonly runs: 'call' | 'job';
  /** The word of the audit log; or one for each option of a choice that it takes. */
  readonly says: string | { readonly field: string; readonly words: Readonly<Record<string, string>> };
  readonly refusals: readonly Code[];
};

/** Shows what is, and writes nothing into the audit log. */
export type Look<Name extends string = string, Takes extends Fields = Fields> = {
  readonly name: Name;
  readonly cli: string;
  readonly does: string;
  readonly takes: Takes;
  /** Who may see it. */
  readonly asks: readonly Role[];
  readonly persons: 0;
};

export function operation<
  const Name extends string,
  const On extends ObjectName,
  const Takes extends Fields,
  const Persons extends 1 | 2,
  const Code extends string,
>(row: Operation<Name, On, Takes, Persons, Code>): Operation<Name, On, Takes, Persons, Code> {
  return row;
}

export function look<const Name extends string, const Takes extends Fields>(
  row: Omit<Look<Name, Takes>, 'persons'>,
): Look<Name, Takes> {
  return { ...row, persons: 0 };
}

/** Most operations are done one by one, at once, with a reason, and wait for nobody's emergency. */
export const usual = { reason: true, emergency: false, delayHours: 0, bulk: 0, runs: 'call' } as const;

type Read<F extends Fields> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

/** Everything that was given, read. */
export type OperationInput<Row extends Operation | Look> =
  Row extends Operation<string, infer On, infer Takes>
    ? Read<Omit<(typeof objects)[On], keyof Takes> & Takes>
    : Row extends Look<string, infer Takes>
      ? Read<Takes>
      : never;

export type OperationRefusal<Row extends Operation> = Row['refusals'][number];

/** All fields of a row in the order in which they are given. */
export function fieldsOf(row: Operation | Look): Fields {
  return row.persons === 0 ? row.takes : { ...objects[row.on], ...row.takes };
}
