/**
 * What the program says by mail and SMS. A message is queued as a job in the transaction of its cause and becomes words
 * only when it is sent; its payload (which holds the code) is deleted with the job and never logged.
 */
import type { LanguageId } from '@marigold/texts/languages';
import { languageIds } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import * as z from 'zod';

import type { Database } from '../../platform/database.ts';
import type { JobHandlers } from '../../platform/jobs.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { Mailer, SmsSender } from './port.ts';

const Message = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('registerCode'), code: z.string(), minutes: z.int() }),
  z.strictObject({ kind: z.literal('contactBound') }),
  z.strictObject({
    kind: z.literal('paymentCode'),
    code: z.string(),
    minutes: z.int(),
    /** Decimal strings. */
    amount: z.string(),
    fee: z.string(),
    currency: z.string(),
    /** Masked. */
    payee: z.string(),
  }),
]);
export type Message = z.output<typeof Message>;

const Payload = z.strictObject({ to: z.string(), language: z.enum(languageIds), message: Message });

export type Delivery = {
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly language: LanguageId;
  readonly message: Message;
};

/** Queues a message in the caller's transaction; it leaves after commit. */
export async function queueMessage(
  db: Database,
  { channel, to, language, message }: Delivery,
): Promise<void> {
  await enqueue(db, channel === 'email' ? 'mail' : 'sms', { to, language, message });
}

/** The tasks `mail` and `sms`: render in the reader's language and hand over. */
export function createMessageJobs({
  mailer,
  smsSender,
}: {
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
}): JobHandlers {
  return {
    async mail(payload) {
      const { to, language, message } = Payload.parse(payload);
      await mailer.send({ to, ...mailWords(language, message) });
    },
    async sms(payload) {
      const { to, language, message } = Payload.parse(payload);
      await smsSender.send({ to, text: smsWords(language, message) });
    },
  };
}

function mailWords(language: LanguageId, message: Message): { subject: string; text: string } {
  const footer = say(language, 'mail.footer');
  switch (message.kind) {
    case 'registerCode':
      return {
        subject: say(language, 'mail.register.subject', message),
        text: `${say(language, 'mail.register.text', message)}\n\n${footer}\n`,
      };
    case 'contactBound':
      return {
        subject: say(language, 'contact.bound.subject'),
        text: `${say(language, 'contact.bound.text')}\n`,
      };
    case 'paymentCode':
      return {
        subject: say(language, 'mail.payment.subject', message),
        text: `${say(language, 'mail.payment.text', message)}\n\n${footer}\n`,
      };
  }
}

function smsWords(language: LanguageId, message: Message): string {
  switch (message.kind) {
    case 'registerCode':
      return say(language, 'mail.register.sms', message);
    case 'contactBound':
      return say(language, 'contact.bound.sms');
    case 'paymentCode':
      return say(language, 'mail.payment.sms', message);
  }
}
