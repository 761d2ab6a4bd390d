import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createMessageJobs } from '../../modules/message/delivery.ts';
import type { Databases } from '../../platform/database/database.ts';
import { openDatabases } from '../../platform/database/database.ts';
import { type DemoMailServer, startDemoMailServer } from './demo-server.ts';
import { createSmtpMailer, type SmtpMailer } from './smtp.ts';

let database: TestDatabase;
let databases: Databases;
let server: DemoMailServer;
let mailer: SmtpMailer;
beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
  server = await startDemoMailServer(databases.main, Date.now);
  mailer = createSmtpMailer({ url: server.url, from: 'Marigold <no-reply@marigold.example>' });
});
afterAll(async () => {
  mailer.close();
  await server.close();
  await databases.close();
  await database.drop();
});

async function inbox(recipient: string) {
  const found = await sql`
    select channel, subject, body from app.demo_inbox where recipient = ${recipient} order by id`.execute(
    databases.main,
  );
  return found.rows;
}

describe('a mail', () => {
  it('goes by SMTP into the demo inbox, letter by letter', async () => {
    const mail = { to: 'a@example.com', subject: 'Код 注册 コード', text: 'Zeile eins\n\nстрока два ¥ 元\n' };
    await mailer.send(mail);
    expect(await inbox('a@example.com')).toEqual([
      { channel: 'email', subject: mail.subject, body: mail.text },
    ]);
  });

  it('reaches one address, whatever the address looks like', async () => {
    const odd = "o'brien+x&y@example.com";
    await mailer.send({ to: odd, subject: 's', text: 't\n' });
    expect(await inbox(odd)).toHaveLength(1);
  });

  it('says the code in the language of its reader', async () => {
    const jobs = createMessageJobs({
      publicAddress: () => 'https://wallet.test',
      mailer,
      smsSender: { send: async () => undefined },
    });
    const message = { kind: 'registerCode', code: '135790', minutes: 5 };
    await jobs['mail']?.({ to: 'ja@example.com', language: 'ja', message });
    expect(await inbox('ja@example.com')).toMatchObject([
      { subject: '135790 は Marigold の確認コードです', body: expect.stringContaining('135790') },
    ]);
  });

  it('fails loudly when no server takes it, so that the job tries again', async () => {
    const gone = await startDemoMailServer(databases.main, Date.now);
    await gone.close();
    const nowhere = createSmtpMailer({ url: gone.url, from: 'no-reply@marigold.example' });
    await expect(nowhere.send({ to: 'a@example.com', subject: 's', text: 't' })).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  it('is refused by the demo server above its size', async () => {
    const text = 'x'.repeat(300 * 1024);
    await expect(mailer.send({ to: 'big@example.com', subject: 's', text })).rejects.toThrow(
      /size|too large/i,
    );
    expect(await inbox('big@example.com')).toEqual([]);
  });
});
