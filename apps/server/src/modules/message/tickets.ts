/** What people ask support, and what support answers. */
import { Refusal } from '@marigold/contract/endpoint';
import { randomDigits } from '@marigold/money/random-digits';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { notify } from './notify.ts';

/** Open ones of one person; the next waits for an answer. */
const openMax = 5;
/** A number is drawn again when it is taken; a tenth miss in a row is no bad luck any more. */
const drawsMax = 10;
export const answerCharsMax = 2000;
const listedMax = 100;

export const sendFeedback: Handlers['app/feedback'] = async (input, { db, session, now }) => {
  const text = input.text.trim();
  if (text === '') return new Refusal('text_empty', {}, 'text');
  const { userId } = session;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:${userId}`}, 0))`.execute(db);
  const open = await sql<{ count: number }>`
    select count(*)::int as count from app.ticket where user_id = ${userId} and status = 'open'`.execute(db);
  if ((open.rows[0]?.count ?? 0) >= openMax) return new Refusal('tickets_too_many', { max: openMax });
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const id = newId();
    const number = `T${randomDigits(8)}`;
    const added = await sql`
      insert into app.ticket (id, number, user_id, body, created_at)
      values (${id}, ${number}, ${userId}, ${text}, ${new Date(now)}) on conflict (number) do nothing`.execute(
      db,
    );
    if (added.numAffectedRows === 1n) return { id, number };
  }
  throw new Error('Broken: a free ticket number is found in a few draws');
};

export type OpenTicket = { readonly number: string; readonly body: string; readonly time: number };

/** The oldest open tickets. */
export async function listOpenTickets(db: Database): Promise<OpenTicket[]> {
  const found = await sql<OpenTicket>`
    select number, body, created_at as time from app.ticket
    where status = 'open' order by created_at limit ${listedMax}`.execute(db);
  return found.rows;
}

/** Answers an open ticket and tells its owner; false when there is no such open ticket. */
export async function answerTicket(
  db: Database,
  { number, answer, now }: { readonly number: string; readonly answer: string; readonly now: number },
): Promise<boolean> {
  const answered = await sql<{ user_id: string }>`
    update app.ticket set status = 'answered', answer = ${answer}, answered_at = ${new Date(now)}
    where number = ${number} and status = 'open' returning user_id`.execute(db);
  const userId = answered.rows[0]?.user_id;
  if (userId === undefined) return false;
  await notify(db, { userId, kind: 'ticketAnswered', facts: { number, answer }, now });
  return true;
}
