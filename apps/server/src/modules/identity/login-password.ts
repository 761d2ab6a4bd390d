/** A new login password: what it may be, and what follows from it. */
import { Refusal } from '@marigold/contract/endpoint';
import { isLoginPassword } from '@marigold/contract/rules/credentials';

import type { Person } from '../person/person.ts';
import { isCommonPassword } from './cores/cores.ts';

type NewPasswordNo = Refusal<'passwords_differ' | 'password_weak' | 'password_common'>;

/**
 * Spec 5 and reliability.md 7.8: the rule, and none that everybody tries first, or whoever knows the person: `names` are
 * those of `guessableNames`, and asked for again where they are known later than the rest.
 */
export function refuseNewPassword(
  { password, confirm }: { readonly password: string; readonly confirm: string },
  names: readonly string[],
  field = 'password',
): NewPasswordNo | undefined {
  if (password !== confirm) return new Refusal('passwords_differ', {}, 'confirm');
  if (!isLoginPassword(password)) return new Refusal('password_weak', {}, field);
  if (isCommonPassword(password, names)) return new Refusal('password_common', {}, field);
  return undefined;
}

/** What others know a person by, and try first with a year behind it: the username, the nickname, the mailbox. */
export function guessableNames({
  username,
  nickname,
  email,
}: Pick<Person, 'username' | 'nickname' | 'email'>): string[] {
  const mailbox = email?.split('@')[0] ?? '';
  return [username, nickname, mailbox];
}
