/** A new login password: what it may be, and what follows from it. */
import { Refusal } from '@marigold/contract/endpoint';
import { isLoginPassword } from '@marigold/contract/rules/credentials';

import { isCommonPassword } from './common-passwords.ts';

type NewPasswordNo = Refusal<'passwords_differ' | 'password_weak' | 'password_common'>;

/** Spec 5 and reliability.md 7.8: the rule, and none that everybody tries first. */
export function refuseNewPassword(
  { password, confirm }: { readonly password: string; readonly confirm: string },
  field = 'password',
): NewPasswordNo | undefined {
  if (password !== confirm) return new Refusal('passwords_differ', {}, 'confirm');
  if (!isLoginPassword(password)) return new Refusal('password_weak', {}, field);
  if (isCommonPassword(password)) return new Refusal('password_common', {}, field);
  return undefined;
}
