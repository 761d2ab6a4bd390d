/**
 * How mail and SMS leave the program. Adapters implement these; a failure is thrown, and the job is tried again later.
 */

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

export type Mailer = {
  /** Resolves when the next mail server has taken the mail. */
  send(mail: Mail): Promise<void>;
};

export type Sms = {
  /** E.164. */
  readonly to: string;
  readonly text: string;
};

export type SmsSender = {
  /** Resolves when the provider has taken the message. */
  send(sms: Sms): Promise<void>;
};
