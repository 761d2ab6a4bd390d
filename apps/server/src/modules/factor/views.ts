/** What other rooms may know of what proves a person. */
import {
  type BoundMethod,
  isStrong,
  offerMethods,
  purposes,
  type MethodOffer,
  type ApprovedKind,
  type VerifyMethod,
} from '@marigold/guard/factors';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { findFactors, type FactorRow } from './store.ts';

/** A condition about `app.person p`: whether Google two-step is bound. */
export const hasGoogleSql = sql<boolean>`exists (select from app.google g where g.user_id = p.id and g.state = 'bound')`;

export type GoogleRow = {
  readonly sealed: Buffer;
  readonly state: 'offered' | 'bound';
  readonly lastStep: number;
  readonly offeredAt: number;
};

export async function findGoogle(db: Database, userId: string): Promise<GoogleRow | undefined> {
  const found = await sql<GoogleRow>`
    select sealed, state, last_step::float8 as "lastStep", offered_at as "offeredAt"
    from app.google where user_id = ${userId}`.execute(db);
  return found.rows[0];
}

/** False where it was used meanwhile: of two codes of one step one is taken. `db` is the transaction of what it approves. */
export async function takeGoogleStep(db: Database, userId: string, step: number): Promise<boolean> {
  const taken = await sql`
    update app.google set last_step = ${step}
    where user_id = ${userId} and state = 'bound' and last_step < ${step}`.execute(db);
  return taken.numAffectedRows === 1n;
}

/** Which methods may approve an operation of this kind now; `preferred` is the person's own choice, if any. */
export async function readOffer(
  db: Database,
  { userId, kind, now }: { readonly userId: string; readonly kind: ApprovedKind; readonly now: number },
  preferred?: VerifyMethod,
): Promise<MethodOffer> {
  const row = await getFactors(db, userId);
  const reset =
    row.resetBy === null || row.resetAt === null ? undefined : { by: row.resetBy, at: row.resetAt };
  return offerMethods({ bound: boundMethods(row), preferred, reset }, purposes[kind], now);
}

/** Whether the person holds something that only they can have. */
export async function hasStrongFactor(db: Database, userId: string): Promise<boolean> {
  return boundMethods(await getFactors(db, userId)).some(({ method }) => isStrong(method));
}

async function getFactors(db: Database, userId: string): Promise<FactorRow> {
  const row = await findFactors(db, userId);
  if (row === undefined) throw new Error('Broken: a session belongs to a person');
  return row;
}

/**
 * A contact counts from the start while contacts cannot be changed; an authenticator at once, its binding freezes payouts. A
 * passkey approves credentials at once, because something older approved it, and money from its own time on.
 */
function boundMethods({ email, phone, hasGoogle, passkeyFrom }: FactorRow): readonly BoundMethod[] {
  const methods: VerifyMethod[] = [];
  if (hasGoogle) methods.push('google');
  if (email !== null) methods.push('email');
  if (phone !== null) methods.push('sms');
  const others = methods.map((method) => ({ method, money: 0, credential: 0 }));
  if (passkeyFrom === null) return others;
  return [{ method: 'passkey', money: passkeyFrom, credential: 0 }, ...others];
}
