/** What people ask support, and what support answers. */
import { Refusal } from '@marigold/contract/endpoint';
import { randomDigits } from '@marigold/money/random-digits';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { notify } from './notify.ts';
import type { OpenTicket } from './store.ts';
import { countOpenTickets, insertTicket, listTickets, lockTickets, markAnswered } from './store.ts';

/** Open ones of one person; the next waits for an answer. */
const openMax = 5;
/** A number is drawn again when it is taken; a tenth miss in a row is no bad luck any more. */
const drawsMax = 10;
const listedMax = 100;

export const sendFeedback: Handlers['app/feedback'] = async (input, { db, session, now }) => {
  const text = input.text.trim();
  if (text === '') return new Refusal('text_empty', {}, 'text');
  const { userId } = session;
  await lockTickets(db, userId);
  if ((await countOpenTickets(db, userId)) >= openMax)
    return new Refusal('tickets_too_many', { max: openMax });
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const id = newRowId();
    const number = `T${randomDigits(8)}`;
    if (await insertTicket(db, { id, number, userId, text, now })) return { id, number };
  }
  throw new Error('Broken: a free ticket number is found in a few draws');
};

/** The oldest open tickets. */
export async function listOpenTickets(db: Database): Promise<readonly OpenTicket[]> {
  return await listTickets(db, listedMax);
}

/** Answers an open ticket and tells its owner; false when there is no such open ticket. */
export async function answerTicket(
  db: Database,
  { number, answer, now }: { readonly number: string; readonly answer: string; readonly now: number },
): Promise<boolean> {
  const userId = await markAnswered(db, { number, answer, now });
  if (userId === undefined) return false;
  await notify(db, { userId, kind: 'ticketAnswered', facts: { number, answer }, now });
  return true;
}
