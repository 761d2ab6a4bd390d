/**
 * The way back to an account whose login password is forgotten: find, send, verify, reset. Every answer is the same for
 * a name that nobody has, in words and in time (reliability.md 7.11): its recovery is a row as any other, its code is
 * never right, and whether a message leaves is decided by a job, after the answer.
 */
import { recoveryLifeMs } from '@marigold/contract/durations';
import { Refusal } from '@marigold/contract/endpoint';
import { id } from '@marigold/contract/fields';
import { randomDigits } from '@marigold/money/random-digits';
import { minuteMs } from '@marigold/money/spans';
import { languageIds } from '@marigold/texts/languages';
import * as z from 'zod';

import type { Database } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/database/outbox.ts';
import type { Handlers } from '../../../platform/http/call.ts';
import type { Limits } from '../../../platform/http/limits.ts';
import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import { newRowId, newToken, tokenHash } from '../../../platform/process/ids.ts';
import type { RefuseFlood } from '../../human/port.ts';
import { queueMessage } from '../../message/delivery.ts';
import { personKey } from '../../person/person.ts';
import { findByKey, findPerson } from '../../person/views.ts';
import { takeCodeLimits, takeTargetLimit, tooSoon } from '../code-limits.ts';
import { areEqual, digestCode } from '../digests.ts';
import { codeRule } from '../rules.ts';
import type { SmsBudget } from '../sms-budget.ts';
import {
  findLastSentAt,
  findOpenRecovery,
  findRecoveryOwner,
  insertRecovery,
  keepRecoveryCode,
  markProven,
  takeRecoveryTry,
} from './store.ts';
import { listResetNeeds } from './strong-proof.ts';
import { listWays, readRecoveryName, recoveryWaysOf } from './ways.ts';

type Dependencies = {
  readonly secretKey: string;
  readonly limits: Limits;
  readonly smsBudget: SmsBudget;
};

function digest(secretKey: string, recoveryId: string, code: string): Buffer {
  return digestCode(secretKey, 'recovery', [recoveryId], code);
}

type FindDependencies = { readonly secretKey: string; readonly refuseFlood: RefuseFlood };

export function createFindRecovery({
  secretKey,
  refuseFlood,
}: FindDependencies): Handlers['user/forget/find'] {
  return async ({ account, puzzle }, call) => {
    const { db, now } = call;
    const no = await refuseFlood('forget', puzzle, call);
    if (no !== undefined) return no;
    const { key, decoy } = readRecoveryName(secretKey, account);
    const person = await findByKey(db, personKey(account), account);
    const ways = person === undefined ? decoy : recoveryWaysOf(person);
    const ticket = newToken();
    const expires = now + recoveryLifeMs;
    await insertRecovery(db, {
      id: newRowId(),
      ticketHash: tokenHash(ticket),
      userId: person?.id ?? null,
      nameKey: key,
      ways,
      now,
      expires,
    });
    return { ticket, methods: listWays(ways), expires };
  };
}

export function createSendRecoveryCode({
  secretKey,
  limits,
  smsBudget,
}: Dependencies): Handlers['user/forget/send'] {
  return async ({ ticket, method }, { db, address, deviceId, language, now }) => {
    const recovery = await findOpenRecovery(db, tokenHash(ticket), now);
    if (recovery === undefined) return new Refusal('ticket_expired');
    const masked = recovery[method];
    if (masked === null) return new Refusal('method_not_bound', {}, 'method');
    const no =
      tooSoon(await findLastSentAt(db, recovery, method), now) ??
      // What one can see hangs on the typed name alone: the limits of a real contact would tell whose it is.
      (await takeCodeLimits(limits, {
        target: `recovery ${recovery.nameKey.toString('base64url')} ${method}`,
        address,
        deviceId,
      })) ??
      // The day of a country is asked by the job: here it would tell where a masked number is.
      (method === 'sms' ? await smsBudget.takeOfHouse() : undefined);
    if (no !== undefined) return no;
    const code = randomDigits(codeRule.digits);
    const isStored = await db.transaction().execute(async (tx) => {
      const hash = digest(secretKey, recovery.id, code);
      const { tries, resendMs } = codeRule;
      if (!(await keepRecoveryCode(tx, recovery.id, { method, hash, tries, now, resendMs }))) return false;
      await enqueue(tx, 'recovery', { recoveryId: recovery.id, method, code, language });
      return true;
    });
    if (!isStored) return new Refusal('code_too_soon', { seconds: codeRule.resendMs / 1000 });
    return { masked, ttl: codeRule.lifeMs / 1000, resendIn: codeRule.resendMs / 1000 };
  };
}

const RecoveryJob = z.strictObject({
  recoveryId: id,
  method: z.enum(['email', 'sms']),
  code: z.string(),
  language: z.enum(languageIds),
});

/** The task `recovery`: where there is somebody to write to, and not too often for their contact, the code leaves. */
export function createRecoveryJob({
  db,
  limits,
  smsBudget,
}: Pick<Dependencies, 'limits' | 'smsBudget'> & { readonly db: Database }): JobHandlers {
  return {
    async recovery(payload) {
      const { recoveryId, method: channel, code, language } = RecoveryJob.parse(payload);
      const userId = await findRecoveryOwner(db, recoveryId);
      const person = userId === undefined ? undefined : await findPerson(db, userId);
      const to = channel === 'email' ? person?.email : person?.phone;
      if (to === null || to === undefined) return;
      if ((await takeTargetLimit(limits, to)) > 0) return;
      if (channel === 'sms' && (await smsBudget.takeOfCountry(to)) !== undefined) return;
      const minutes = codeRule.lifeMs / minuteMs;
      await queueMessage(db, { channel, to, language, message: { kind: 'recoveryCode', code, minutes } });
    },
  };
}

export function createVerifyRecovery(secretKey: string): Handlers['user/forget/verify'] {
  return async ({ ticket, code }, { aside, db, now }) => {
    const sentAfter = new Date(now - codeRule.lifeMs);
    const row = await takeRecoveryTry(aside, { ticketHash: tokenHash(ticket), now, sentAfter });
    if (row === undefined) {
      const isOpen = (await findOpenRecovery(db, tokenHash(ticket), now)) !== undefined;
      return isOpen ? new Refusal('code_expired', {}, 'code') : new Refusal('ticket_expired');
    }
    const isRight = areEqual(row.code_hash, digest(secretKey, row.id, code));
    if (!isRight || row.user_id === null) {
      return new Refusal('code_incorrect', { left: row.tries_left }, 'code');
    }
    const proven = newToken();
    const next = { ticketHash: tokenHash(proven), expires: now + recoveryLifeMs };
    // Of two right ones at once the first one has the ticket.
    if (!(await markProven(db, row, next))) return new Refusal('ticket_expired');
    const need = await listResetNeeds(db, row.user_id);
    return need.length === 0 ? { ticket: proven } : { ticket: proven, need: [...need] };
  };
}
