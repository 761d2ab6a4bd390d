/**
 * Where the code of a recovery can be sent. A name that nobody has gets a contact that looks like any other and is the
 * same each time, so that the answer does not tell whose names exist (reliability.md 7.11).
 */
import { createHmac } from 'node:crypto';

import { mask } from '@marigold/contract/rules/masking';

import type { Contact, Person } from '../../person/person.ts';
import { personKey } from '../../person/person.ts';

/** Masked; null where there is no such way. */
export type Ways = { readonly email: string | null; readonly sms: string | null };

export type RecoveryName = {
  /** Keyed digest of the name in lower case. */
  readonly key: Buffer;
  /** What is answered when nobody has it. */
  readonly decoy: Ways;
};

const mailHosts = [
  'gmail.com',
  'gmail.com',
  'gmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'mail.ru',
  'qq.com',
] as const;
const phonePrefixes = ['+1', '+1', '+7', '+44', '+49', '+81', '+86', '+852'] as const;
const phoneDigits = 10;

/** Reads a typed name. Known or not, it costs the same. */
export function readRecoveryName(secretKey: string, typed: string): RecoveryName {
  const name = typed.toLowerCase();
  const keyed = (purpose: string) =>
    createHmac('sha256', secretKey).update(`recovery ${purpose}`).update(name).digest();
  return { key: keyed('name'), decoy: decoyOf(name, keyed('decoy')) };
}

/** The bound contacts, which a person always has one of. */
export function recoveryWaysOf({ email, phone }: Pick<Person, 'email' | 'phone'>): Ways {
  return { email: email === null ? null : mask(email), sms: phone === null ? null : mask(phone) };
}

/** What there is of both ways, as a screen offers them. */
export function listWays(ways: Ways): { method: Contact['channel']; masked: string }[] {
  return (['email', 'sms'] as const).flatMap((method) => {
    const masked = ways[method];
    return masked === null ? [] : [{ method, masked }];
  });
}

/**
 * One way, as everybody has who registered: with two of them a name would be known for made up. Whoever typed an e-mail
 * address or a phone number finds it again.
 */
function decoyOf(name: string, random: Buffer): Ways {
  const kind = personKey(name);
  if (kind === 'email') return { email: mask(name), sms: null };
  if (kind === 'phone') return { email: null, sms: mask(name) };
  const [choice = 0, first = 0, length = 0, host = 0, prefix = 0, ...digits] = random;
  if (choice < 64) {
    const number = digits.slice(0, phoneDigits).map((byte) => byte % 10);
    return { email: null, sms: mask(`${pick(phonePrefixes, prefix)}${number.join('')}`) };
  }
  // Half of us begin an address as a username; the middle is masked, so that only its length counts.
  const initial = choice < 160 ? name.slice(0, 1) : String.fromCodePoint(97 + (first % 26));
  return { email: mask(`${initial}${'x'.repeat(4 + (length % 11))}@${pick(mailHosts, host)}`), sms: null };
}

function pick<Item>(list: readonly [Item, ...Item[]], byte: number): Item {
  return list[byte % list.length] ?? list[0];
}
