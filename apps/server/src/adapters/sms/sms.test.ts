import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createMessageJobs } from '../../modules/message/delivery.ts';
import type { Sms, SmsSender } from '../../modules/message/port.ts';
import type { Databases } from '../../platform/database/database.ts';
import { openDatabases } from '../../platform/database/database.ts';
import { createDemoSms } from './demo.ts';
import { createHttpSms, SmsUnavailable } from './http.ts';

const token = 'token of the provider';

/** Stands for a provider: takes what is well formed and carries the token, misbehaves by path. */
async function startProvider(taken: Sms[]): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.url === '/silent') return;
      if (request.url === '/elsewhere') return response.writeHead(307, { location: '/' }).end();
      if (request.url === '/broken') return response.writeHead(500).end('no');
      if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
      taken.push(JSON.parse(body) as Sms);
      return response.writeHead(202).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

let database: TestDatabase;
let databases: Databases;
let provider: { server: Server; url: string };
const taken: Sms[] = [];
beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
  provider = await startProvider(taken);
});
afterAll(async () => {
  provider.server.closeAllConnections();
  provider.server.close();
  await databases.close();
  await database.drop();
});

/** What every sender keeps, the demo one and the real one. */
const senders: Record<string, { sender: () => SmsSender; arrived: () => Promise<Sms[]> }> = {
  demo: {
    sender: () => createDemoSms(databases.main, Date.now),
    arrived: async () => {
      const rows = await sql<Sms>`
        select recipient as to, body as text from app.demo_inbox where channel = 'sms' order by id`.execute(
        databases.main,
      );
      return rows.rows;
    },
  },
  http: { sender: () => createHttpSms({ url: provider.url, token }), arrived: async () => taken },
};

describe.each(Object.entries(senders))('the %s sender', (_name, { sender, arrived }) => {
  it('delivers the words letter by letter', async () => {
    const sms = { to: '+4915112345678', text: '【Marigold】验证码 135790 «код»' };
    await sender().send(sms);
    expect((await arrived()).at(-1)).toEqual(sms);
  });

  it('says a payment code with amount and payee in the language of its reader', async () => {
    const jobs = createMessageJobs({
      publicAddress: () => 'https://wallet.test',
      mailer: { send: async () => undefined },
      smsSender: sender(),
    });
    const message = {
      kind: 'paymentCode',
      code: '246813',
      minutes: 5,
      amount: '12.34',
      fee: '0.00',
      currency: 'USDT',
      payee: 'a**b',
    };
    await jobs['sms']?.({ to: '+491510000000', language: 'en', message });
    const text = (await arrived()).at(-1)?.text;
    expect(text).toContain('246813');
    expect(text).toContain('12.34 USDT to a**b');
  });
});

describe('the http sender', () => {
  const sms = { to: '+491510000000', text: 'secret 135790' };

  it.each([
    ['a refusal', '/broken'],
    ['a redirect', '/elsewhere'],
    ['silence', '/silent'],
  ])('calls %s an outage, without repeating the words', async (_what, path) => {
    const sent = createHttpSms({ url: provider.url + path, token, timeoutMs: 200 }).send(sms);
    const error: unknown = await sent.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SmsUnavailable);
    expect(String(error)).not.toContain('135790');
  });

  it('is refused without the token', async () => {
    await expect(createHttpSms({ url: provider.url }).send(sms)).rejects.toThrow('it answered 401');
  });
});
