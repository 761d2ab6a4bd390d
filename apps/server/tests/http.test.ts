import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createHttp } from '../src/platform/http/http.ts';
import type { TestApi } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';

let api: TestApi;
let app: Awaited<ReturnType<typeof createHttp>>;

beforeAll(async () => {
  api = await startTestApi({ limits: 'on' });
  app = await createHttp({
    gateway: api.server.gateway,
    health: async () => ({ live: true, ready: true, parts: { database: 'ok' } }),
  });
});
afterAll(async () => {
  await app.close();
  await api.close();
});

async function post(payload: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/app/ping',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return {
    status: answer.statusCode,
    body: answer.json() as { data: { code: number; msg: string; data: { refusal: string } | null } },
  };
}

describe('the API over HTTP', () => {
  it.each([
    ['nothing', '', 400],
    ['text that is no JSON', 'hello', 400],
    ['a list', '[]', 400],
    ['two bodies', '{"data":"e30="}{"data":"e30="}', 400],
    ['another key', '{"date":"e30="}', 400],
    ['a number for the data', '{"data":1}', 400],
    ['data that is no base64', '{"data":"***"}', 400],
    ['the other base64 alphabet', '{"data":"_-_-"}', 400],
    ['base64 cut short', '{"data":"e30"}', 400],
    ['base64 of no text', `{"data":"${Buffer.from([0xff, 0xfe, 0xfd]).toString('base64')}"}`, 400],
    ['a duplicate key', `{"data":"e30=","data":"e30="}`, 400],
    ['a key of objects', '{"__proto__":{"data":"e30="}}', 400],
    ['ten thousand levels', '['.repeat(10_000), 400],
    ['more than 64 kB', `{"data":"${'A'.repeat(70_000)}"}`, 413],
  ])('refuses %s with a clear number and a sentence', async (_what, payload, status) => {
    const answer = await post(payload);
    expect([answer.status, answer.body.data.code]).toEqual([status, status]);
    expect(answer.body.data.msg.length).toBeGreaterThan(10);
    expect(answer.body.data.data?.refusal).toMatch(/^[a-z_]+$/);
  });

  it('takes JSON only, and nothing compressed', async () => {
    expect((await post('data=e30=', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(
      415,
    );
    expect((await post('<x/>', { 'content-type': 'text/xml' })).status).toBe(415);
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBeGreaterThanOrEqual(400);
  });

  it('answers unknown paths 404 and other methods 405 in JSON', async () => {
    const unknown = await app.inject({
      method: 'POST',
      url: '/api/no/such/call',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    const put = await app.inject({
      method: 'PUT',
      url: '/api/app/ping',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([unknown.statusCode, unknown.json().data.code]).toEqual([404, 404]);
    expect([put.statusCode, put.json().data.code]).toEqual([405, 405]);
  });

  it('says when to come again as a header', async () => {
    const { token } = await api.person();
    let last = await api.raw('payee/lookup', { to: 'nobody1' }, { token });
    while (last.status === 200) last = await api.raw('payee/lookup', { to: 'nobody1' }, { token });
    expect(last.status).toBe(429);
    expect(last.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('answers 503 where something beside the calls meets an outage', async () => {
    const other = await createHttp({
      gateway: api.server.gateway,
      health: async () => ({ live: true, ready: true, parts: {} }),
    });
    other.get('/page', async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    const answer = await other.inject({ method: 'GET', url: '/page' });
    await other.close();
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().data.code]).toEqual([
      503,
      '1',
      503,
    ]);
  });

  it('sends the headers that keep a browser strict', async () => {
    const answer = await app.inject({
      method: 'GET',
      url: '/api/app/config',
      headers: { language: 'ja_JP' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  it('lets pages of ours alone ask for the camera, and nobody for what else a device has', async () => {
    const { headers } = await app.inject({ method: 'GET', url: '/health' });
    expect(headers['permissions-policy']).toBe(
      'camera=(self), microphone=(), geolocation=(), display-capture=()',
    );
  });

  it('lets nobody frame us and frames nobody, until settings name them one by one', async () => {
    const health = async () => ({ live: true, ready: true, parts: {} }) as const;
    const frames = async (links?: { frameHosts: string[]; wrapperOrigin: string | undefined }) => {
      const other = await createHttp({
        gateway: api.server.gateway,
        health,
        ...(links === undefined ? {} : { links }),
      });
      const { headers } = await other.inject({ method: 'GET', url: '/health' });
      await other.close();
      const policy = String(headers['content-security-policy']);
      return [...policy.split(';').filter((one) => one.startsWith('frame-')), headers['x-frame-options']];
    };
    expect(await frames()).toEqual(["frame-src 'none'", "frame-ancestors 'none'", 'DENY']);
    expect(
      await frames({ frameHosts: ['help.example', 'a.example:8443'], wrapperOrigin: 'https://wrap.example' }),
    ).toEqual([
      'frame-src https://help.example https://a.example:8443',
      'frame-ancestors https://wrap.example',
      undefined,
    ]);
  });
});
