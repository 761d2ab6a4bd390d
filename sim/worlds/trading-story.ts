/** What the database tells in the end, against what people were told. */
import { createHash } from 'node:crypto';

import { must } from './trading-audit.ts';
import type { TradingDatabase } from './trading-database.ts';
import type { SentRequest } from './trading-people.ts';
import { isRefusal } from './trading-requests.ts';

export function checkStory(database: TradingDatabase, sent: readonly SentRequest[]): void {
  for (const one of sent) checkAnswer(one, database);
}

/** The same history leads to the same digest. */
export function digestOf({ state: { units, orders, answers } }: TradingDatabase): string {
  const rows = [...orders.values()].map(({ id, order }) => [
    id,
    order.filled,
    order.status,
    String(order.heldUnits),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([units, rows, [...answers.values()]]))
    .digest('hex');
}

function checkAnswer({ request, heard, isFinal }: SentRequest, { state }: TradingDatabase): void {
  const { key, body } = request;
  must(heard !== undefined, () => `${key} was never answered`);
  const stored = state.answers.get(key);
  const isThere = stored?.body === body;
  if (isRefusal(heard)) return must(!isFinal || !isThere, () => `${key} was refused and is there`);
  if (heard === 'conflict')
    return must(stored !== undefined && !isThere, () => `${key} was a conflict with something else`);
  must(isThere, () => `${key} was acknowledged and is lost: ${body}`);
  must(stored?.answer === heard, () => `${key} was "${heard}" and is "${stored?.answer}"`);
}
