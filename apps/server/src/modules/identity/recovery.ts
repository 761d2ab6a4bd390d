/**
 * The way back to an account whose login password is forgotten: find, send, verify, reset. Every answer is the same for
 * a name that nobody has, in words and in time (reliability.md 7.11): its recovery is a row as any other, its code is
 * never right, and whether a message leaves is decided by a job, after the answer.
 */
import { createHash } from 'node:crypto';

import { recoveryLifeMs } from '@marigold/contract/durations';
import { Refusal } from '@marigold/contract/endpoint';
import { randomDigits } from '@marigold/money/random-digits';
import { languageIds } from '@marigold/texts/languages';
import { sql } from 'kysely';
import * as z from 'zod';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { JobHandlers } from '../../platform/jobs.ts';
import type { Limits } from '../../platform/limits.ts';
import { enqueue } from '../../platform/outbox.ts';
import { queueMessage } from '../message/delivery.ts';
import { takeCodeLimits, takeTargetLimit, tooSoon } from './code-limits.ts';
import { areEqual, digestCode } from './digests.ts';
import { readRecoveryName, waysOf, type Ways } from './recovery-ways.ts';
import { codeRule } from './rules.ts';
import type { Contact } from './store.ts';
import { findByKey, findPerson, keyOf } from './store.ts';

type Dependencies = { readonly secretKey: string; readonly limits: Limits };
type Method = Contact['channel'];

export function hashTicket(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}

function digest(secretKey: string, recoveryId: string, code: string): Buffer {
  return digestCode(secretKey, 'recovery', [recoveryId], code);
}

export function createFindRecovery(secretKey: string): Handlers['user/forget/find'] {
  return async ({ account }, { db, now }) => {
    const { key, decoy } = readRecoveryName(secretKey, account);
    const person = await findByKey(db, keyOf(account), account);
    const ways = person === undefined ? decoy : waysOf(person);
    const ticket = newToken();
    const expires = now + recoveryLifeMs;
    await sql`
      insert into app.recovery (id, ticket_hash, user_id, name_key, email_masked, sms_masked, created_at, expires_at)
      values (${newId()}, ${hashTicket(ticket)}, ${person?.id ?? null}, ${key}, ${ways.email}, ${ways.sms},
        ${new Date(now)}, ${new Date(expires)})`.execute(db);
    return { ticket, methods: methodsOf(ways), expires };
  };
}

function methodsOf(ways: Ways): { method: Method; masked: string }[] {
  return (['email', 'sms'] as const).flatMap((method) => {
    const masked = ways[method];
    return masked === null ? [] : [{ method, masked }];
  });
}

type Open = { readonly id: string; readonly nameKey: Buffer } & Ways;

export function createSendRecoveryCode({ secretKey, limits }: Dependencies): Handlers['user/forget/send'] {
  return async ({ ticket, method }, { db, address, language, now }) => {
    const recovery = await findOpen(db, ticket, now);
    if (recovery === undefined) return new Refusal('ticket_expired');
    const masked = recovery[method];
    if (masked === null) return new Refusal('method_not_bound', {}, 'method');
    const no =
      tooSoon(await lastSentAt(db, recovery, method), now) ??
      // What one can see hangs on the typed name alone: the limits of a real contact would tell whose it is.
      (await takeCodeLimits(limits, {
        target: `recovery ${recovery.nameKey.toString('base64url')} ${method}`,
        address,
      }));
    if (no !== undefined) return no;
    const code = randomDigits(codeRule.digits);
    const isKept = await db.transaction().execute(async (tx) => {
      const hash = digest(secretKey, recovery.id, code);
      if (!(await keepCode(tx, recovery.id, { method, hash, now }))) return false;
      await enqueue(tx, 'recovery', { recoveryId: recovery.id, method, code, language });
      return true;
    });
    if (!isKept) return new Refusal('code_too_soon', { seconds: codeRule.resendMs / 1000 });
    return { masked, ttl: codeRule.lifeMs / 1000, resendIn: codeRule.resendMs / 1000 };
  };
}

async function findOpen(db: Database, ticket: string, now: number): Promise<Open | undefined> {
  const found = await sql<Open>`
    select id, name_key as "nameKey", email_masked as email, sms_masked as sms from app.recovery
    where ticket_hash = ${hashTicket(ticket)} and state = 'open' and expires_at > ${new Date(now)}`.execute(
    db,
  );
  return found.rows[0];
}

/** When the last code left for this name by this way, whichever recovery asked for it. */
async function lastSentAt(db: Database, { nameKey }: Open, method: Method): Promise<number | undefined> {
  const found = await sql<{ sent_at: number | null }>`
    select max(sent_at) as sent_at from app.recovery where name_key = ${nameKey} and method = ${method}`.execute(
    db,
  );
  return found.rows[0]?.sent_at ?? undefined;
}

/** False when another call has just sent one: of two at once only one sends. */
async function keepCode(
  db: Database,
  id: string,
  { method, hash, now }: { readonly method: Method; readonly hash: Buffer; readonly now: number },
): Promise<boolean> {
  const kept = await sql`
    update app.recovery set method = ${method}, code_hash = ${hash}, tries_left = ${codeRule.tries},
      sent_at = ${new Date(now)}
    where id = ${id} and state = 'open'
      and (method is distinct from ${method} or sent_at is null or sent_at <= ${new Date(now - codeRule.resendMs)})`.execute(
    db,
  );
  return kept.numAffectedRows === 1n;
}

const RecoveryJob = z.strictObject({
  recoveryId: z.uuid(),
  method: z.enum(['email', 'sms']),
  code: z.string(),
  language: z.enum(languageIds),
});

/** The task `recovery`: where there is somebody to write to, and not too often for their contact, the code leaves. */
export function createRecoveryJob({
  db,
  limits,
}: Pick<Dependencies, 'limits'> & { readonly db: Database }): JobHandlers {
  return {
    async recovery(payload) {
      const { recoveryId, method: channel, code, language } = RecoveryJob.parse(payload);
      const found = await sql<{ user_id: string | null }>`
        select user_id from app.recovery where id = ${recoveryId}`.execute(db);
      const userId = found.rows[0]?.user_id ?? undefined;
      const person = userId === undefined ? undefined : await findPerson(db, userId);
      const to = channel === 'email' ? person?.email : person?.phone;
      if (to === null || to === undefined) return;
      if ((await takeTargetLimit(limits, to)) > 0) return;
      const minutes = codeRule.lifeMs / 60_000;
      await queueMessage(db, { channel, to, language, message: { kind: 'recoveryCode', code, minutes } });
    },
  };
}

export function createVerifyRecovery(secretKey: string): Handlers['user/forget/verify'] {
  return async ({ ticket, code }, { aside, db, now }) => {
    const sentAfter = new Date(now - codeRule.lifeMs);
    const taken = await sql<{ id: string; user_id: string | null; code_hash: Buffer; tries_left: number }>`
      update app.recovery set tries_left = tries_left - 1
      where ticket_hash = ${hashTicket(ticket)} and state = 'open' and expires_at > ${new Date(now)}
        and tries_left > 0 and sent_at > ${sentAfter}
      returning id, user_id, code_hash, tries_left`.execute(aside);
    const row = taken.rows[0];
    if (row === undefined) {
      const isOpen = (await findOpen(db, ticket, now)) !== undefined;
      return isOpen ? new Refusal('code_expired', {}, 'code') : new Refusal('ticket_expired');
    }
    const isRight = areEqual(row.code_hash, digest(secretKey, row.id, code));
    if (!isRight || row.user_id === null) {
      return new Refusal('code_incorrect', { left: row.tries_left }, 'code');
    }
    const proven = newToken();
    const moved = await sql`
      update app.recovery set state = 'proven', ticket_hash = ${hashTicket(proven)}, code_hash = null,
        expires_at = ${new Date(now + recoveryLifeMs)}
      where id = ${row.id} and state = 'open' and code_hash = ${row.code_hash}`.execute(db);
    // Of two right ones at once the first one has the ticket.
    return moved.numAffectedRows === 1n ? { ticket: proven } : new Refusal('ticket_expired');
  };
}
