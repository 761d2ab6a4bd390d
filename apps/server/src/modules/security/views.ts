/** What other modules may know of secrets, and how they end what was asked for with them. */
import { isStrong, type VerifyMethod } from '@marigold/guard/factors';
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { challengeStates } from './states.ts';

/** A condition about `app.person p`: whether they have a payment password. */
export const hasPaymentPasswordSql = sql<boolean>`exists (select from app.payment_password w where w.user_id = p.id)`;

/**
 * What would approve an operation by a proof that was not judged yet: a contact, or what only the person holds. None, and
 * a challenge that is not theirs, are as weak as a contact.
 */
export async function strengthOf(
  { db, session }: Pick<Call<'user'>, 'db' | 'session'>,
  proof: { readonly challengeId: string } | undefined,
): Promise<'contact' | 'strong'> {
  if (proof === undefined) return 'contact';
  const { challengeId } = proof;
  const method = await findProofMethod(db, { userId: session.userId, challengeId });
  return method !== undefined && isStrong(method) ? 'strong' : 'contact';
}

type OwnChallenge = { readonly userId: string; readonly challengeId: string };

/** How a challenge is answered; undefined where it is not theirs. */
export async function findProofMethod(
  db: Database,
  { userId, challengeId }: OwnChallenge,
): Promise<VerifyMethod | undefined> {
  const found = await sql<{ method: VerifyMethod }>`
    select method from app.challenge where id = ${challengeId} and user_id = ${userId}`.execute(db);
  return found.rows[0]?.method;
}

/** No code that a person asked for approves anything any more. */
export async function voidChallenges(db: Database, userId: string): Promise<void> {
  await sql`
    update app.challenge set state = 'void'
    where user_id = ${userId} and state = any(${before(challengeStates, 'void')}::text[])`.execute(db);
}
