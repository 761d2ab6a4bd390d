import { audit, auditStatus, resumeMoney } from '@marigold/ledger/audit';
import { RefusedByLedger } from '@marigold/ledger/errors';
import type { Queryable } from '@marigold/ledger/queryable';

import { appendEvent, verifyEvents } from '../modules/audit/event.ts';
import { addOperator, isOperator } from '../modules/audit/operators.ts';
import { countOperators, lockEnrolment } from '../modules/audit/store.ts';
import { configKeys, isConfigKey, setEntry } from '../modules/config/entries.ts';
import { acceptJump } from '../modules/rate/accept.ts';
import type { Command, MessageCommand } from './arguments.ts';
import type { AskKey } from './keys.ts';

/** What the person is told, and whether it was done. */
export interface Outcome {
  readonly isDone: boolean;
  readonly lines: readonly string[];
}

const listedMax = 50;

/**
 * Carries out one command with the owner's login, inside one database transaction that the caller commits whatever the
 * outcome: an audit that finds broken rows must keep its halt.
 */
export async function runCommand(
  db: Queryable,
  command: Exclude<Command, MessageCommand>,
  ask: AskKey,
  now: number,
): Promise<Outcome> {
  switch (command.name) {
    case 'auditor status':
      return await showStatus(db);
    case 'auditor run':
      return await runAudit(db, command.full);
    case 'auditor resume':
      return await resume(db, command, ask);
    case 'operator enroll':
      return await enroll(db, command, ask);
    case 'set-config':
      return await setConfig(db, command, ask, now);
    case 'accept-rate':
      return await acceptRate(db, command, ask);
  }
}

async function showStatus(db: Queryable): Promise<Outcome> {
  const { halt, provenJournalId, auditedAt, fullAt } = await auditStatus(db);
  const tampering = await verifyEvents(db);
  return {
    isDone: true,
    lines: [
      halt === null ? 'Money runs.' : `Money is HALTED since ${timeOf(halt.haltedAt)}: ${halt.reason}`,
      `Proven up to journal ${provenJournalId}.`,
      `Last audit ${timeOf(auditedAt)}, last full audit ${timeOf(fullAt)}.`,
      tampering.length === 0
        ? 'The audit log is whole.'
        : `The audit log was CHANGED: ${tampering.join('; ')}`,
    ],
  };
}

async function runAudit(db: Queryable, full: boolean): Promise<Outcome> {
  const broken = await audit(db, { full });
  if (broken.length === 0) return { isDone: true, lines: ['The books are whole.'] };
  const rows = broken.slice(0, listedMax).map(({ what, id }) => `  ${what}: ${id}`);
  return { isDone: false, lines: [`${broken.length} broken rows; money is halted.`, ...rows] };
}

async function resume(
  db: Queryable,
  { by, second, reason }: Extract<Command, { name: 'auditor resume' }>,
  ask: AskKey,
): Promise<Outcome> {
  if (by === second) return refused('Two different persons are needed.');
  const stranger = await firstStranger(db, [by, second], ask);
  if (stranger !== undefined) return refused(stranger);
  const { halt } = await auditStatus(db);
  if (halt === null) return refused('Money is not halted.');
  await db.query('savepoint resume', []);
  try {
    await resumeMoney(db, { by, second, reason });
  } catch (error) {
    if (!(error instanceof RefusedByLedger)) throw error;
    await db.query('rollback to savepoint resume', []);
    return refused(`${error.message} (npm run operator -- auditor run --full lists every row)`);
  }
  await appendEvent(db, {
    actor: `operator:${by}`,
    action: 'money.resumed',
    subject: 'ledger',
    reason,
    detail: { second, halt: halt.reason },
  });
  return { isDone: true, lines: ['Every posting was checked; money runs again.'] };
}

async function enroll(
  db: Queryable,
  { person, reason, by, second }: Extract<Command, { name: 'operator enroll' }>,
  ask: AskKey,
): Promise<Outcome> {
  await lockEnrolment(db);
  const needed = Math.min(await countOperators(db), 2);
  const given = [by, second].filter((name) => name !== undefined).slice(0, needed);
  if (given.length < needed || new Set(given).size < needed) {
    return refused(
      needed === 1 ? 'The first person must agree (--by).' : 'Two persons must agree (--by, --second).',
    );
  }
  const stranger = await firstStranger(db, given, ask);
  if (stranger !== undefined) return refused(stranger);
  const key = await addOperator(db, person);
  if (key === undefined) return refused(`"${person}" is taken, or no name (2 to 40 of a-z, 0-9 and -).`);
  await appendEvent(db, {
    actor: actorOf(by),
    action: 'operator.enrolled',
    subject: `operator:${person}`,
    reason,
    detail: { second: second ?? null },
  });
  return { isDone: true, lines: [`${person} is enrolled. The key is shown only now:`, key] };
}

async function setConfig(
  db: Queryable,
  { key, json, by, reason }: Extract<Command, { name: 'set-config' }>,
  ask: AskKey,
  now: number,
): Promise<Outcome> {
  if (!isConfigKey(key)) return refused(`There is no entry "${key}"; there are ${configKeys.join(', ')}.`);
  const stranger = await firstStranger(db, by === undefined ? [] : [by], ask);
  if (stranger !== undefined) return refused(stranger);
  const problems = await setEntry(db, { key, json, now });
  if (problems !== undefined) {
    return { isDone: false, lines: [`The value does not fit ${key}:`, ...problems.map((one) => `  ${one}`)] };
  }
  // The value itself may hold a person's number; the log says that it changed, the table says to what.
  await appendEvent(db, {
    actor: actorOf(by),
    action: 'config.changed',
    subject: `config:${key}`,
    reason,
    detail: { bytes: Buffer.byteLength(json) },
  });
  return { isDone: true, lines: [`${key} is set; apps see it within twelve hours, new ones at once.`] };
}

async function acceptRate(
  db: Queryable,
  { asset, by, reason }: Extract<Command, { name: 'accept-rate' }>,
  ask: AskKey,
): Promise<Outcome> {
  const stranger = await firstStranger(db, by === undefined ? [] : [by], ask);
  if (stranger !== undefined) return refused(stranger);
  const taken = await acceptJump(db, asset);
  if (taken === undefined) return refused(`No price of "${asset}" waits.`);
  const { usd, sources, since } = taken;
  await appendEvent(db, {
    actor: actorOf(by),
    action: 'rate.accepted',
    subject: `asset:${asset}`,
    reason,
    detail: { usd, sources },
  });
  return {
    isDone: true,
    lines: [`One ${asset} is worth ${usd} USD: ${sources} sources since ${timeOf(since)}.`],
  };
}

/** Without a name it was whoever holds the owner's login of the database. */
export function actorOf(by: string | undefined): string {
  return by === undefined ? 'operator:nobody' : `operator:${by}`;
}

/** Asks everybody's key before it answers, so that nobody learns whose was wrong from what is asked next. */
export async function firstStranger(
  db: Queryable,
  names: readonly string[],
  ask: AskKey,
): Promise<string | undefined> {
  const keys: { name: string; key: string }[] = [];
  for (const name of names) keys.push({ name, key: await ask(name) });
  for (const given of keys) {
    if (!(await isOperator(db, given))) return `The key of ${given.name} is not right.`;
  }
  return undefined;
}

export function refused(line: string): Outcome {
  return { isDone: false, lines: [line] };
}

export function timeOf(epochMs: number | null): string {
  return epochMs === null ? 'never' : new Date(epochMs).toISOString();
}
