import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Gateway } from './gateway.ts';
import { createHttp } from './http.ts';
import { registerPages } from './pages.ts';
import { precompress } from './precompress.ts';

const script = `console.log('the wallet');\n`.repeat(100);
const page = '<!doctype html><title>Marigold</title>';

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

  it('sends the compressed form that the browser knows', async () => {
    const get = async (accepted: string) =>
      await app.inject({ url: '/assets/index-Bx12.js', headers: { 'accept-encoding': accepted } });
    const brotli = await get('gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    expect(brotli.headers['content-type']).toContain('application/javascript');
    const zipped = await get('gzip');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(script);
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

describe('compressing a build', () => {
  it('writes each form once, again after a new build, and nothing for tiny files', async () => {
    const dist = builtWallet();
    expect(await precompress(dist)).toBe(4);
    expect(await precompress(dist)).toBe(0);
    const later = new Date(Date.now() + 5000);
    utimesSync(join(dist, 'assets', 'index-Bx12.js'), later, later);
    expect(await precompress(dist)).toBe(2);
    expect(readdirSync(join(dist, 'assets')).toSorted()).toEqual([
      'index-Bx12.js',
      'index-Bx12.js.br',
      'index-Bx12.js.gz',
      'tiny-Aa01.js',
    ]);
    rmSync(dist, { recursive: true });
  });

  // Root may write everywhere, so there is nothing to see.
  it.skipIf(process.getuid?.() === 0)('leaves a folder alone that it may not write', async () => {
    const dist = builtWallet();
    chmodSync(join(dist, 'assets'), 0o555);
    expect(await precompress(dist)).toBe(0);
    chmodSync(join(dist, 'assets'), 0o755);
    rmSync(dist, { recursive: true });
  });
});
