import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

import type { UploadKind } from '@marigold/contract/calls/file';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { paidRecordOf } from '../../../testing/bindings.ts';
import { phoneSteps } from '../../../testing/phone-steps.ts';
import { dribble } from '../../../testing/raw-upload.ts';
import { hostileTexts } from '../../../tests/hostile.ts';
import type { Gateway } from '../../platform/http/gateway.ts';
import { createHttp } from '../../platform/http/http.ts';
import { newToken } from '../../platform/process/ids.ts';
import { registerFiles } from './routes.ts';

let api: TestApi;
let anna: TestPerson;
let boris: TestPerson;
let picture: Buffer;
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  api = await startTestApi();
  anna = await api.person();
  boris = await api.person();
  const create = { width: 30, height: 30, channels: 3, background: '#ffb21a' } as const;
  picture = await sharp({ create }).png().toBuffer();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await api?.close();
});

/** Serves uploads at a port of its own; `beside` makes their calls. */
async function serve(beside?: Gateway['beside']): Promise<FastifyInstance> {
  const { gateway, files } = api.server;
  const app = await createHttp({ gateway, health: async () => ({ live: true, ready: true, parts: {} }) });
  apps.push(app);
  await registerFiles(app, {
    files,
    gateway: beside === undefined ? gateway : { ...gateway, beside },
    db: api.databases.main,
    clock: () => api.clock.now(),
    addressOf: () => '127.0.0.1',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

function baseOf({ server }: FastifyInstance): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The status of a whole upload. */
async function upload(base: string, { token }: TestPerson): Promise<number> {
  return await uploadAs(base, await api.headers(token));
}

async function uploadAs(base: string, headers: Record<string, string>, kind?: UploadKind): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob([Uint8Array.from(picture)]), 'me.png');
  body.set('name', 'me.png');
  if (kind !== undefined) body.set('kind', kind);
  const answer = await fetch(`${base}/api/file/upload`, { method: 'POST', body, headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function heardFrom(socket: Socket): Promise<string> {
  return String((await once(socket, 'data'))[0]);
}

it('takes one upload of a person at a time, and those of others beside it', async () => {
  const base = baseOf(await serve());
  const slow = [dribble(base, await api.headers(anna.token)), dribble(base, await api.headers(anna.token))];
  const hangUp = () => {
    for (const socket of slow) socket.destroy();
  };
  onTestFinished(hangUp);
  // Whichever comes second is told so at once; the other one is waited for.
  const refused = await Promise.race(slow.map(heardFrom));
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/^retry-after: 5\r$/im);
  expect(await upload(base, boris)).toBe(200);
  expect(await upload(base, anna)).toBe(503);
  hangUp();
  const freed = async () => expect(await upload(base, anna)).toBe(200);
  await vi.waitFor(freed, { timeout: 10_000, interval: 50 });
});

it('takes photos of a document from a phone that takes them for somebody, and nothing else', async () => {
  const base = baseOf(await serve());
  const now = api.clock.now();
  const { authNo } = await paidRecordOf(api.databases.main, { userId: anna.id, purpose: 'system', now });
  const { key } = await phoneSteps(() => api).opened(anna, authNo);
  const by = (authorization: string, kind?: UploadKind) => uploadAs(base, { authorization }, kind);
  expect(await by(`Phone ${key}`, 'identity')).toBe(200);
  expect(await by(`Phone ${key}`)).toBe(400);
  expect(await by(`Phone ${key}`, 'signature')).toBe(400);
  const wrong = [
    `Phone ${key.slice(1)}`,
    `Phone ${newToken()}`,
    `Bearer ${key}`,
    `phone ${key}`,
    key,
    'Phone',
  ];
  const answers = await Promise.all(wrong.map((one) => by(one, 'identity')));
  expect(answers).toEqual(wrong.map(() => 401));
});

it('waits for no body of whoever hung up before it was read', async () => {
  const { gateway } = api.server;
  const begun = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<number>();
  const app = await serve(async (endpoint, incoming, work) => {
    const answer = await gateway.beside(endpoint, incoming, async (call) => {
      begun.resolve();
      await gone.promise;
      return await work(call);
    });
    answered.resolve(answer.status);
    return answer;
  });
  app.server.once('connection', (socket) => void socket.once('close', () => gone.resolve()));
  const socket = dribble(baseOf(app), await api.headers(anna.token));
  await begun.promise;
  socket.destroy();
  expect(await answered.promise).toBe(400);
  expect(await upload(baseOf(await serve()), anna)).toBe(200);
});

it('is malformed with names that nothing can keep, wherever they stand, and never a defect of ours', async () => {
  const base = baseOf(await serve());
  const part = (header: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; ${header}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const post = async (...parts: readonly Buffer[]): Promise<number> => {
    const headers = {
      ...(await api.headers(anna.token)),
      'content-type': 'multipart/form-data; boundary=x',
    };
    const body = Uint8Array.from(Buffer.concat([...parts, Buffer.from('--x--\r\n')]));
    const answer = await fetch(`${base}/api/file/upload`, { method: 'POST', body, headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const file = part('name="file"; filename="a.png"', picture);
  const name = part('name="name"', 'a.png');
  expect(await post(file, name)).toBe(200);
  const wrong: unknown[] = [];
  for (const { name: what, value } of hostileTexts) {
    const statuses = [
      await post(file, part('name="name"', value)),
      await post(file, part(`name="name${value}"`, 'a.png')),
      await post(file, name, part('name="kind"', value)),
      await post(part(`name="file"; filename="${value}"`, picture), name),
    ];
    if (statuses.some((status) => status >= 500) || (value.includes('\0') && statuses[0] !== 400))
      wrong.push({ what, statuses });
  }
  expect(wrong).toEqual([]);
});
