/** Six digits that prove a contact: sent, tried, used. */
import { Refusal } from '@marigold/contract/endpoint';
import { mask } from '@marigold/contract/rules/masking';
import { randomDigits } from '@marigold/money/random-digits';
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import type { Limits } from '../../platform/http/limits.ts';
import type { RefuseFlood } from '../human/port.ts';
import { queueMessage } from '../message/delivery.ts';
import type { Contact, Person } from '../person/person.ts';
import { contactOf } from '../person/person.ts';
import { findByContact } from '../person/views.ts';
import { takeCodeLimits, tooSoon } from './code-limits.ts';
import { areEqual, digestCode } from './digests.ts';
import { codeRule } from './rules.ts';
import type { SmsBudget } from './sms-budget.ts';
import {
  findCodeSentAt,
  giveContactCodeTriesBack,
  keepContactCode,
  removeContactCode,
  takeContactCodeTry,
} from './store.ts';

const scene = 'register';

function digest(secretKey: string, target: string, code: string): Buffer {
  return digestCode(secretKey, scene, [target], code);
}

type Dependencies = {
  readonly secretKey: string;
  readonly limits: Limits;
  readonly smsBudget: SmsBudget;
  readonly refuseFlood: RefuseFlood;
};

export function createSendCode(dependencies: Dependencies): Handlers['user/code/send'] {
  const { secretKey, limits, smsBudget, refuseFlood } = dependencies;
  return async (input, call) => {
    const { db, address, deviceId, language, now } = call;
    const contact = contactOf(input);
    const no =
      (await refuseFlood(scene, input.puzzle, call)) ??
      tooSoon(await findCodeSentAt(db, { scene, target: contact.target }), now) ??
      (await takeCodeLimits(limits, { target: contact.target, address, deviceId })) ??
      (contact.channel === 'sms' ? await smsBudget.take(contact.target) : undefined);
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
  const minutes = codeRule.lifeMs / minuteMs;
  return { channel, to, language, message: { kind: 'registerCode', code, minutes } } as const;
}

/** False when another call has just sent one: of two at once only one sends. */
async function keepCode(db: Database, { target }: Contact, hash: Buffer, now: number): Promise<boolean> {
  const { tries, lifeMs, resendMs } = codeRule;
  return await keepContactCode(db, { scene, target }, { hash, tries, now, expires: now + lifeMs, resendMs });
}

export type CodeNo = Refusal<'code_incorrect' | 'code_expired'>;

/**
 * Says no to a wrong code. The try is counted aside before the code is looked at; a right code gives its tries back, so
 * that a person whose username is taken may go on. The code itself is used by `takeContactCode`.
 */
export async function checkContactCode(
  secretKey: string,
  { aside, now }: Pick<Call, 'aside' | 'now'>,
  { target }: Contact,
  code: string,
): Promise<CodeNo | undefined> {
  const row = await takeContactCodeTry(aside, { scene, target }, now);
  if (row === undefined) return new Refusal('code_expired', {}, 'code');
  if (!areEqual(row.code_hash, digest(secretKey, target, code))) {
    return new Refusal('code_incorrect', { left: row.tries_left }, 'code');
  }
  const { tries } = codeRule;
  await giveContactCodeTriesBack(aside, { scene, target }, { hash: row.code_hash, tries });
  return undefined;
}

/**
 * Uses a code up in the transaction of what it proved. False when a call at the same time was first. Nothing may be
 * done aside with this code afterwards in the same call: the row is locked until the transaction ends.
 */
export async function takeContactCode(
  db: Database,
  secretKey: string,
  { target }: Contact,
  code: string,
): Promise<boolean> {
  return await removeContactCode(db, { scene, target }, digest(secretKey, target, code));
}
