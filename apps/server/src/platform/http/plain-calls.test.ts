/** A call over a real connection is answered as the framework answers it, whichever of the two takes it. */
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GatewayAnswer } from './answer.ts';
import { bodyBytesMax, createHttp } from './http.ts';
import type { Incoming } from './incoming.ts';

const calls: Incoming[] = [];
const counted: unknown[] = [];
let given: GatewayAnswer = {
  status: 200,
  body: { data: { code: 200, msg: 'Всё хорошо', data: { ok: true } } },
};
let app: Awaited<ReturnType<typeof createHttp>>;
let port = 0;

beforeAll(async () => {
  app = await createHttp({
    gateway: {
      handle: async (incoming) => {
        calls.push(incoming);
        return given;
      },
      refuse: (status, refusal) => ({ status, body: { data: { code: status, msg: refusal, data: null } } }),
    },
    answered: (...call) => counted.push(call.slice(0, 2)),
    health: async () => ({ live: true, ready: true, parts: {} }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(async () => await app.close());

/** Answers the status, the headers without the date, and the body. */
async function post(body: string, headers: Record<string, string> = {}, path = '/api/app/ping') {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { date: _, ...rest } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: rest, body: await answer.text() };
}

describe('a plain call', () => {
  it('reaches the gateway and comes back exactly as through the framework', async () => {
    const headers = { language: 'ru_RU', authorization: 'Bearer abc' };
    const through = 'application/json; charset=utf-8';
    for (const retryAfterSeconds of [undefined, 3]) {
      const body = { data: { code: 200, msg: 'Всё хорошо', data: { ok: true } } };
      given = {
        status: retryAfterSeconds === undefined ? 200 : 429,
        body,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      };
      const before = calls.length;
      const plain = await post('{"data":"é"}', headers);
      const other = await post('{"data":"é"}', { ...headers, 'content-type': through });
      expect(plain).toEqual(other);
      expect(JSON.parse(plain.body)).toEqual(body);
      const [one, two] = calls
        .slice(before)
        .map((incoming) => ({ ...incoming, query: { ...incoming.query } }));
      expect(one).toEqual(two);
      expect(one).toMatchObject({
        path: 'app/ping',
        body: '{"data":"é"}',
        languageHeader: 'ru_RU',
        authorization: 'Bearer abc',
      });
    }
    expect(counted.slice(0, 2)).toEqual([
      ['app/ping', 200],
      ['app/ping', 200],
    ]);
  });

  it('may arrive in pieces that cut a letter in two', async () => {
    const body = Buffer.from('{"data":"é"}');
    const before = calls.length;
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('data', () => socket.end(resolve));
      socket.write(
        `POST /api/app/ping HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, 10), () => setImmediate(() => socket.write(body.subarray(10))));
    });
    expect(calls[before]?.body).toBe('{"data":"é"}');
  });

  it('of more than is allowed, of another type or of no known path is refused as ever', async () => {
    const before = calls.length;
    expect((await post('x'.repeat(bodyBytesMax + 1))).status).toBe(413);
    expect((await post('x', { 'content-type': 'text/xml' })).status).toBe(415);
    expect(calls.length).toBe(before);
    expect((await post('x'.repeat(bodyBytesMax))).status).toBe(429);
    await post('x', {}, '/api/constructor');
    await post('x', {}, '/api/no/such?a=b');
    expect(calls.slice(before).map(({ path }) => path)).toEqual(['app/ping', 'constructor', 'no/such']);
  });
});
