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

/** Compiles the check of a schema. */
export function outputCheck(schema: z.core.$ZodType): OutputCheck {
  const definition = schema._zod.def as unknown as Definition;
  const base = baseCheck(definition);
  const checks = (definition.checks ?? []).map(({ _zod: { def } }) => valueCheck(def));
  // z.uuid() and z.int() are types and checks in one.
  const own = definition.check === undefined ? [] : [valueCheck(definition as CheckDefinition)];
  return all([base, ...own, ...checks]);
}

function all(checks: readonly OutputCheck[]): OutputCheck {
  if (checks.includes(never)) return never;
  const [first = never, second, ...others] = checks;
  if (second === undefined) return first;
  const rest = all([second, ...others]);
  return (value) => first(value) && rest(value);
}

function baseCheck(definition: Definition): OutputCheck {
  const { type, shape, element, innerType, options, values, entries } = definition;
  if (type === 'string') return (value) => typeof value === 'string';
  if (type === 'number') return (value) => typeof value === 'number' && Number.isFinite(value);
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
  const fields = Object.entries(shape).map(([key, schema]) => [key, outputCheck(schema)] as const);
  const declared = new Set(Object.keys(shape));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const key in value) if (!declared.has(key)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    return fields.every(([key, check]) => check(record[key]));
  };
}

function valueCheck(definition: CheckDefinition): OutputCheck {
  const { check, pattern, format, value: bound, inclusive, maximum, minimum } = definition;
  if (check === 'string_format' && pattern instanceof RegExp && !pattern.global && !pattern.sticky) {
    return format === 'regex' || format === 'uuid' ? (value) => pattern.test(String(value)) : never;
  }
  if (check === 'max_length' && maximum !== undefined) return (value) => lengthOf(value) <= maximum;
  if (check === 'min_length' && minimum !== undefined) return (value) => lengthOf(value) >= minimum;
  if (check === 'number_format' && format === 'safeint') return Number.isSafeInteger;
  if (typeof bound !== 'number' || inclusive !== true) return never;
  if (check === 'less_than') return (value) => Number(value) <= bound;
  if (check === 'greater_than') return (value) => Number(value) >= bound;
  return never;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN;
}
