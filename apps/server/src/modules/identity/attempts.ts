import type { Database } from '../../platform/database/database.ts';
/**
 * Guessing at a secret. A try is counted, in a transaction of its own, before the secret is looked at: a hundred
 * parallel guesses are a hundred tries, and only as many as the rule allows are ever looked at.
 */
import type { Call } from '../../platform/http/call.ts';
import type { TryRule } from './rules.ts';
import { forgottenAfterMs, lockMsMax, wrongInRowMax } from './rules.ts';
import { countTry, findLock, giveTryBack, lockSubject, removeTries } from './store.ts';
import type { Stranger } from './strangers.ts';
import { forgetStranger, giveStrangerBack, strangerOf, takeStranger } from './strangers.ts';

export type Guess =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly left: number }
  /** `isNew`: this try used the last one up; the others met the lock. */
  | { readonly kind: 'locked'; readonly until: number; readonly isNew: boolean }
  /** Wrong too often in a row: the secret works again once it is reset. */
  | { readonly kind: 'disabled'; readonly isNew: boolean };

/** What is written down of a try, for whoever it is aimed at. */
export type Trace = {
  /** In the transaction that counts the try: whatever happens after it, no wrong one was counted and not written. */
  readonly write: (db: Database) => Promise<void>;
  /** The try was right, or nothing was learnt by it. */
  readonly erase: (db: Database) => Promise<void>;
};

const noTrace: Trace = { write: async () => undefined, erase: async () => undefined };

/**
 * Counts a try of `subject`, then asks whether it was right; a right one clears the count. The try that uses the last
 * one up and is wrong answers `locked` at once, the hundredth wrong one in a row `disabled`. When asking throws, nothing
 * was learnt and the try is given back. `trace` stays of wrong ones; who meets the lock only leaves none. Throws 429 where
 * the address of a stranger, or its network, has guessed wrong too often, whatever it guessed at.
 */
export async function guess(
  { aside, address, now }: Pick<Call, 'aside' | 'address' | 'now'>,
  rule: TryRule,
  subject: string,
  isRight: () => Promise<boolean>,
  trace: Trace = noTrace,
): Promise<Guess> {
  const stranger = strangerOf(rule, subject, address);
  return await afterOthers(`${rule.kind} ${subject}`, async () => {
    const taken = await aside.transaction().execute(async (db) => {
      const counted = await takeBoth(db, rule, subject, stranger, now);
      if (counted.kind === 'taken') await trace.write(db);
      return counted;
    });
    if (taken.kind !== 'taken') return { ...taken, isNew: false };
    const giveBack = async (db: Database) => {
      await giveStrangerBack(db, stranger);
      await giveTryBack(db, { kind: rule.kind, subject });
      await trace.erase(db);
    };
    if (await runCheck(aside, isRight, giveBack)) {
      await aside.transaction().execute(async (db) => {
        await forgetStranger(db, stranger);
        await removeTries(db, { kind: rule.kind, subject });
        await trace.erase(db);
      });
      return { kind: 'right' };
    }
    if (taken.isLast) return { kind: 'disabled', isNew: true };
    return taken.until === undefined
      ? { kind: 'wrong', left: taken.left }
      : { kind: 'locked', until: taken.until, isNew: true };
  });
}

/** Whatever was guessed at the secret before counts no more. */
export async function forgetTries(db: Database, { kind }: TryRule, subject: string): Promise<void> {
  await removeTries(db, { kind, subject });
}

async function runCheck(
  aside: Database,
  isRight: () => Promise<boolean>,
  giveBack: (db: Database) => Promise<void>,
): Promise<boolean> {
  try {
    return await isRight();
  } catch (error) {
    await aside.transaction().execute(giveBack);
    throw error;
  }
}

type Closed = { readonly kind: 'locked'; readonly until: number } | { readonly kind: 'disabled' };
type TryOutcome =
  | Closed
  | {
      readonly kind: 'taken';
      readonly left: number;
      readonly until: number | undefined;
      readonly isLast: boolean;
    };

/** A try of the subject, and of whom a stranger is beside it: both are counted, or neither. `db` is a transaction. */
async function takeBoth(
  db: Database,
  rule: TryRule,
  subject: string,
  stranger: Stranger | undefined,
  now: number,
): Promise<TryOutcome> {
  const named = await takeStranger(db, stranger, now);
  if (named.kind === 'locked') {
    const why = await whyClosed(db, rule, subject, now);
    return why.kind === 'disabled' ? why : { kind: 'locked', until: Math.max(named.until, why.until) };
  }
  const counted = await takeTry(db, rule, subject, now);
  if (counted.kind !== 'taken') await giveStrangerBack(db, stranger);
  if (counted.kind !== 'taken' || named.left >= counted.left) return counted;
  // The last try that the name has for now locks as the last one of the rule does, and not for less long.
  const until = named.left > 0 ? counted.until : Math.max(named.endsAt, counted.until ?? 0);
  return { ...counted, left: named.left, until };
}

/** `db` is a transaction. */
async function takeTry(db: Database, rule: TryRule, subject: string, now: number): Promise<TryOutcome> {
  const { kind } = rule;
  const windowStart = new Date(now - rule.windowMs);
  const forgotten = new Date(now - forgottenAfterMs);
  const isDaily = rule.perDay !== undefined;
  const row = await countTry(db, { kind, subject }, { now, windowStart, forgotten, isDaily });
  if (row === undefined) return await whyClosed(db, rule, subject, now);
  const isLast = !isDaily && row.wrong_in_row >= wrongInRowMax;
  const leftToday = (rule.perDay ?? Infinity) - row.wrong_in_row;
  const left = Math.max(Math.min(rule.tries - row.failures, leftToday), 0);
  if (left > 0 && !isLast) return { kind: 'taken', left, until: undefined, isLast };
  const growing = Math.min(rule.lockMs * 2 ** Math.min(row.locks, 20), lockMsMax);
  // From the last try on: whatever day one looks at has no more of them.
  const until = now + (leftToday > 0 ? growing : lockMsMax);
  await lockSubject(db, { kind, subject }, isLast ? 'infinity' : new Date(until));
  return { kind: 'taken', left, until, isLast };
}

async function whyClosed(db: Database, { kind }: TryRule, subject: string, now: number): Promise<Closed> {
  const row = await findLock(db, { kind, subject });
  if (row?.is_disabled === true) return { kind: 'disabled' };
  // A right try in another process may have cleared the row since; then the next call is free to look.
  return { kind: 'locked', until: row?.locked_until ?? now };
}

const queues = new Map<string, Promise<void>>();

/**
 * Tries of one subject follow each other inside the process, so that many right ones at once, each clearing the count,
 * do not lock each other out. Safety does not rest on it: the table counts across processes.
 */
async function afterOthers<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const mine = (queues.get(key) ?? Promise.resolve()).then(work);
  const ended = mine.then(
    () => undefined,
    () => undefined,
  );
  queues.set(key, ended);
  try {
    return await mine;
  } finally {
    if (queues.get(key) === ended) queues.delete(key);
  }
}
