import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { compressFiles } from '../../../../../scripts/pages/precompress.ts';
import type { Gateway } from './gateway.ts';
import { createHttp } from './http.ts';
import { registerPages } from './pages.ts';

const script = `console.log('the wallet');\n`.repeat(100);
const page = `<!doctype html><title>Marigold</title>${'<!-- the wallet -->'.repeat(100)}`;

/** Answers every call with its path; refuses with the bare number. */
const gateway: Pick<Gateway, 'handle' | 'refuse'> = {
  handle: async ({ path }) => ({ status: 404, body: { data: { code: 404, msg: 'gateway', data: path } } }),
  refuse: (status, refusal) => ({ status, body: { data: { code: status, msg: refusal, data: null } } }),
};

function builtWallet(): string {
  const dist = mkdtempSync(join(tmpdir(), 'wallet-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), page);
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, 'sw.js'), script);
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}');
  writeFileSync(join(dist, 'assets', 'index-Bx12.js'), script);
  writeFileSync(join(dist, 'assets', 'tiny-Aa01.js'), '1;');
  return dist;
}

describe('the wallet as it is served', () => {
  let dist: string;
  let app: FastifyInstance;

  beforeAll(async () => {
    dist = builtWallet();
    await compressFiles(dist);
    app = await createHttp({
      gateway,
      health: async () => ({ live: true, ready: true, parts: { database: 'ok' } }),
    });
    await registerPages(app, { dist, gateway });
  });
  afterAll(async () => {
    await app.close();
    rmSync(dist, { recursive: true });
  });

  it('is its page at every path of a screen, asked for each time', async () => {
    for (const url of [
      '/',
      '/pages/login/login',
      '/pages/exchange/billdetail?id=0199',
      '/no/such/screen',
      '/no/such/folder/',
      '/?a=b.js',
    ]) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, page]);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    }
    expect((await app.inject({ url: '/pages/user/index', method: 'HEAD' })).statusCode).toBe(200);
  });

  it('keeps hashed files in caches for ever and asks for the others', async () => {
    const hashed = await app.inject({ url: '/assets/index-Bx12.js' });
    expect(hashed.body).toBe(script);
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['vary']).toContain('accept-encoding');
    const plain = await app.inject({ url: '/favicon.svg' });
    expect(plain.headers['cache-control']).toBe('no-cache');
    const again = await app.inject({
      url: '/favicon.svg',
      headers: { 'if-none-match': String(plain.headers['etag']) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('gives its worker and its manifest out anew each time, as what they are', async () => {
    for (const [url, type] of [
      ['/sw.js', 'application/javascript'],
      ['/manifest.webmanifest', 'application/manifest+json'],
    ]) {
      const answer = await app.inject({ url: String(url) });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-type']).toContain(type);
      expect(answer.headers['content-security-policy']).toContain('trusted-types marigold');
    }
  });

  it.each([
    ['/assets/index-Bx12.js', 'application/javascript', script],
    ['/sw.js', 'application/javascript', script],
    ['/pages/login/login', 'text/html', page],
  ])('sends %s in the compressed form that the browser knows', async (url, type, content) => {
    const get = async (accepted?: string) => {
      const answer = await app.inject({
        url,
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain(type);
      expect(answer.headers['vary']).toContain('accept-encoding');
      return { ...answer, encoding: answer.headers['content-encoding'], etag: answer.headers['etag'] };
    };
    const brotli = await get('gzip, deflate, br, zstd');
    expect(brotli.encoding).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(content);
    const zipped = await get('gzip');
    expect(zipped.encoding).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(content);
    const plain = await get();
    expect(plain.encoding).toBeUndefined();
    expect(plain.body).toBe(content);
    // A cache between must not take one form for another.
    expect(new Set([brotli.etag, zipped.etag, plain.etag]).size).toBe(3);
  });

  it('is never shown where the server answers: unknown calls, files and pages of other parts are 404 as JSON', async () => {
    const urls = [
      '/api',
      '/api/no/such',
      '/dev/inbox',
      '/docs/none',
      '/console/',
      '/assets/',
      '/files/x',
      '/assets/gone-1.js',
      '/gone.png',
      '/gone.webmanifest',
    ];
    for (const url of urls) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.json()).toMatchObject({ data: { code: 404 } });
    }
    expect((await app.inject({ url: '/api/no/such', method: 'POST' })).json()).toMatchObject({
      data: { msg: 'gateway' },
    });
    expect((await app.inject({ url: '/pages/login/login', method: 'POST' })).statusCode).toBe(405);
  });

  it('gives away no file outside its folder', async () => {
    for (const url of [
      '/../package.json',
      '/assets/..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/.env',
    ]) {
      const answer = await app.inject({ url });
      expect(answer.body).not.toMatch(/root:|"name"/);
    }
  });

  it('tells its health with the state of each part', async () => {
    const answer = await app.inject({ url: '/health' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { live: true, ready: true, parts: { database: 'ok' } },
    ]);
  });
});

it('says what to do when the wallet is not built', async () => {
  const app = await createHttp({ gateway, health: async () => ({ live: true, ready: true, parts: {} }) });
  await expect(registerPages(app, { dist: join(tmpdir(), 'nothing-here'), gateway })).rejects.toThrow(
    'is not built',
  );
  await app.close();
});

it('writes each compressed form once, and none for tiny files', async () => {
  const dist = builtWallet();
  writeFileSync(join(dist, 'assets', 'index-Bx12.js.map'), script);
  expect(await compressFiles(dist)).toBe(6);
  expect(readdirSync(join(dist, 'assets')).toSorted()).toEqual([
    'index-Bx12.js',
    'index-Bx12.js.br',
    'index-Bx12.js.gz',
    'index-Bx12.js.map',
    'tiny-Aa01.js',
  ]);
  rmSync(dist, { recursive: true });
});
