/** The API reference as one page for people: every call, what goes in, what comes out, how it says no. */
import { Html, html, htmlPage } from '../http/html.ts';
import type { OpenApiOperation, Reference, Schema } from './openapi.ts';

const who: Readonly<Record<OpenApiOperation['access'], string>> = {
  public: 'Everybody, also by GET',
  visitor: 'Everybody',
  user: 'A signed-in user (bearer and cookie)',
};

const orPhone = html`, or a phone that takes photos for one (<code>Authorization: Phone</code> and its key)`;

export function referencePage({ operations, schemas }: Reference, version: string): string {
  const calls = operations.map(
    ({ path }) =>
      html`<li>
        <a href="#${path}"><code>${path}</code></a>
      </li> `,
  );
  const types = Object.entries(schemas).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return htmlPage({
    title: `Marigold API ${version}`,
    style: '/docs/plain.css',
    body: html`<header>
        <h1>Marigold API</h1>
        <p>Version ${version}. As data: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
        <p>
          Every call is <code>POST /api/{path}</code> with the body
          <code>{"data": base64(JSON {appRequest, apiSign})}</code>; the fields below are
          <code>appRequest.data</code>. An understood call answers HTTP 200 with
          <code>{"data": {code, msg, data}}</code>: code 200 when it is done, 422 when it is refused as
          declared below, and then <code>data.refusal</code> names the reason. Money is written as decimal
          strings, time as epoch milliseconds.
        </p>
      </header>
      <main>
        <nav aria-label="Calls">
          <ul>
            ${calls}
          </ul>
        </nav>
        ${operations.map(article)}
        <h2>Types</h2>
        ${types.map(([name, schema]) => typeArticle(name, schema))}
      </main>`,
  });
}

function article(operation: OpenApiOperation): Html {
  const { path, does, access, idempotent, input, output, refusals, limits, isOfPhones } = operation;
  const once = idempotent ? 'Once per requestId' : 'No';
  const limit =
    limits.length === 0
      ? ''
      : html`<tr>
          <th scope="row">Limits</th>
          <td>${limits.join('; ')}</td>
        </tr> `;
  return html`<article id="${path}">
    <h2><code>POST /api/${path}</code></h2>
    <p>${does}</p>
    <div class="scroll">
      <table>
        <tr>
          <th scope="row">Who</th>
          <td>${who[access]}${isOfPhones ? orPhone : ''}</td>
        </tr>
        <tr>
          <th scope="row">Applied once</th>
          <td>${once}</td>
        </tr>
        ${limit}
      </table>
    </div>
    <h3>Input</h3>
    ${fieldTable(input)}
    <h3>Output</h3>
    ${fieldTable(output)}
    <h3>Refusals</h3>
    ${refusalTable(refusals)}
  </article> `;
}

function refusalTable(refusals: OpenApiOperation['refusals']): Html {
  if (refusals.length === 0) return html`<p class="quiet">None.</p>`;
  const rows = refusals.map(
    ({ refusal, text }) =>
      html`<tr>
        <td><code>${refusal}</code></td>
        <td>${text}</td>
      </tr> `,
  );
  return html`<div class="scroll">
    <table>
      <tr>
        <th scope="col">Refusal</th>
        <th scope="col">Text</th>
      </tr>
      ${rows}
    </table>
  </div>`;
}

function typeArticle(name: string, schema: Schema): Html {
  const { description } = schema as { description?: string };
  const hasFields = rowsOf(schema, '').length > 0;
  return html`<article id="type-${name}">
    <h2><code>${name}</code></h2>
    <p>${description ?? ''}</p>
    ${hasFields ? fieldTable(schema) : html`<p class="quiet">${typeOf(schema)}</p>`}
  </article> `;
}

type Row = { readonly name: string; readonly schema: Schema; readonly isNeeded: boolean };

/** One row per field, those inside objects and lists included; what has a name of its own is only named. */
function rowsOf(schema: Schema, prefix: string): Row[] {
  const { properties, required, items } = schema as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
    items?: Schema;
  };
  if (items !== undefined) return rowsOf(items, `${prefix}[]`);
  return Object.entries(properties ?? {}).flatMap(([key, field]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [{ name, schema: field, isNeeded: required?.includes(key) === true }, ...rowsOf(field, name)];
  });
}

function fieldTable(schema: Schema): Html {
  const rows = rowsOf(schema, '');
  if ('$ref' in schema || schema['type'] === 'array') {
    return html`<p>${typeOf(schema)}</p>
      ${rows.length === 0 ? '' : table(rows)}`;
  }
  return rows.length === 0 ? html`<p class="quiet">No fields.</p>` : table(rows);
}

function table(rows: readonly Row[]): Html {
  const lines = rows.map(
    ({ name, schema, isNeeded }) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${typeOf(schema)}</td>
        <td>${isNeeded ? 'always' : 'may be absent'}</td>
      </tr> `,
  );
  return html`<div class="scroll">
    <table>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
        <th scope="col">Present</th>
      </tr>
      ${lines}
    </table>
  </div>`;
}

/** A schema in a few words. */
function typeOf(schema: Schema): Html {
  const {
    $ref,
    enum: values,
    anyOf,
    type,
    items,
    pattern,
    minLength,
    maxLength,
    minimum,
    maximum,
    maxItems,
  } = schema as {
    $ref?: string;
    enum?: readonly unknown[];
    anyOf?: readonly Schema[];
    type?: string | readonly string[];
    items?: Schema;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
    minimum?: number;
    maximum?: number;
    maxItems?: number;
  };
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a href="#type-${name}">${name}</a>`;
  }
  if (values !== undefined) return html`<code>${values.map(String).join(' | ')}</code>`;
  if (anyOf !== undefined) return either(anyOf.map(typeOf));
  if (Array.isArray(type)) return html`${type.join(' or ')}`;
  if (items !== undefined)
    return html`list of ${typeOf(items)}${maxItems === undefined ? '' : `, at most ${maxItems}`}`;
  const length = range(minLength, maxLength, ' characters');
  const between = type === 'integer' ? range(bounded(minimum), bounded(maximum), '') : '';
  const form = pattern === undefined ? '' : html` <code>${pattern}</code>`;
  return html`${String(type ?? 'anything')}${length}${between}${form}`;
}

function either(types: readonly Html[]): Html {
  return types.reduce((text, type) => html`${text} or ${type}`);
}

/** The bounds of the number type itself say nothing to a reader. */
function bounded(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `, at most ${most}${unit}`;
  return most === undefined ? `, at least ${least}${unit}` : `, ${least} to ${most}${unit}`;
}
