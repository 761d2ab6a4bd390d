/**
 * Guessing at a secret. A try is counted, in a transaction of its own, before the secret is looked at: a hundred
 * parallel guesses are a hundred tries, and only as many as the rule allows are ever looked at.
 */
import { sql } from 'kysely';

import type { Call } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import type { TryRule } from './rules.ts';
import { forgottenAfterMs, lockMsMax, wrongInRowMax } from './rules.ts';

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
 * was learnt and the try is given back. `trace` stays of wrong ones; who meets the lock only leaves none.
 */
export async function guess(
  { aside, now }: Pick<Call, 'aside' | 'now'>,
  rule: TryRule,
  subject: string,
  isRight: () => Promise<boolean>,
  trace: Trace = noTrace,
): Promise<Guess> {
  return await afterOthers(`${rule.kind} ${subject}`, async () => {
    const taken = await aside.transaction().execute(async (db) => {
      const counted = await takeTry(db, rule, subject, now);
      if (counted.kind === 'taken') await trace.write(db);
      return counted;
    });
    if (taken.kind !== 'taken') return { ...taken, isNew: false };
    if (await asked(aside, rule, subject, isRight, trace)) {
      await aside.transaction().execute(async (db) => {
        await sql`delete from app.attempt where kind = ${rule.kind} and subject = ${subject}`.execute(db);
        await trace.erase(db);
      });
      return { kind: 'right' };
    }
    if (taken.isLast) return { kind: 'disabled', isNew: true };
    return taken.until === undefined
      ? { kind: 'wrong', left: rule.tries - taken.failures }
      : { kind: 'locked', until: taken.until, isNew: true };
  });
}

async function asked(
  aside: Database,
  { kind }: TryRule,
  subject: string,
  isRight: () => Promise<boolean>,
  trace: Trace,
): Promise<boolean> {
  try {
    return await isRight();
  } catch (error) {
    await aside.transaction().execute(async (db) => {
      await sql`
        update app.attempt set failures = greatest(failures - 1, 0), wrong_in_row = greatest(wrong_in_row - 1, 0),
          locked_until = null,
          locks = case when locked_until is null then locks else greatest(locks - 1, 0) end
        where kind = ${kind} and subject = ${subject}`.execute(db);
      await trace.erase(db);
    });
    throw error;
  }
}

type Closed = { readonly kind: 'locked'; readonly until: number } | { readonly kind: 'disabled' };
type Taken =
  | Closed
  | {
      readonly kind: 'taken';
      readonly failures: number;
      readonly until: number | undefined;
      readonly isLast: boolean;
    };

/** `db` is a transaction. */
async function takeTry(db: Database, rule: TryRule, subject: string, now: number): Promise<Taken> {
  const at = new Date(now);
  const windowStart = new Date(now - rule.windowMs);
  const forgotten = new Date(now - forgottenAfterMs);
  const counted = await sql<{ failures: number; locks: number; wrong_in_row: number }>`
    insert into app.attempt as a (kind, subject, failures, wrong_in_row, window_at, last_at)
    values (${rule.kind}, ${subject}, 1, 1, ${at}, ${at})
    on conflict (kind, subject) do update set
      failures = case when a.locked_until is not null or a.window_at <= ${windowStart} then 1 else a.failures + 1 end,
      window_at = case when a.locked_until is not null or a.window_at <= ${windowStart} then ${at} else a.window_at end,
      locks = case when coalesce(a.locked_until, a.last_at) <= ${forgotten} then 0 else a.locks end,
      locked_until = null,
      wrong_in_row = a.wrong_in_row + 1,
      last_at = ${at}
    where a.locked_until is null or a.locked_until <= ${at}
    returning failures, locks, wrong_in_row`.execute(db);
  const row = counted.rows[0];
  if (row === undefined) return await whyClosed(db, rule, subject, now);
  const { failures } = row;
  const isLast = row.wrong_in_row >= wrongInRowMax;
  if (failures < rule.tries && !isLast) return { kind: 'taken', failures, until: undefined, isLast };
  const until = now + Math.min(rule.lockMs * 2 ** Math.min(row.locks, 20), lockMsMax);
  await sql`
    update app.attempt set locked_until = ${isLast ? 'infinity' : new Date(until)}::timestamptz, locks = locks + 1
    where kind = ${rule.kind} and subject = ${subject}`.execute(db);
  return { kind: 'taken', failures, until, isLast };
}

async function whyClosed(db: Database, { kind }: TryRule, subject: string, now: number): Promise<Closed> {
  const found = await sql<{ locked_until: number | null; is_disabled: boolean }>`
    select nullif(locked_until, 'infinity') as locked_until, locked_until = 'infinity' as is_disabled
    from app.attempt where kind = ${kind} and subject = ${subject}`.execute(db);
  const row = found.rows[0];
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
