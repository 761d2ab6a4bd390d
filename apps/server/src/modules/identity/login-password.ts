/** A new login password: what it may be, and what follows from it. */
import { Refusal } from '@marigold/contract/endpoint';
import { isLoginPassword } from '@marigold/money/credentials';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { isCommonPassword } from './common-passwords.ts';
import { payoutFreezeMs } from './rules.ts';

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

export async function storeLoginPassword(db: Database, userId: string, hash: string): Promise<void> {
  await sql`update app.person set password_hash = ${hash} where id = ${userId}`.execute(db);
}

/** domain.md B.2: after a secret changed nothing leaves the account for a while. Answers until when, the later one counting. */
export async function freezePayouts(db: Database, userId: string, now: number): Promise<number> {
  const frozen = await sql<{ freeze_until: number }>`
    update app.person set freeze_until = greatest(freeze_until, ${new Date(now + payoutFreezeMs)}::timestamptz)
    where id = ${userId} returning freeze_until`.execute(db);
  const row = frozen.rows[0];
  if (row === undefined) throw new Error('Broken: payouts are frozen for a person');
  return row.freeze_until;
}
