/**
 * Guessing at a secret. A try is counted, in a transaction of its own, before the secret is looked at: a hundred
 * parallel guesses are a hundred tries, and only as many as the rule allows are ever looked at.
 */
import { sql } from 'kysely';

import type { Call } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import type { TryRule } from './rules.ts';
import { forgottenAfterMs, lockMsMax } from './rules.ts';

export type Guess =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'locked'; readonly until: number };

/**
 * Counts a try of `subject`, then asks whether it was right; a right one clears the count. The try that uses the last
 * one up and is wrong answers `locked` at once. When asking throws, nothing was learnt and the try is given back.
 */
export async function guess(
  { aside, now }: Pick<Call, 'aside' | 'now'>,
  rule: TryRule,
  subject: string,
  isRight: () => Promise<boolean>,
): Promise<Guess> {
  return await afterOthers(`${rule.kind} ${subject}`, async () => {
    const taken = await takeTry(aside, rule, subject, now);
    if (taken.kind === 'locked') return taken;
    if (await asked(aside, rule, subject, isRight)) {
      await sql`delete from app.attempt where kind = ${rule.kind} and subject = ${subject}`.execute(aside);
      return { kind: 'right' };
    }
    return taken.until === undefined
      ? { kind: 'wrong', left: rule.tries - taken.failures }
      : { kind: 'locked', until: taken.until };
  });
}

async function asked(
  aside: Database,
  { kind }: TryRule,
  subject: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await isRight();
  } catch (error) {
    await sql`
      update app.attempt set failures = greatest(failures - 1, 0), locked_until = null,
        locks = case when locked_until is null then locks else greatest(locks - 1, 0) end
      where kind = ${kind} and subject = ${subject}`.execute(aside);
    throw error;
  }
}

type Taken =
  | { readonly kind: 'locked'; readonly until: number }
  | { readonly kind: 'taken'; readonly failures: number; readonly until: number | undefined };

async function takeTry(aside: Database, rule: TryRule, subject: string, now: number): Promise<Taken> {
  return await aside.transaction().execute(async (db) => {
    const at = new Date(now);
    const windowStart = new Date(now - rule.windowMs);
    const forgotten = new Date(now - forgottenAfterMs);
    const counted = await sql<{ failures: number; locks: number }>`
      insert into app.attempt as a (kind, subject, failures, window_at, last_at)
      values (${rule.kind}, ${subject}, 1, ${at}, ${at})
      on conflict (kind, subject) do update set
        failures = case when a.locked_until is not null or a.window_at <= ${windowStart} then 1 else a.failures + 1 end,
        window_at = case when a.locked_until is not null or a.window_at <= ${windowStart} then ${at} else a.window_at end,
        locks = case when coalesce(a.locked_until, a.last_at) <= ${forgotten} then 0 else a.locks end,
        locked_until = null,
        last_at = ${at}
      where a.locked_until is null or a.locked_until <= ${at}
      returning failures, locks`.execute(db);
    const row = counted.rows[0];
    if (row === undefined) return { kind: 'locked', until: await lockedUntil(db, rule, subject, now) };
    if (row.failures < rule.tries) return { kind: 'taken', failures: row.failures, until: undefined };
    const until = now + Math.min(rule.lockMs * 2 ** Math.min(row.locks, 20), lockMsMax);
    await sql`
      update app.attempt set locked_until = ${new Date(until)}, locks = locks + 1
      where kind = ${rule.kind} and subject = ${subject}`.execute(db);
    return { kind: 'taken', failures: row.failures, until };
  });
}

async function lockedUntil(db: Database, { kind }: TryRule, subject: string, now: number): Promise<number> {
  const found = await sql<{ locked_until: number | null }>`
    select locked_until from app.attempt where kind = ${kind} and subject = ${subject}`.execute(db);
  // A right try in another process may have cleared the row since; then the next call is free to look.
  return found.rows[0]?.locked_until ?? now;
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
