/** Payment passwords as hashes, and the challenges of second verification. */
import type { VerifyMethod } from '@marigold/guard/factors';
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import { codesRetentionMs } from '../identity/rules.ts';
import { challengeStates } from './states.ts';

/** Of two changes at once the second one meets the password that the first one set. Ends with the transaction. */
export async function lockLoginPassword(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login-password:${userId}`}, 0))`.execute(db);
}

/** As lockLoginPassword, for the payment password. */
export async function lockPaymentPassword(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment-password:${userId}`}, 0))`.execute(db);
}

/** `isHeld`: another password waits until the transaction ends. */
export async function findPaymentHash(
  db: Database,
  userId: string,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
): Promise<string | undefined> {
  const lock = isHeld ? sql`for share` : sql``;
  const found = await sql<{ hash: string }>`
    select hash from app.payment_password where user_id = ${userId} ${lock}`.execute(db);
  return found.rows[0]?.hash;
}

/** The first one or another. */
export async function keepPaymentHash(
  db: Database,
  { userId, hash, now }: { readonly userId: string; readonly hash: string; readonly now: number },
): Promise<void> {
  await sql`
    insert into app.payment_password (user_id, hash, changed_at) values (${userId}, ${hash}, ${new Date(now)})
    on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`.execute(db);
}

/** Of two starts at once only one sends. Ends with the transaction. */
export async function lockChallenges(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`verification:${userId}`}, 0))`.execute(db);
}

/** When the last code was made for a person to be sent in this way. */
export async function findLastMadeAt(
  db: Database,
  { userId, method }: { readonly userId: string; readonly method: string },
): Promise<number | undefined> {
  const found = await sql<{ created_at: number | null }>`
    select max(created_at) as created_at from app.challenge
    where user_id = ${userId} and method = ${method}`.execute(db);
  return found.rows[0]?.created_at ?? undefined;
}

export async function insertChallenge(
  db: Database,
  row: {
    readonly id: string;
    readonly userId: string;
    readonly kind: string;
    readonly digest: Buffer;
    readonly method: string;
    /** Null where nothing of ours was sent. */
    readonly codeHash: Buffer | null;
    readonly tries: number;
    readonly now: number;
    readonly expires: number;
  },
): Promise<void> {
  const { id, userId, kind, digest, method, codeHash, tries, now, expires } = row;
  await sql`
        insert into app.challenge (id, user_id, kind, digest, method, code_hash, tries_left, created_at, expires_at)
        values (${id}, ${userId}, ${kind}, ${digest},
          ${method}, ${codeHash}, ${tries}, ${new Date(now)},
          ${new Date(expires)})`.execute(db);
}

type Own = { readonly id: string; readonly userId: string };

export type ChallengeTry = {
  readonly digest: Buffer;
  readonly method: VerifyMethod;
  readonly code_hash: Buffer | null;
  readonly tries_left: number;
};

/** Takes a try before the code is looked at; undefined where the challenge is not open any more. */
export async function takeChallengeTry(
  db: Database,
  { id, userId }: Own,
  now: number,
): Promise<ChallengeTry | undefined> {
  const taken = await sql<ChallengeTry>`
      update app.challenge set tries_left = tries_left - 1
      where id = ${id} and user_id = ${userId} and state = 'open' and tries_left > 0 and expires_at > ${new Date(now)}
      returning digest, method, code_hash, tries_left`.execute(db);
  return taken.rows[0];
}

export async function giveChallengeTriesBack(db: Database, id: string, tries: number): Promise<void> {
  await sql`update app.challenge set tries_left = ${tries} where id = ${id} and state = 'open'`.execute(db);
}

/** False where it is not open any more. */
export async function markUsed(db: Database, id: string, now: number): Promise<boolean> {
  const used = await sql`
      update app.challenge set state = 'used', used_at = ${new Date(now)}
      where id = ${id} and state = any(${before(challengeStates, 'used')}::text[])`.execute(db);
  return used.numAffectedRows === 1n;
}

export async function markVoid(db: Database, id: string): Promise<void> {
  await sql`
    update app.challenge set state = 'void'
    where id = ${id} and state = any(${before(challengeStates, 'void')}::text[])`.execute(db);
}

/** A newer challenge takes the place of an open one for the very same operation. */
export async function markVoidAlike(
  db: Database,
  { userId, digest }: { readonly userId: string; readonly digest: Buffer },
): Promise<void> {
  await sql`
    update app.challenge set state = 'void'
    where user_id = ${userId} and digest = ${digest} and state = any(${before(challengeStates, 'void')}::text[])`.execute(
    db,
  );
}

/** Whether an open challenge of a person is over by its time; false for one that is not there. */
export async function isLate(db: Database, { id, userId }: Own, now: number): Promise<boolean> {
  const found = await sql<{ is_late: boolean }>`
    select state = 'open' and expires_at <= ${new Date(now)} as is_late from app.challenge
    where id = ${id} and user_id = ${userId}`.execute(db);
  return found.rows[0]?.is_late === true;
}

/** A used challenge is part of the story of its transfer and says when the user last verified. */
export const pruneChallenges: PruneStep = ({ ago }, most) =>
  sql`delete from app.challenge where state <> 'used' and expires_at < ${ago(codesRetentionMs)} and id in (
          select id from app.challenge where state <> 'used' and expires_at < ${ago(codesRetentionMs)} limit ${most})`;
