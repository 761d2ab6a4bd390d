/** Request lines that no browser sends, byte for byte as they come over the line. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Gateway } from './gateway.ts';
import { createHttp } from './http.ts';
import { registerPages } from './pages.ts';

const gateway: Pick<Gateway, 'handle' | 'refuse'> = {
  handle: async ({ path }) => ({ status: 404, body: { data: { code: 404, msg: 'gateway', data: path } } }),
  refuse: (status, refusal) => ({ status, body: { data: { code: status, msg: refusal, data: null } } }),
};
const page = '<!doctype html>';

let dist: string;
let app: FastifyInstance;
const defects: unknown[] = [];

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'wallet-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), page);
  const health = async () => ({ live: true, ready: true, parts: {} }) as const;
  const log = { error: (facts: unknown) => void defects.push(facts) };
  app = await createHttp({ gateway, health, log });
  app.get('/broken', async () => await Promise.reject(new Error('of our own')));
  await registerPages(app, { dist, gateway });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

type Heard = { readonly status: number; readonly body: string };

/** What is answered to a request line, whose characters are its bytes. */
async function ask(line: string): Promise<Heard> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let logged = '';
  socket.on('data', (chunk) => (logged += String(chunk)));
  socket.write(
    Buffer.from(`${line} HTTP/1.1\r\nHost: wallet.example\r\nConnection: close\r\n\r\n`, 'latin1'),
  );
  await once(socket, 'close');
  const [head = '', body = ''] = logged.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body };
}

describe('a request line', () => {
  it.each([
    ['/pages/login/login', 200],
    ['/no/such/screen', 200],
    ['/%2f%2f', 200],
    ['/a%0d%0ab', 200],
    ['http://elsewhere.example/', 200],
    ['//', 404],
    ['///', 404],
    ['//[', 404],
    ['//%5b', 404],
    ['//elsewhere.example/', 404],
    ['/\\', 404],
    ['/\\elsewhere.example', 404],
    ['/..', 404],
    ['/../../etc/passwd', 404],
    ['/%5c..%5c', 404],
    ['/assets/%2e%2e/%2e%2e/etc/passwd', 404],
    ['/assets/..%2f..%2fetc/passwd', 404],
    ['/assets/.', 404],
    ['/.env', 404],
    ['/%00', 400],
    ['/?a=%00', 400],
    ['/?%00', 400],
    ['/assets/x%00.js', 400],
    ['/health%00', 400],
    ['/files/%00', 400],
    ['/stream%00', 400],
    ['/%', 400],
    ['/%zz', 400],
    ['/%ff', 400],
    ['/%ed%a0%80', 400],
    ['/api/%', 400],
    ['/api/app/ping%00', 404],
    ['http://[', 400],
  ])('GET %s is answered %i', async (target, status) => {
    const heard = await ask(`GET ${target}`);
    expect(heard.status).toBe(status);
    expect(heard.body).toContain(status === 200 ? page : `{"data":{"code":${status},`);
  });

  it('is never a defect of ours, whatever its method', async () => {
    const targets = [
      '*',
      '//',
      '//[',
      '///',
      '/\\',
      '/..',
      '/../x',
      '/%',
      '/%00',
      '/?%00',
      '/assets/%2e%2e/%2e%2e/x',
    ];
    const methods = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    const lines = methods.flatMap((method) => targets.map((target) => `${method} ${target}`));
    const heard = await Promise.all(lines.map(async (line) => ({ line, ...(await ask(line)) })));
    expect(heard.filter(({ status }) => !(status >= 200 && status < 500))).toEqual([]);
    expect(defects).toEqual([]);
  });

  it('that meets a defect of ours is answered 500 and logged with it', async () => {
    expect((await ask('GET /broken?of=whom')).status).toBe(500);
    expect(defects).toEqual([{ path: '/broken', err: new Error('of our own') }]);
  });
});
