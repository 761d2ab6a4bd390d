/** The contract as an OpenAPI 3.1 document: nothing here is written twice, and nothing of the contract is left out. */
import { uploadFile, uploadKind } from '@marigold/contract/calls/file';
import { contract } from '@marigold/contract/contract';
import type { Endpoint } from '@marigold/contract/endpoint';
import { valuesOfRefusal } from '@marigold/contract/refusal-values';
import { messages } from '@marigold/texts/generated/server/en';
import { languageIds, languages } from '@marigold/texts/languages';
import * as z from 'zod';

import { schemaNames } from './openapi-names.ts';

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = { readonly [key: string]: unknown };

export type RefusalRow = { readonly refusal: string; readonly text: string };

/** One call with everything a reader asks about it; the document and the page are both made from these rows. */
export type OpenApiOperation = {
  readonly path: string;
  readonly does: string;
  readonly access: Endpoint['access'];
  readonly idempotent: boolean;
  readonly input: Schema;
  readonly output: Schema;
  readonly refusals: readonly RefusalRow[];
  readonly limits: readonly string[];
  readonly isStaleTokenVisitor: boolean;
  /** The body is a form with a file in it, and no envelope (spec 7). */
  readonly isForm: boolean;
  /** A phone that takes photos for somebody makes it too, with its key in place of a bearer (`kyc/phone/open`). */
  readonly isOfPhones: boolean;
};

export type Reference = {
  readonly operations: readonly OpenApiOperation[];
  /** Named schemas that operations refer to as `#/components/schemas/<name>`. */
  readonly schemas: Readonly<Record<string, Schema>>;
};

/** Reads the contract. Throws when a refusal has no text: then a caller would be refused without a word. */
export function readContract(): Reference {
  const schemas: Record<string, Schema> = {};
  const operations = [...Object.values(contract), uploadFile].map((endpoint: Endpoint): OpenApiOperation => {
    const isForm = endpoint.path === uploadFile.path;
    const isOfPhones = isForm;
    const input = isForm ? uploadForm : jsonSchema(endpoint.input, 'input', schemas);
    const refusals = [...endpoint.refusals, ...(endpoint.idempotent ? ['already_applied'] : [])];
    return {
      path: endpoint.path,
      does: endpoint.does,
      access: endpoint.access,
      idempotent: endpoint.idempotent,
      input: endpoint.idempotent ? withRequestId(input) : input,
      output: jsonSchema(endpoint.output, 'output', schemas),
      refusals: refusals.map((refusal) => ({
        refusal,
        text: englishText(`refusal.${refusal}`, valuesOfRefusal(refusal)),
      })),
      limits: (endpoint.limits ?? []).map(({ per, count, seconds }) => `${count} per ${per} in ${seconds} s`),
      isStaleTokenVisitor: endpoint.staleTokenIsVisitor === true,
      isForm,
      isOfPhones,
    };
  });
  return { operations, schemas };
}

/** What `file/upload` takes (spec 7): multipart, read while it arrives. */
const uploadForm: Schema = {
  type: 'object',
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
    name: { type: 'string', minLength: 1, maxLength: 200 },
    kind: { enum: uploadKind.options },
  },
  required: ['file', 'name'],
  additionalProperties: false,
};

/** Converts one schema; what has a name is put beside the others once and referred to. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Schema {
  const {
    $defs,
    $schema: _,
    ...converted
  } = z.toJSONSchema(schema, {
    io,
    metadata: schemaNames,
    unrepresentable: 'any',
    // The recognisable name says more than the pattern behind it; a reference page wants one place for both.
    override: ({ jsonSchema: made }) => void delete made['id'],
  });
  for (const [name, named] of Object.entries($defs ?? {})) schemas[name] ??= pointed(named) as Schema;
  return pointed(converted) as Schema;
}

/** `#/$defs/Name` -> `#/components/schemas/Name`, at every depth. */
function pointed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as unknown;
}

function withRequestId(input: Schema): Schema {
  const { properties = {}, required = [] } = input as { properties?: object; required?: readonly string[] };
  return {
    ...input,
    properties: { requestId: { $ref: '#/components/schemas/Id' }, ...properties },
    required: ['requestId', ...required],
  };
}

/** Values that are the same for everybody; the others stay names in braces. */
type Values = Readonly<Record<string, number>>;

/** A text of the catalogue as a template: values as `{name}`, plurals in their general form. */
function englishText(id: string, values: Values = {}): string {
  const message: unknown = messages[id];
  if (message === undefined) throw new Error(`Broken: the text ${id} is missing`);
  return template(message, values);
}

function template(message: unknown, values: Values, counted = ''): string {
  if (typeof message === 'string') return message === '#' ? counted : message;
  if (!Array.isArray(message)) return '';
  return message
    .map((part: unknown) => {
      if (!Array.isArray(part)) return template(part, values, counted);
      const [name, kind, cases]: unknown[] = part;
      const isChoice = kind === 'plural' || kind === 'select' || kind === 'selectordinal';
      const value = String(values[String(name)] ?? `{${String(name)}}`);
      if (!isChoice) return value;
      const chosen = cases as Readonly<Record<string, unknown>>;
      return template(chosen[value] ?? chosen['other'], values, value);
    })
    .join('');
}

/** A session has two halves; one alone is answered 401. */
const bothHalves = { bearer: [], half: [] };

/** Headers of every call (protocol.md "Calls"). */
const languageHeader = {
  name: 'language',
  in: 'header',
  description: 'The language of `msg`; English when absent or unknown.',
  schema: { type: 'string', enum: languageIds.map((id) => languages[id].header) },
};

const transportErrors: Readonly<Record<string, string>> = {
  400: 'malformed',
  401: 'unauthorised',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'rate_limited',
  500: 'defect',
  503: 'unavailable',
};

/** The whole document; `version` is that of the app. */
export function openApiDocument({ operations, schemas }: Reference, version: string): Schema {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Marigold API',
      version,
      description:
        'Every call is a POST of an envelope: base64 of UTF-8 JSON with appRequest and apiSign. An understood call answers ' +
        'HTTP 200; a declared refusal has code 422 inside and names itself in data.refusal.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(operations.map(({ path }) => tagOf(path)))].map((name) => ({ name })),
    paths: Object.fromEntries(operations.map((operation) => [`/${operation.path}`, pathItem(operation)])),
    components: {
      schemas: { ...schemas, Facts: facts },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        // Both are needed: an answer sets and renews the cookie, and a client keeps cookies.
        half: { type: 'apiKey', in: 'cookie', name: '__Host-marigold' },
        phone: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Phone` and the key with which a phone opened its link (`kyc/phone/open`).',
        },
      },
      responses: Object.fromEntries(
        Object.entries(transportErrors).map(([status, name]) => [name, transport(status, name)]),
      ),
    },
  };
}

function tagOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function pathItem(operation: OpenApiOperation): Schema {
  const post = {
    ...described(operation, ''),
    requestBody: { required: true, content: bodyOf(operation) },
  };
  if (operation.access !== 'public') return { post };
  return {
    get: { ...described(operation, '.get'), parameters: [languageHeader, ...queryOf(operation.input)] },
    post,
  };
}

function bodyOf({ isForm, input }: OpenApiOperation): Schema {
  return isForm
    ? { 'multipart/form-data': { schema: input } }
    : { 'application/json': { schema: envelope(input) } };
}

function described(operation: OpenApiOperation, suffix: string): Schema {
  const { path, does, access, refusals, idempotent, isStaleTokenVisitor, isOfPhones } = operation;
  const statuses = ['400', '404', '405', '413', '415', '429', '500', '503'];
  if (!isStaleTokenVisitor) statuses.push('401');
  if (idempotent) statuses.push('409');
  return {
    operationId: `${path.replaceAll('/', '.')}${suffix}`,
    summary: does,
    tags: [tagOf(path)],
    parameters: [languageHeader],
    security: [...(access === 'user' ? [] : [{}]), bothHalves, ...(isOfPhones ? [{ phone: [] }] : [])],
    'x-once-only': idempotent,
    'x-refusals': refusals,
    responses: {
      200: {
        description: 'Done, or refused as declared.',
        content: { 'application/json': { schema: answer(operation) } },
      },
      ...Object.fromEntries(
        statuses
          .toSorted()
          .map((status) => [status, { $ref: `#/components/responses/${transportErrors[status] ?? ''}` }]),
      ),
    },
  };
}

function queryOf(input: Schema): Schema[] {
  const { properties = {}, required = [] } = input as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** protocol.md "Calls": what the base64 text holds is described by contentSchema. */
function envelope(input: Schema): Schema {
  const text = { type: 'string', maxLength: 100 };
  const appRequest = object({
    appVersion: text,
    deviceType: text,
    deviceModel: {
      ...text,
      description: 'Presented to the owner of the account as one clean line of at most 40 characters.',
    },
    deviceBrand: text,
    deviceId: { type: 'string', pattern: '^[A-Za-z0-9-]{8,64}$' },
    osName: text,
    time: { $ref: '#/components/schemas/Time' },
    data: input,
  });
  const apiSign = {
    type: 'string',
    pattern: '^[0-9A-F]{32}$',
    description: 'MD5 of the string to sign; a format check.',
  };
  return object({
    data: {
      type: 'string',
      contentEncoding: 'base64',
      contentMediaType: 'application/json',
      contentSchema: object({ appRequest, apiSign }),
    },
  });
}

const facts = {
  description:
    'Values that explain a refusal and fill its text: money as decimal strings, times as epoch milliseconds.',
  type: 'object',
  additionalProperties: {
    anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
  },
};

function answer({ output, refusals }: OpenApiOperation): Schema {
  const msg = { type: 'string' };
  const done = object({ code: { const: 200 }, msg, data: output });
  if (refusals.length === 0) return object({ data: done });
  const refusal = { enum: refusals.map((row) => row.refusal) };
  const refused = object({ code: { const: 422 }, msg, data: refusalData(refusal, ['refusal']) });
  return object({ data: { oneOf: [done, refused] } });
}

function refusalData(refusal: Schema, required: readonly string[]): Schema {
  const properties = { refusal, field: { type: 'string' }, facts: { $ref: '#/components/schemas/Facts' } };
  return { type: 'object', properties, required, additionalProperties: false };
}

function transport(status: string, name: string): Schema {
  const data = status === '500' ? { type: 'null' } : refusalData({ type: 'string' }, ['refusal', 'facts']);
  const schema = object({ data: object({ code: { const: Number(status) }, msg: { type: 'string' }, data }) });
  return {
    description: englishText(`error.${name}`),
    ...(status === '429' || status === '503'
      ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } }
      : {}),
    content: { 'application/json': { schema } },
  };
}

/** A closed object whose fields are all needed. */
function object(properties: Readonly<Record<string, unknown>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
