/** Mail by SMTP, through any server that the settings name. */
import { createTransport } from 'nodemailer';

import type { Mailer } from '../../modules/message/port.ts';

const timeoutMs = 10_000;

export type SmtpMailer = Mailer & {
  /** Ends kept connections. */
  close(): void;
};

/** `url` as in `smtps://user:password@host:465`; `from` with or without a name. Nothing is sent before the first mail. */
export function createSmtpMailer({ url, from }: { readonly url: string; readonly from: string }): SmtpMailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail is made of our own words; no part of it is ever read from a file or fetched from a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      // An address is one recipient, never a list or a group that nodemailer would take apart.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close() {
      transport.close();
    },
  };
}
