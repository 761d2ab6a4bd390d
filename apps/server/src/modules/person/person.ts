/** What every other room may know of a person. */
import type { User } from '@marigold/contract/calls/user';
import type { LanguageId } from '@marigold/texts/languages';

export type Person = {
  readonly id: string;
  readonly username: string;
  readonly nickname: string;
  readonly uid: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly inviteCode: string;
  readonly language: LanguageId;
  readonly fiat: User['fiat'];
  readonly kycLevel: number;
  readonly createdAt: number;
  readonly avatarFileId: string | null;
  readonly region: string | null;
  readonly mailsPayments: boolean;
  readonly mailsAnnouncements: boolean;
};

export type Contact = { readonly channel: 'email' | 'sms'; readonly target: string };

export type NewPerson = {
  readonly username: string;
  readonly contact: Contact;
  readonly passwordHash: string;
  readonly invitedBy?: string | undefined;
  readonly language: LanguageId;
  readonly isDemo?: boolean;
  readonly now: number;
};

/** The contact of a call that named exactly one; an e-mail address in lower case. */
export function contactOf({
  email,
  phone,
}: {
  email?: string | undefined;
  phone?: string | undefined;
}): Contact {
  if (email !== undefined) return { channel: 'email', target: email.toLowerCase() };
  if (phone !== undefined) return { channel: 'sms', target: phone };
  throw new Error('Broken: the contract asks for an e-mail address or a phone number');
}

/** A typed name as the kind of key it looks like: an e-mail address has an @, a phone number a plus. */
export function personKey(typed: string): 'email' | 'phone' | 'username' {
  if (typed.includes('@')) return 'email';
  return typed.startsWith('+') ? 'phone' : 'username';
}
