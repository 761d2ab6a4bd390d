/** Takes away what has served: old answers, expired buckets and codes, announcements that every process has heard. */
import { answersKeptMs } from '@marigold/contract/durations';
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Database } from './database.ts';

/** Announcements are heard at once; the rows stay a while for whoever looks into an incident. */
const announcementsKeptMs = 3 * dayMs;
/** Expired codes stay this long, so that "expired" can still be told from "incorrect". */
const codesKeptMs = dayMs;
/** Wrong tries older than this no longer lock anybody; guesses at names that nobody has leave rows as well. */
const attemptsKeptMs = 2 * dayMs;
/** The log of an account is shown this far back. */
const eventsKeptMs = 400 * dayMs;
const strangersKeptMs = dayMs;
/** Terms that nobody used; used ones are part of the story of their transfer. */
const quotesKeptMs = dayMs;
/** The demo's mails and SMS; in production the table is empty. */
const demoInboxKeptMs = 7 * dayMs;
/** Prices of the last days are what a change over 24 hours is measured from. */
const ratesKeptMs = 3 * dayMs;
/**
 * Blocks below everything that may still change: more than any branch ever had, a week of Ethereum. A halted chain goes on
 * from the newest of them that its node knows as well. What they held for us stays for ever.
 */
const blocksKept = 50_000;
/** One statement touches at most this many rows and never stands in anybody's way for long. */
const rowsPerStatement = 1000;
/** One run takes at most this many steps; the next run goes on. */
const stepsMax = 100;

/** Runs until nothing is left or the bound is reached; answers how many rows were changed. Safe to run twice. */
export async function pruneOnce(db: Database, now: number): Promise<number> {
  const ago = (ms: number) => new Date(now - ms);
  const steps = [
    // Keys stay for ever; only the answer goes (protocol.md "Applied once").
    sql`update app.request_key set answer = null where (scope, request_id) in (
          select scope, request_id from app.request_key
          where answer is not null and created_at < ${ago(answersKeptMs)} order by created_at limit ${rowsPerStatement})`,
    sql`delete from app.rate_limit where key in (
          select key from app.rate_limit where expire < ${now} limit ${rowsPerStatement})`,
    // The oldest rows by id are the oldest by time, near enough; no other order has an index.
    sql`delete from app.outbox where created_at < ${ago(announcementsKeptMs)} and id in (
          select id from app.outbox order by id limit ${rowsPerStatement})`,
    // Tries at names that nobody has are written only so that their answer takes the same time.
    sql`delete from app.security_event where id in (
          select id from app.security_event
          where user_id is null and at < ${ago(strangersKeptMs)} limit ${rowsPerStatement})`,
    sql`delete from app.security_event where id in (
          select id from app.security_event where at < ${ago(eventsKeptMs)} limit ${rowsPerStatement})`,
    sql`delete from app.contact_code where expires_at < ${ago(codesKeptMs)}`,
    // A used challenge is part of the story of its transfer and says when the user last verified.
    sql`delete from app.challenge where state <> 'used' and expires_at < ${ago(codesKeptMs)} and id in (
          select id from app.challenge where state <> 'used' and expires_at < ${ago(codesKeptMs)} limit ${rowsPerStatement})`,
    sql`delete from app.rate_history where at < ${ago(ratesKeptMs)}`,
    // A source that left the settings, or an asset that it no longer names.
    sql`delete from app.rate_source where seen_at < ${ago(ratesKeptMs)}`,
    // The file goes by its own expiry; what was in it and who had it goes with it. Failed ones have neither after a day.
    sql`update app.export set status = case status when 'ready' then 'expired' else status end,
          file_id = null, filter = '{}', emails = '{}'
        where id in (
          select id from app.export
          where (status = 'ready' and expires_at <= ${new Date(now)})
            or (status = 'failed' and filter <> '{}' and created_at < ${ago(dayMs)})
          limit ${rowsPerStatement})`,
    sql`delete from app.recovery where id in (
          select id from app.recovery where expires_at < ${ago(codesKeptMs)} limit ${rowsPerStatement})`,
    sql`delete from app.payout_quote where id in (
          select id from app.payout_quote
          where expires_at < ${ago(quotesKeptMs)} and used_at is null order by expires_at limit ${rowsPerStatement})`,
    sql`delete from app.chain_block where (chain, hash) in (
          select b.chain, b.hash
          from app.chain_cursor c
          join app.chain n on n.code = c.chain
          join app.chain_block b on b.chain = c.chain
            and b.height < least(c.finalized_height, c.height - n.reorg_max) - ${blocksKept}::int
          where c.halted_at is null limit ${rowsPerStatement})`,
    sql`delete from app.demo_inbox where created_at < ${ago(demoInboxKeptMs)}`,
    sql`delete from app.attempt where last_at < ${ago(attemptsKeptMs)}
          and coalesce(locked_until, '-infinity') < ${ago(attemptsKeptMs)}`,
  ];
  let changed = 0;
  for (const step of steps) {
    for (let round = 0; round < stepsMax; round += 1) {
      const rows = Number((await step.execute(db)).numAffectedRows ?? 0n);
      changed += rows;
      if (rows < rowsPerStatement) break;
    }
  }
  return changed;
}
