/** Every place of a call where a text may stand, as the contract has it: fields, what lists hold, and keys. */
import type { Endpoint } from '@marigold/contract/endpoint';
import * as z from 'zod';

export type TextField = {
  /** `answers[0].text`; of a key, that of its object: `answers[0].*`. */
  readonly name: string;
  /** A copy of `input` with `text` in this place; what is missing on the way there is made. */
  readonly put: (input: object, text: string) => object;
};

type Way = readonly (string | 0)[];

export function textFieldsOf(endpoint: Endpoint): TextField[] {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
  const definitions = schema.$defs ?? {};
  const fields = new Map<string, TextField>();

  function add(field: TextField): void {
    fields.set(field.name, field);
  }

  function walk(node: z.core.JSONSchema._JSONSchema, way: Way): void {
    if (typeof node === 'boolean') return;
    const named = node.$ref === undefined ? undefined : definitions[node.$ref.replace('#/$defs/', '')];
    if (named !== undefined) walk(named, way);
    for (const other of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])])
      walk(other, way);
    if (node.type === 'string' || typeof node.const === 'string')
      add({ name: nameOf(way), put: (input, text) => changed(input, way, () => text) as object });
    if (node.type === 'array' && node.items !== undefined && !Array.isArray(node.items))
      walk(node.items, [...way, 0]);
    if (node.type !== 'object') return;
    add({
      name: `${nameOf(way)}.*`.replace(/^\./, ''),
      put: (input, text) =>
        changed(input, way, (value) => ({ ...(value as object | undefined), [`key${text}`]: 1 })) as object,
    });
    for (const [key, inner] of Object.entries(node.properties ?? {})) walk(inner, [...way, key]);
  }

  walk(schema, []);
  if (endpoint.idempotent) walk({ type: 'string' }, ['requestId']);
  return [...fields.values()];
}

function nameOf(way: Way): string {
  return way
    .map((part) => (part === 0 ? '[0]' : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function changed(value: unknown, [first, ...rest]: Way, change: (value: unknown) => unknown): unknown {
  if (first === undefined) return change(value);
  if (first === 0) {
    const [head, ...others] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    return [changed(head, rest, change), ...others];
  }
  const fields = value as Readonly<Record<string, unknown>> | undefined;
  return { ...fields, [first]: changed(fields?.[first], rest, change) };
}
