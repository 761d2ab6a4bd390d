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
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { googleStates } from './states.ts';
import { findFactors, type FactorRow } from './store.ts';

/** A condition about `app.person p`: whether Google two-step is bound. */
export const hasGoogleSql = sql<boolean>`exists (select from app.google g where g.user_id = p.id and g.state = 'bound')`;

/** A number about `app.person p`: recovery codes that still work. */
export const codesLeftSql = sql<number>`(
  select count(*)::int from app.recovery_code c where c.user_id = p.id and c.used_at is null and c.void_at is null)`;

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

export type StrongMethod = Exclude<VerifyMethod, 'email' | 'sms'>;

/** What opens a session beside the password once something strong is bound; no method: contacts still do. */
export async function readLoginFactors(
  db: Database,
  userId: string,
): Promise<{ readonly methods: readonly StrongMethod[]; readonly codesLeft: number }> {
  const methods = boundMethods(await getFactors(db, userId)).flatMap(({ method }) =>
    isStrong(method) ? [method] : [],
  );
  return { methods, codesLeft: await countRecoveryCodes(db, userId) };
}

/** Whether a strong method was bound before a moment (epoch milliseconds), and still is. */
export async function wasBoundBefore(
  db: Database,
  { userId, method, at }: { readonly userId: string; readonly method: VerifyMethod; readonly at: number },
): Promise<boolean> {
  if (method !== 'google' && method !== 'passkey') return false;
  const before = new Date(at);
  const found = await (
    method === 'google'
      ? sql`select from app.google where user_id = ${userId} and state = 'bound' and bound_at < ${before}`
      : sql`select from app.passkey where user_id = ${userId} and state = 'active' and created_at < ${before}`
  ).execute(db);
  return found.rows.length > 0;
}

/** Whether a code on paper, as its hash, is somebody's and was not used yet. */
export async function isRecoveryCodeOpen(
  db: Database,
  { userId, hmac }: { readonly userId: string; readonly hmac: Buffer },
): Promise<boolean> {
  const found = await sql`
    select from app.recovery_code
    where hmac = ${hmac} and user_id = ${userId} and used_at is null and void_at is null`.execute(db);
  return found.rows.length > 0;
}

/** Uses a code on paper up; false where another call was first. `db` is the transaction of what it opens. */
export async function takeRecoveryCode(
  db: Database,
  { userId, hmac, now }: { readonly userId: string; readonly hmac: Buffer; readonly now: number },
): Promise<boolean> {
  const taken = await sql`
    update app.recovery_code set used_at = ${new Date(now)}
    where hmac = ${hmac} and user_id = ${userId} and used_at is null and void_at is null`.execute(db);
  return taken.numAffectedRows === 1n;
}

/** How many codes on paper are left. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const found = await sql<{ left: number }>`
    select count(*)::int as left from app.recovery_code
    where user_id = ${userId} and used_at is null and void_at is null`.execute(db);
  return found.rows[0]?.left ?? 0;
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

/** False where two-step is bound: what is bound is never replaced by an offer. */
export async function putOffer(
  db: Database,
  row: { readonly userId: string; readonly sealed: Buffer; readonly keyId: number; readonly now: number },
): Promise<boolean> {
  const { userId, sealed, keyId, now } = row;
  const put = await sql`
    insert into app.google as g (user_id, sealed, key_id, state, offered_at)
    values (${userId}, ${sealed}, ${keyId}, 'offered', ${new Date(now)})
    on conflict (user_id) do update
      set sealed = excluded.sealed, key_id = excluded.key_id, last_step = 0, offered_at = excluded.offered_at
      where g.state = 'offered'`.execute(db);
  return put.numAffectedRows === 1n;
}

type OfferStep = { readonly userId: string; readonly sealed: Buffer; readonly step: number };

/** The owner of an offer showed a code of this step. Commits before the binding does: see `judgeOffered`. */
export async function keepOfferStep(db: Database, { userId, sealed, step }: OfferStep): Promise<void> {
  await sql`
    update app.google set last_step = ${step}
    where user_id = ${userId} and state = 'offered' and sealed = ${sealed} and last_step < ${step}`.execute(
    db,
  );
}

export async function bindOffer(
  db: Database,
  { userId, sealed, step, now }: OfferStep & { readonly now: number },
): Promise<boolean> {
  const bound = await sql`
    update app.google set state = 'bound', bound_at = ${new Date(now)}, last_step = greatest(last_step, ${step})
    where user_id = ${userId} and state = any(${before(googleStates, 'bound')}::text[]) and sealed = ${sealed}`.execute(
    db,
  );
  return bound.numAffectedRows === 1n;
}

export async function removeGoogle(db: Database, userId: string): Promise<void> {
  await sql`delete from app.google where user_id = ${userId}`.execute(db);
}

export async function voidRecoveryCodes(db: Database, userId: string, now: number): Promise<void> {
  await sql`
    update app.recovery_code set void_at = ${new Date(now)}
    where user_id = ${userId} and used_at is null and void_at is null`.execute(db);
}
