import { uploadFile } from '@marigold/contract/calls/file';
import { contract } from '@marigold/contract/contract';
import type { Endpoint } from '@marigold/contract/endpoint';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';

import { openApiDocument, readContract, type Schema } from './openapi.ts';
import { registerReference } from './reference.ts';

type Operation = {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly security: readonly Schema[];
  readonly 'x-once-only': boolean;
  readonly 'x-refusals': readonly { readonly refusal: string; readonly text: string }[];
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
};
type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post: Operation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
};

const document = openApiDocument(readContract(), '1.5.6') as unknown as Document;
const endpoints: readonly Endpoint[] = [...Object.values(contract), uploadFile];

/** A validator that knows the document, so that its references are followed. */
function compile(schema: Schema): ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    formats: { uuid: true },
  });
  ajv.addKeyword('components');
  return ajv.compile({ ...schema, components: document.components });
}

function everyValue(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [value];
  return [value, ...Object.values(value).flatMap(everyValue)];
}

function operation(path: string): Operation {
  const item = document.paths[`/${path}`];
  if (item === undefined) throw new Error(`the document has no ${path}`);
  return item.post;
}

function bodySchema(path: string): Schema {
  return operation(path).requestBody.content['application/json']?.schema ?? {};
}

/** What the base64 text of a call holds. */
function envelopeSchema(path: string): Schema {
  const { data } = (bodySchema(path) as { properties: { data: { contentSchema: Schema } } }).properties;
  return data.contentSchema;
}

function envelope(data: object): object {
  const device = { appVersion: '1.5.6', deviceType: 'web', deviceModel: 'x', deviceBrand: 'y', osName: 'z' };
  const appRequest = { ...device, deviceId: 'a-device-of-mine', time: 1_795_000_000_000, data };
  return { appRequest, apiSign: 'A'.repeat(32) };
}

describe('the OpenAPI document', () => {
  it('has every call of the contract, and only the public ones by GET', () => {
    expect(Object.keys(document.paths)).toEqual(endpoints.map(({ path }) => `/${path}`));
    const byGet = Object.entries(document.paths).filter(([, { get }]) => get !== undefined);
    const publicPaths = endpoints.filter(({ access }) => access === 'public').map(({ path }) => `/${path}`);
    expect(byGet.map(([path]) => path)).toEqual(publicPaths);
    expect(document.paths['/rate/list']?.get?.parameters.map(({ name }) => name)).toEqual([
      'language',
      'fiat',
    ]);
  });

  it('names every refusal with its English text, and no other', () => {
    for (const endpoint of endpoints) {
      const { [`x-refusals`]: rows, 'x-once-only': once } = operation(endpoint.path);
      const declared = [...endpoint.refusals, ...(endpoint.idempotent ? ['already_applied'] : [])];
      expect(rows.map(({ refusal }) => refusal)).toEqual(declared);
      expect(rows.filter(({ text }) => !/^[A-Z{].{10,}/.test(text) || /[[\]#]|object/.test(text))).toEqual(
        [],
      );
      expect(once).toBe(endpoint.idempotent);
    }
    const tooSoon = operation('user/code/send')['x-refusals'].find(
      ({ refusal }) => refusal === 'code_too_soon',
    );
    expect(tooSoon?.text).toContain('{seconds} seconds');
  });

  it('is whole: references lead somewhere, ids are unique, every schema is a schema', () => {
    expect(document.openapi).toBe('3.1.0');
    const references = everyValue(document).flatMap((value) =>
      value !== null && typeof value === 'object' && '$ref' in value ? [String(value.$ref)] : [],
    );
    const [, ...missing] = ['', ...new Set(references)].filter((reference) => {
      const [, , group = '', name = ''] = reference.split('/');
      return document.components[group]?.[name] === undefined;
    });
    expect(missing).toEqual([]);
    const ids = Object.values(document.paths).flatMap(({ get, post }) => [
      post.operationId,
      ...(get ? [get.operationId] : []),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    const form = operation(uploadFile.path).requestBody.content['multipart/form-data']?.schema ?? {};
    expect(Object.keys(form['properties'] ?? {})).toEqual(['file', 'name', 'kind']);
    compile(form);
    for (const { path } of endpoints) {
      if (path !== uploadFile.path) compile(envelopeSchema(path));
      compile(bodySchema(path));
      compile(operation(path).responses['200']?.content['application/json']?.schema ?? {});
    }
  });

  it('describes a call that the server takes, and none that it refuses as malformed', () => {
    const isTransfer = compile(envelopeSchema('transfer/internal'));
    const transfer = {
      requestId: '01919191-0000-7000-8000-000000000001',
      to: 'boris',
      currency: 'USDT',
      amount: '12.34',
      amountConfirm: '12.34',
      payPassword: '258036',
    };
    expect(isTransfer(envelope(transfer))).toBe(true);
    for (const change of [
      { requestId: undefined },
      { amount: '1e3' },
      { amount: 12.34 },
      { payPassword: '12345' },
      { extra: 1 },
    ]) {
      expect(isTransfer(JSON.parse(JSON.stringify(envelope({ ...transfer, ...change }))))).toBe(false);
    }
    expect(isTransfer({ ...envelope(transfer), more: 1 })).toBe(false);
  });

  it('describes done and refused answers of a call, and its errors', () => {
    const isAnswer = compile(
      operation('transfer/internal').responses['200']?.content['application/json']?.schema ?? {},
    );
    const done = {
      code: 200,
      msg: 'ok',
      data: { billId: '01919191-0000-7000-8000-000000000001', status: 'success' },
    };
    expect(isAnswer({ data: done })).toBe(true);
    expect(
      isAnswer({
        data: { code: 422, msg: 'no', data: { refusal: 'insufficient_balance', facts: { left: '1' } } },
      }),
    ).toBe(true);
    expect(isAnswer({ data: { code: 422, msg: 'no', data: { refusal: 'card_locked' } } })).toBe(false);
    expect(isAnswer(done)).toBe(false);
    expect(Object.keys(operation('transfer/internal').responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '409', '413', '415', '429', '500', '503']),
    );
    expect(operation('user/login').responses['401']).toBeUndefined();
    expect(operation('bill/list').responses['409']).toBeUndefined();
    expect(operation('bill/list').security).toEqual([{ bearer: [], half: [] }]);
  });

  it('lets the key of a phone make one call, the upload', () => {
    const ofPhones = endpoints.filter(({ path }) => operation(path).security.some((one) => 'phone' in one));
    expect(ofPhones.map(({ path }) => path)).toEqual([uploadFile.path]);
    expect(Object.keys(document.components['securitySchemes'] ?? {})).toEqual(['bearer', 'half', 'phone']);
  });
});

describe('the reference', () => {
  it('shows every call, every refusal and every type at /docs/api, without a script or a style inside', async () => {
    const app = fastify();
    registerReference(app, { version: '1.5.6' });
    const page = await app.inject({ url: '/docs/api' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { path, refusals } of endpoints) {
      expect(page.body).toContain(`id="${path}"`);
      for (const refusal of refusals) expect(page.body).toContain(`<code>${refusal}</code>`);
    }
    const targets = [...page.body.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target ?? '');
    expect(targets.filter((target) => !page.body.includes(`id="${target}"`))).toEqual([]);
    expect(page.body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|undefined|\[object/);
    const style = await app.inject({ url: '/docs/plain.css' });
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
    await app.close();
  });

  it('is the same document at /openapi.json', async () => {
    const app = fastify();
    registerReference(app, { version: '1.5.6' });
    const served = await app.inject({ url: '/openapi.json' });
    expect(served.json()).toEqual(JSON.parse(JSON.stringify(document)));
    await app.close();
  });
});
