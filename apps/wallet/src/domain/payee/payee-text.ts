/** What people type for a person to pay, and what the contract takes: username, phone, e-mail or internal code. */
import { isUsername } from '@marigold/contract/rules/credentials';

/** Somebody who was looked up. */
export type LookedUpPayee = {
  /** What was looked up, as the server reads it. */
  readonly to: string;
  readonly masked: string;
};

const phoneSyntax = /^\+[1-9]\d{6,14}$/;
const emailSyntax = /^[\x21-\x7e]{1,64}@[\x21-\x7e]+\.[\x21-\x7e]+$/;
const textLengthMax = 254;

/** The typed text as the server reads it: blanks around go, and those inside of a phone number. */
export function readPayee(typed: string): string {
  const text = typed.normalize('NFKC').trim();
  return /^\+[\d\s().\-\u2010-\u2015]+$/.test(text) ? `+${text.replaceAll(/\D/g, '')}` : text;
}

/** False for what cannot be anybody's name, so that no lookup is spent on it. Takes what readPayee gives. */
export function isPayee(text: string): boolean {
  if (text.length > textLengthMax) return false;
  return isUsername(text) || phoneSyntax.test(text) || emailSyntax.test(text);
}

/** Names are compared in any case: `Boris` is looked up once for `boris`, too. */
export function payeeKey(text: string): string {
  return text.toLowerCase();
}
