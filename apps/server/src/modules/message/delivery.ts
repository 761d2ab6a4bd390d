/**
 * What the program says by mail and SMS. A message is queued as a job in the transaction of its cause and becomes words
 * only when it is sent; its payload (which holds the code) is deleted with the job and never logged.
 */
import { hoursIn, lossWindowMs, notMeLifeMs } from '@marigold/contract/durations';
import { freezes } from '@marigold/guard/freezes';
import { limitRaiseMs } from '@marigold/guard/wallet-limits';
import { dayMs } from '@marigold/money/spans';
import type { LanguageId } from '@marigold/texts/languages';
import { languageIds } from '@marigold/texts/languages';
import { say, sayWith } from '@marigold/texts/say';
import * as z from 'zod';

import type { Database } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/database/outbox.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { notMeLink } from './not-me/ticket.ts';
import { storedFacts, storedKind } from './notice-kinds.ts';
import { noticeFooter, noticeWords } from './notice-words.ts';
import type { Mailer, SmsSender } from './port.ts';

const OutgoingMessage = z.discriminatedUnion('kind', [
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
  z.strictObject({
    kind: z.literal('chainPaymentCode'),
    code: z.string(),
    minutes: z.int(),
    amount: z.string(),
    fee: z.string(),
    currency: z.string(),
    /** The whole address with its checksum: it is what is approved. */
    payee: z.string(),
    chain: z.string(),
  }),
  z.strictObject({
    kind: z.literal('exportCode'),
    code: z.string(),
    minutes: z.int(),
    /** The addresses, joined by commas. */
    payee: z.string(),
  }),
  z.strictObject({
    kind: z.literal('tradeCode'),
    code: z.string(),
    minutes: z.int(),
    amount: z.string(),
    currency: z.string(),
    /** As people write a market: BTC/USDT. */
    pair: z.string(),
  }),
  z.strictObject({ kind: z.literal('passwordCode'), code: z.string(), minutes: z.int() }),
  z.strictObject({ kind: z.literal('payPasswordCode'), code: z.string(), minutes: z.int() }),
  z.strictObject({ kind: z.literal('liftCode'), code: z.string(), minutes: z.int() }),
  z.strictObject({
    kind: z.literal('limitCode'),
    code: z.string(),
    minutes: z.int(),
    /** Dollars, and how many payments. */
    single: z.string(),
    total: z.string(),
    payments: z.int(),
  }),
  z.strictObject({ kind: z.literal('bindCode'), code: z.string(), minutes: z.int() }),
  z.strictObject({ kind: z.literal('passkeyCode'), code: z.string(), minutes: z.int() }),
  z.strictObject({ kind: z.literal('passkeyEndCode'), code: z.string(), minutes: z.int() }),
  z.strictObject({ kind: z.literal('recoveryCode'), code: z.string(), minutes: z.int() }),
  z.strictObject({
    kind: z.literal('loginCode'),
    code: z.string(),
    minutes: z.int(),
    /** Where somebody signs in: the kind of client and the network, `none` where they are not known. */
    device: z.string(),
    network: z.string(),
  }),
  // Queued by notify.ts.
  z.strictObject({
    kind: z.literal('notice'),
    notice: storedKind,
    facts: storedFacts,
    /** Locks the account of its reader ("this was not me"). */
    ticket: z.string().optional(),
  }),
  // Queued by announcement-mail.ts; the words are the announcement's own.
  z.strictObject({ kind: z.literal('announcement'), title: z.string(), body: z.string() }),
]);
export type OutgoingMessage = z.output<typeof OutgoingMessage>;

const Payload = z.strictObject({ to: z.string(), language: z.enum(languageIds), message: OutgoingMessage });

export type Delivery = {
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly language: LanguageId;
  readonly message: OutgoingMessage;
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
  publicAddress,
}: {
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  /** The address of this program as messages name it, without a slash at the end. */
  readonly publicAddress: () => string;
}): JobHandlers {
  return {
    async mail(payload) {
      const { to, language, message } = Payload.parse(payload);
      await mailer.send({ to, ...mailWords(language, message, publicAddress) });
    },
    async sms(payload) {
      const { to, language, message } = Payload.parse(payload);
      await smsSender.send({ to, text: smsWords(language, message, publicAddress) });
    },
  };
}

/** The texts of a message: with a footer that says we never ask for the code, unless the message has none. */
const areas = {
  registerCode: 'mail.register',
  paymentCode: 'mail.payment',
  chainPaymentCode: 'mail.chainPayment',
  exportCode: 'mail.export',
  tradeCode: 'mail.trade',
  passwordCode: 'mail.password',
  payPasswordCode: 'mail.payPassword',
  liftCode: 'mail.lift',
  limitCode: 'mail.limit',
  bindCode: 'mail.bind',
  passkeyCode: 'mail.passkeyAdd',
  passkeyEndCode: 'mail.passkeyEnd',
  recoveryCode: 'mail.recovery',
  loginCode: 'mail.login',
} as const;

/** What their words say for everybody. */
const saysAlways: { readonly [Kind in keyof typeof areas]?: Readonly<Record<string, number>> } = {
  tradeCode: { hours: hoursIn(lossWindowMs) },
  payPasswordCode: { hours: hoursIn(freezes.payPasswordReset.spans.payout) },
  liftCode: { hours: hoursIn(freezes.lifted.spans.payout) },
  limitCode: { hours: hoursIn(limitRaiseMs) },
  bindCode: { hours: hoursIn(freezes.googleBound.spans.payout) },
  passkeyCode: { hours: hoursIn(freezes.passkeyAdded.spans.payout) },
  recoveryCode: { hours: hoursIn(freezes.passwordReset.spans.payout) },
};

function mailWords(
  language: LanguageId,
  message: OutgoingMessage,
  publicAddress: () => string,
): { subject: string; text: string } {
  if (message.kind === 'contactBound') {
    return {
      subject: say(language, 'contact.bound.subject'),
      text: `${say(language, 'contact.bound.text')}\n`,
    };
  }
  if (message.kind === 'announcement') {
    const { title, body } = message;
    return { subject: title, text: `${body}\n\n${say(language, 'notice.footer.announcements')}\n` };
  }
  if (message.kind === 'notice') {
    const { title, body } = noticeWords(language, message.notice, message.facts);
    const footer =
      message.ticket === undefined
        ? noticeFooter(language, message.notice)
        : `${say(language, 'notice.notMe.mail', { days: notMeLifeMs / dayMs })}\n${notMeLink(publicAddress(), message.ticket)}`;
    return { subject: title, text: footer === undefined ? `${body}\n` : `${body}\n\n${footer}\n` };
  }
  const { kind, ...own } = message;
  const values = { ...saysAlways[kind], ...own };
  const area = areas[kind];
  const footer = say(language, 'mail.footer');
  return {
    subject: sayWith(language, `${area}.subject`, values),
    text: `${sayWith(language, `${area}.text`, values)}\n\n${footer}\n`,
  };
}

/** An SMS that carries a link has room for what happened alone (security.md 9.4); the rest stands in the app. */
export function smsWords(
  language: LanguageId,
  message: OutgoingMessage,
  publicAddress: () => string,
): string {
  if (message.kind === 'contactBound') return say(language, 'contact.bound.sms');
  if (message.kind === 'notice') {
    const { title, body } = noticeWords(language, message.notice, message.facts);
    if (message.ticket === undefined) return `Marigold: ${title}. ${body}`;
    return `Marigold: ${title}. ${say(language, 'notice.notMe.sms')} ${notMeLink(publicAddress(), message.ticket)}`;
  }
  if (message.kind === 'announcement') throw new Error('Broken: announcements are mailed, never sent by SMS');
  const { kind, ...own } = message;
  const values = { ...saysAlways[kind], ...own };
  return sayWith(language, `${areas[kind]}.sms`, values);
}
