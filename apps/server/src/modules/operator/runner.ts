/**
 * Runs one operation: what was typed, whose keys are right, the deed and its row of the audit log, the last two in one
 * database transaction. It alone writes what operators did.
 */
import { ChainUnavailable, WrongChain } from '@marigold/chain/port';
import { personalKinds } from '@marigold/operations/fields';
import type { Operation } from '@marigold/operations/operation';
import { fieldsOf } from '@marigold/operations/operation';
import type { OperationName } from '@marigold/operations/operations';

import type { Database } from '../../platform/database/database.ts';
import { queryable, sqlState } from '../../platform/database/database.ts';
import type { Authority, DoneDeed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { appendEvent } from '../audit/event.ts';
import { isOperator } from '../audit/operators.ts';
import { lockEnrolment } from '../audit/store.ts';
import { countOperators } from '../audit/views.ts';
import type { OperatorCommand, Words } from './command.ts';
import type { AskKey } from './keys.ts';
import { readFields } from './read-fields.ts';

/** What is told of what was done. */
export type RunResult = Omit<DoneDeed<undefined>, 'facts'> & { readonly facts?: unknown };

/** Of any operation: its row says what `input` is, and `readFields` reads it by the same row. */
type AnyAct = {
  of(db: Database, input: unknown, authority: Authority<Operation>): Promise<RunResult | RefusedDeed>;
}['of'];
type AnyLook = {
  of(db: Database, input: unknown, authority: Authority<Operation>): Promise<AnyAct | RefusedDeed>;
}['of'];
type AnyDeed = { readonly act: AnyAct } | { readonly look: AnyLook };

export type Running = {
  /** With the owner's login. */
  readonly db: Database;
  readonly deeds: Readonly<Record<OperationName, AnyDeed>>;
  readonly ask: AskKey;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** What any operation may be refused with, before its deed or instead of it. */
export type CommonRefusal = 'unreadable' | 'stranger' | 'too_few' | 'no_answer';

/** Carries a no out of a transaction so that it rolls back. */
class RolledBack extends Error {
  readonly refused: RefusedDeed;
  constructor(refused: RefusedDeed) {
    super(refused.code);
    this.refused = refused;
  }
}

type RunCommand = OperatorCommand & { readonly row: Operation<OperationName> };

/** Answers what the deed tells whoever asked, or why nothing happened: `CommonRefusal`, or a word of the row. */
export async function runOperation(
  { db, deeds, ask, now }: Running,
  { row, words, by, second, reason }: RunCommand,
): Promise<RunResult | RefusedDeed> {
  const input = readFields(row, words);
  if (typeof input === 'string') return new RefusedDeed('unreadable' satisfies CommonRefusal, { why: input });
  const named = await namedPersons(db, row, [by, second]);
  if (named instanceof RefusedDeed) return named;
  const stranger = await firstStranger(db, named, ask);
  if (stranger !== undefined) return new RefusedDeed('stranger' satisfies CommonRefusal, { name: stranger });
  const [first = 'nobody', other] = row.begins === true ? named : [by, second];
  const authority = { by: first, second: other, reason, now } as Authority<Operation>;
  const deed = deeds[row.name];
  try {
    const act = 'act' in deed ? deed.act : await deed.look(db, input, authority);
    if (act instanceof RefusedDeed) return act;
    const done = await db.transaction().execute(async (inside) => {
      if (row.begins === true) await assertEnough(inside, row, named);
      const answer = await act(inside, input, authority);
      if (answer instanceof RefusedDeed) throw new RolledBack(answer);
      await append(inside, { row, words, answer, authority });
      return answer;
    });
    await done.afterwards?.();
    return done;
  } catch (error) {
    return refusalOf(error, row);
  }
}

/** What a thrown error says about an operation; what says nothing of the kind is thrown on. */
function refusalOf(error: unknown, row: Operation): RefusedDeed {
  if (error instanceof RolledBack) return error.refused;
  const why = error instanceof Error ? error.message : String(error);
  if (error instanceof ChainUnavailable || error instanceof WrongChain)
    return new RefusedDeed('no_answer' satisfies CommonRefusal, { why });
  // 22: a bad value, 23: a rule of a table. Where a row says so, the tables are the last to look at what was given.
  if (row.refusals.includes('not_taken') && /^(22|23)/.test(sqlState(error) ?? ''))
    return new RefusedDeed('not_taken', { why });
  throw error;
}

/** The persons whose keys are asked for: those who are named; while a few are enrolled, as many of them as there are. */
async function namedPersons(
  db: Database,
  row: Operation,
  given: readonly (string | undefined)[],
): Promise<readonly string[] | RefusedDeed> {
  if (row.begins === undefined) return given.filter((name) => name !== undefined);
  const needed = Math.min(await countOperators(queryable(db)), row.persons);
  const named = given.slice(0, needed).filter((name) => name !== undefined);
  return new Set(named).size < needed ? tooFew(needed) : named;
}

function tooFew(needed: number): RefusedDeed<CommonRefusal> {
  return new RefusedDeed('too_few', { needed });
}

/** Enrolments follow each other: nobody was enrolled meanwhile who would have to agree as well. */
async function assertEnough(db: Database, row: Operation, named: readonly string[]): Promise<void> {
  await lockEnrolment(queryable(db));
  const needed = Math.min(await countOperators(queryable(db)), row.persons);
  if (named.length < needed) throw new RolledBack(tooFew(needed));
}

/** Asks everybody's key before it answers, so that nobody learns whose was wrong from what is asked next. */
async function firstStranger(
  db: Database,
  names: readonly string[],
  ask: AskKey,
): Promise<string | undefined> {
  const keys: { name: string; key: string }[] = [];
  for (const name of names) keys.push({ name, key: await ask(name) });
  for (const given of keys) if (!(await isOperator(queryable(db), given))) return given.name;
  return undefined;
}

type Deeded = {
  readonly row: Operation;
  readonly words: Words;
  readonly answer: RunResult;
  readonly authority: Authority<Operation>;
};

async function append(db: Database, { row, words, answer, authority }: Deeded): Promise<void> {
  const { by, second, reason } = authority;
  await appendEvent(queryable(db), {
    actor: `operator:${by}`,
    action: wordOf(row, words),
    subject: answer.subject,
    reason,
    detail: { second: second ?? null, words: loggedWords(row, words), ...answer.detail },
  });
}

/** What the audit log calls it. */
function wordOf({ says }: Operation, words: Words): string {
  return typeof says === 'string' ? says : (says.words[String(words[says.field])] ?? '');
}

/** What was given, without what people wrote or are called. */
function loggedWords(row: Operation, words: Words): string {
  return Object.entries(fieldsOf(row))
    .filter(([name, { kind }]) => typeof words[name] === 'string' && !personalKinds.has(kind))
    .map(([name]) => String(words[name]))
    .join(' ');
}
