/**
 * A quick look at an answer before it leaves: is it exactly what the contract declares, nothing beside it? Compiled once
 * from the output's schema. It may only say yes where the schema would say yes and change nothing; whatever it does not
 * know or does not like is the schema's own matter.
 */
import type * as z from 'zod';

/** True: the schema would take the value as it is. False: ask the schema. */
export type OutputCheck = (value: unknown) => boolean;

const never: OutputCheck = () => false;

type Definition = {
  readonly type: string;
  readonly check?: string;
  readonly format?: string;
  readonly pattern?: unknown;
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDefinition } }[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
};

type CheckDefinition = {
  readonly check: string;
  readonly pattern?: unknown;
  readonly format?: string;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly maximum?: number;
  readonly minimum?: number;
};

/** Compiles the check of a schema: one function for each field, because lists of hundreds of them are looked at. */
export function outputCheck(schema: z.core.$ZodType): OutputCheck {
  const definition = schema._zod.def as unknown as Definition;
  // z.uuid() and z.int() are types and checks in one.
  const own = definition.check === undefined ? [] : [definition as CheckDefinition];
  const checks = [...own, ...(definition.checks ?? []).map(({ _zod: { def } }) => def)];
  if (definition.type === 'string') return stringCheck(checks);
  if (definition.type === 'number') return numberCheck(checks);
  const base = baseCheck(definition);
  if (base === never || checks.length === 0) return base;
  if (definition.type !== 'array') return never;
  const isOfLength = lengthCheck(checks);
  return isOfLength === undefined ? never : (value) => base(value) && isOfLength((value as unknown[]).length);
}

function stringCheck(checks: readonly CheckDefinition[]): OutputCheck {
  const isFormat = ({ check }: CheckDefinition) => check === 'string_format';
  const isOfLength = lengthCheck(checks.filter((one) => !isFormat(one)));
  const [pattern, second] = checks.filter(isFormat).map(patternOf);
  if (isOfLength === undefined || pattern === 'unknown' || second !== undefined) return never;
  if (pattern === undefined) return (value) => typeof value === 'string' && isOfLength(value.length);
  return (value) => typeof value === 'string' && isOfLength(value.length) && pattern.test(value);
}

function patternOf({ pattern, format }: CheckDefinition): RegExp | 'unknown' {
  const isKnown = format === 'regex' || format === 'uuid';
  return isKnown && pattern instanceof RegExp && !pattern.global && !pattern.sticky ? pattern : 'unknown';
}

/** Undefined where something else than a length is asked for. */
function lengthCheck(checks: readonly CheckDefinition[]): ((length: number) => boolean) | undefined {
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  for (const { check, minimum, maximum } of checks) {
    if (check === 'min_length' && minimum !== undefined) least = Math.max(least, minimum);
    else if (check === 'max_length' && maximum !== undefined) most = Math.min(most, maximum);
    else return undefined;
  }
  return (length) => length >= least && length <= most;
}

function numberCheck(checks: readonly CheckDefinition[]): OutputCheck {
  let [isWhole, least, most] = [false, -Number.MAX_VALUE, Number.MAX_VALUE];
  for (const { check, format, value, inclusive } of checks) {
    const bound = typeof value === 'number' && inclusive === true ? value : undefined;
    if (check === 'number_format' && format === 'safeint') isWhole = true;
    else if (check === 'less_than' && bound !== undefined) most = Math.min(most, bound);
    else if (check === 'greater_than' && bound !== undefined) least = Math.max(least, bound);
    else return never;
  }
  return (value) =>
    typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isSafeInteger(value));
}

function baseCheck(definition: Definition): OutputCheck {
  const { type, shape, element, innerType, options, values, entries } = definition;
  if (type === 'boolean') return (value) => typeof value === 'boolean';
  if (type === 'literal' && values !== undefined) return isOneOf(values);
  if (type === 'enum' && entries !== undefined) return isOneOf(Object.values(entries));
  if (type === 'nullable' && innerType !== undefined) {
    const inner = outputCheck(innerType);
    return (value) => value === null || inner(value);
  }
  if (type === 'optional' && innerType !== undefined) {
    const inner = outputCheck(innerType);
    return (value) => value === undefined || inner(value);
  }
  if (type === 'array' && element !== undefined) {
    const inner = outputCheck(element);
    return (value) => Array.isArray(value) && value.every(inner);
  }
  if (type === 'union' && options !== undefined) {
    const inner = options.map(outputCheck);
    return (value) => inner.some((one) => one(value));
  }
  if (type === 'object' && shape !== undefined) return objectCheck(shape, definition.catchall);
  return never;
}

function isOneOf(values: readonly unknown[]): OutputCheck {
  const known = new Set(values);
  return (value) => known.has(value);
}

/** Fields that are not declared are never let through here, whatever the schema would do with them. */
function objectCheck(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  catchall: z.core.$ZodType | undefined,
): OutputCheck {
  if (catchall !== undefined && catchall._zod.def.type !== 'never') return never;
  const keys = Object.keys(shape);
  const fields = Object.values(shape).map(outputCheck);
  const declared = new Set(keys);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const key in value) if (!declared.has(key)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    return fields.every((isRight, place) => isRight(record[keys[place] as string]));
  };
}
