/** The mail that brings the link of an export, to its owner or to whom the owner named. It says how long the link lives. */
import type { LanguageId } from '@marigold/texts/languages';
import { languageIds } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import * as z from 'zod';

import type { Database } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/database/outbox.ts';
import type { Mail } from '../message/port.ts';

const LinkMail = z.strictObject({
  to: z.string(),
  language: z.enum(languageIds),
  username: z.string(),
  /** First and last day of the bills. */
  first: z.string(),
  last: z.string(),
  link: z.string(),
  /** Epoch milliseconds. */
  expires: z.int(),
});
export type LinkMail = z.output<typeof LinkMail> & { readonly language: LanguageId };

/** Queues the mail in the caller's transaction; it leaves after commit, by the task `exportMail`. */
export async function queueLinkMail(db: Database, mail: LinkMail): Promise<void> {
  await enqueue(db, 'exportMail', mail);
}

/** A queued mail in the words of its reader. */
export function linkMailOf(payload: unknown): Mail {
  const { to, language, ...values } = LinkMail.parse(payload);
  return {
    to,
    subject: say(language, 'exportmail.subject', values),
    text: `${say(language, 'exportmail.text', values)}\n`,
  };
}
