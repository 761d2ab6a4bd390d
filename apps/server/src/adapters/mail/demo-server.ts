/** Demo mode's mail server: a real SMTP server on this machine that keeps every mail in the demo inbox. */
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';

import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { keepMessage } from '../demo-inbox.ts';

const bytesMax = 256 * 1024;

export type DemoMailServer = {
  /** For the SMTP mailer. */
  readonly url: string;
  close(): Promise<void>;
};

/** Listens on a free port of 127.0.0.1 and on nothing else. */
export async function startDemoMailServer(db: Database, clock: Clock): Promise<DemoMailServer> {
  const server = new SMTPServer({
    size: bytesMax,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      void answer(async () => await keepMail({ db, clock }, stream, recipients), done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Tells the server what became of a mail once it is known. */
async function answer(keep: () => Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  let failure: Error | null = null;
  try {
    await keep();
  } catch (error) {
    failure = error instanceof Error ? error : new Error('the mail was not kept');
  }
  done(failure);
}

async function keepMail(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  stream: Readable,
  recipients: readonly string[],
): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // The rest is read and dropped, so that the sender hears our answer.
    if (bytes <= bytesMax) chunks.push(chunk);
  }
  if (bytes > bytesMax) throw new Error('the mail is too large');
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  for (const recipient of recipients) {
    const { subject = '', text = '' } = mail;
    await keepMessage(db, { channel: 'email', recipient, subject, body: text, time: clock() });
  }
}
