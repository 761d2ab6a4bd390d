/** What a batch has to know of what its takers gave away: read only for those who may give away anything. */
import type { Database } from '../../../platform/database/database.ts';
import { noCents } from '../../rate/worth.ts';
import type { TradeCommand } from '../command.ts';
import type { MarketBook } from '../decide/book.ts';
import { indexFor } from '../decide/decide.ts';
import type { LossLimit } from '../decide/loss-limit.ts';
import { lossLimit, worthsOf } from '../decide/loss-limit.ts';
import type { Pieces } from '../decide/loss.ts';
import { addLoss, lossOf, mostGiven, pieceMs, windowStart } from '../decide/loss.ts';
import type { MarketTerms } from '../rules.ts';
import { listTraderHoldings, readAllowances } from '../store.ts';
import { listLosses } from './store.ts';

/** A worth is read again after so long. */
const worthAgeMaxMs = 10_000;
/** Most people whose losses and worths a book remembers; then it asks again. */
const rememberedMax = 100_000;

type Asking = {
  readonly db: Database;
  readonly book: MarketBook;
  readonly rules: MarketTerms;
  readonly now: number;
};

/** Of each taker whose orders may give away anything. */
export async function readLossLimits(
  asking: Asking,
  commands: readonly TradeCommand[],
): Promise<ReadonlyMap<string, LossLimit>> {
  const { db, book, rules, now } = asking;
  const { market, people, losses, worths } = book;
  const most = mostOf(asking, commands);
  if (most.size === 0) return new Map();
  const users = [...most.keys()];
  if (losses.size > rememberedMax) losses.clear();
  if (worths.size > rememberedMax) worths.clear();
  await loadLosses(
    asking,
    users.filter((userId) => !losses.has(people.numberOf(userId))),
  );
  const quoteUsd = rules.usd.get(market.quote);
  const least = lossLimit(market, noCents, quoteUsd);
  // What everybody may give away is enough for most: what they are worth need not be known.
  const others = users.filter(
    (userId) => lossOf(losses.get(people.numberOf(userId)), now) + (most.get(userId) ?? 0) > least,
  );
  const isOther = new Set(others);
  await loadWorths(asking, others);
  const allowed = others.length === 0 ? undefined : await readAllowances(db, market.symbol, others, now);
  const limitOf = (userId: string): LossLimit => {
    if (!isOther.has(userId)) return { limit: least, more: least };
    const more = lossLimit(market, worths.get(userId)?.cents ?? noCents, quoteUsd);
    return { limit: more + (allowed?.get(userId) ?? 0), more };
  };
  return new Map(users.map((userId) => [userId, limitOf(userId)]));
}

/** The most that the orders of the batch can give away, for each taker of whom that is more than nothing. */
function mostOf({ book, rules, now }: Asking, commands: readonly TradeCommand[]): Map<string, number> {
  const { symbol, givePpm } = book.market;
  const facts = { index: rules.indexOf(symbol, now), lastIndex: rules.lastIndexOf(symbol) };
  const most = new Map<string, number>();
  for (const { kind, request } of commands) {
    const index = kind === 'submit' ? indexFor(request, facts) : undefined;
    const given = kind === 'submit' && index !== undefined ? mostGiven(request, index, givePpm) : 0;
    if (given > 0) most.set(request.userId, (most.get(request.userId) ?? 0) + given);
  }
  return most;
}

/** After a takeover nobody's losses are known; those of the window stand with the orders. */
async function loadLosses({ db, book, now }: Asking, users: readonly string[]): Promise<void> {
  if (users.length === 0) return;
  const { market, people, losses } = book;
  const since = new Date(windowStart(now));
  const found = await listLosses(db, { symbol: market.symbol, users, since, pieceMs });
  const read = new Map<number, Pieces>(users.map((userId) => [people.numberOf(userId), new Map()]));
  for (const { user_id, piece_at, given } of found)
    addLoss(read.get(people.numberOf(user_id)) ?? new Map(), piece_at, Number(given));
  for (const [owner, pieces] of read) losses.set(owner, pieces);
}

async function loadWorths(
  { db, book: { worths }, rules, now }: Asking,
  users: readonly string[],
): Promise<void> {
  const old = users.filter((userId) => now - (worths.get(userId)?.readAt ?? -Infinity) > worthAgeMaxMs);
  if (old.length === 0) return;
  const found = worthsOf(await listTraderHoldings(db, old), rules.usd);
  for (const userId of old) worths.set(userId, { cents: found.get(userId) ?? noCents, readAt: now });
}
