/** Six digits that prove a contact: sent, tried, used. */
import { Refusal } from '@marigold/contract/endpoint';
import { mask } from '@marigold/money/masking';
import { randomDigits } from '@marigold/money/random-digits';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import type { Limits } from '../../platform/limits.ts';
import { queueMessage } from '../message/delivery.ts';
import { takeCodeLimits, tooSoon } from './code-limits.ts';
import { areEqual, digestCode } from './digests.ts';
import { codeRule } from './rules.ts';
import type { Contact, Person } from './store.ts';
import { contactOf, findByContact } from './store.ts';

const scene = 'register';

function digest(secretKey: string, target: string, code: string): Buffer {
  return digestCode(secretKey, scene, [target], code);
}

type Dependencies = { readonly secretKey: string; readonly limits: Limits };

export function createSendCode({ secretKey, limits }: Dependencies): Handlers['user/code/send'] {
  return async (input, { db, address, language, now }) => {
    const contact = contactOf(input);
    const no =
      tooSoon(await lastSentAt(db, contact), now) ??
      (await takeCodeLimits(limits, { target: contact.target, address }));
    if (no !== undefined) return no;
    // Whether the contact is bound changes the words of the message and nothing that the caller can see.
    const owner = await findByContact(db, contact);
    const code = randomDigits(codeRule.digits);
    const isSent = await db.transaction().execute(async (tx) => {
      if (!(await keepCode(tx, contact, digest(secretKey, contact.target, code), now))) return false;
      await queueMessage(tx, deliveryTo(contact, owner, code, language));
      return true;
    });
    if (!isSent) return new Refusal('code_too_soon', { seconds: codeRule.resendMs / 1000 });
    return {
      masked: mask(contact.target),
      channel: contact.channel,
      ttl: codeRule.lifeMs / 1000,
      resendIn: codeRule.resendMs / 1000,
    };
  };
}

function deliveryTo(
  { channel, target: to }: Contact,
  owner: Person | undefined,
  code: string,
  language: Call['language'],
) {
  if (owner !== undefined) {
    return { channel, to, language: owner.language, message: { kind: 'contactBound' } } as const;
  }
  const minutes = codeRule.lifeMs / 60_000;
  return { channel, to, language, message: { kind: 'registerCode', code, minutes } } as const;
}

async function lastSentAt(db: Database, { target }: Contact): Promise<number | undefined> {
  const found = await sql<{ sent_at: number }>`
    select sent_at from app.contact_code where scene = ${scene} and target = ${target}`.execute(db);
  return found.rows[0]?.sent_at;
}

/** False when another call has just sent one: of two at once only one sends. */
async function keepCode(db: Database, { target }: Contact, hash: Buffer, now: number): Promise<boolean> {
  const kept = await sql`
    insert into app.contact_code as c (scene, target, code_hash, tries_left, sent_at, expires_at)
    values (${scene}, ${target}, ${hash}, ${codeRule.tries}, ${new Date(now)}, ${new Date(now + codeRule.lifeMs)})
    on conflict (scene, target) do update set code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at
    where c.sent_at <= ${new Date(now - codeRule.resendMs)}`.execute(db);
  return kept.numAffectedRows === 1n;
}

export type CodeNo = Refusal<'code_incorrect' | 'code_expired'>;

/**
 * Says no to a wrong code. The try is counted aside before the code is looked at; a right code gives its tries back, so
 * that a person whose username is taken may go on. The code itself is used by `useContactCode`.
 */
export async function checkContactCode(
  secretKey: string,
  { aside, now }: Pick<Call, 'aside' | 'now'>,
  { target }: Contact,
  code: string,
): Promise<CodeNo | undefined> {
  const taken = await sql<{ code_hash: Buffer; tries_left: number }>`
    update app.contact_code set tries_left = tries_left - 1
    where scene = ${scene} and target = ${target} and tries_left > 0 and expires_at > ${new Date(now)}
    returning code_hash, tries_left`.execute(aside);
  const row = taken.rows[0];
  if (row === undefined) return new Refusal('code_expired', {}, 'code');
  if (!areEqual(row.code_hash, digest(secretKey, target, code))) {
    return new Refusal('code_incorrect', { left: row.tries_left }, 'code');
  }
  await sql`
    update app.contact_code set tries_left = ${codeRule.tries}
    where scene = ${scene} and target = ${target} and code_hash = ${row.code_hash}`.execute(aside);
  return undefined;
}

/**
 * Uses a code up in the transaction of what it proved. False when a call at the same time was first. Nothing may be
 * done aside with this code afterwards in the same call: the row is locked until the transaction ends.
 */
export async function useContactCode(
  db: Database,
  secretKey: string,
  { target }: Contact,
  code: string,
): Promise<boolean> {
  const used = await sql`
    delete from app.contact_code
    where scene = ${scene} and target = ${target} and code_hash = ${digest(secretKey, target, code)}`.execute(
    db,
  );
  return used.numAffectedRows === 1n;
}
