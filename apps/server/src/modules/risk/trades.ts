/** The rule for trading: two accounts that mostly trade with each other, far from what the world pays. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { openTradeCase } from './case.ts';
import { tradesOfADay } from './rules.ts';

type Pair = { user_id: string; other_user_id: string; usd: string };

/**
 * Opens a case for both of each two accounts of which one traded mostly with the other within a day, on average too far
 * from the index. One case for a pair within a day, and none while one waits. Answers how many were opened.
 */
export async function findTradeRisks(db: Database, now: number): Promise<number> {
  const pairs = await findPairs(db, now);
  let opened = 0;
  for (const { user_id, other_user_id, usd } of pairs)
    opened += await db.transaction().execute(async (inside) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('risk.trades', 0))`.execute(inside);
      const both = [
        { userId: user_id, otherId: other_user_id },
        { userId: other_user_id, otherId: user_id },
      ];
      let here = 0;
      for (const { userId, otherId } of both) {
        if (await wasAsked(inside, userId, otherId, now)) continue;
        await openTradeCase(inside, { userId, otherId, usd, now });
        here += 1;
      }
      return here;
    });
  return opened;
}

async function wasAsked(db: Database, userId: string, otherId: string, now: number): Promise<boolean> {
  const found = await sql`
    select from app.risk_case where user_id = ${userId} and other_user_id = ${otherId}
      and (state in ('open', 'answered') or created_at > ${new Date(now - tradesOfADay.windowMs)}) limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** One statement over the trades of a day. A measure and no money: it is reckoned in floating point. */
async function findPairs(db: Database, now: number): Promise<Pair[]> {
  const { windowMs, usdMin, shareMin, awayMin, pairsMax } = tradesOfADay;
  const since = new Date(now - windowMs);
  const found = await sql<Pair>`
    with priced as (
      select m.symbol, r.usd::float8 / power(10::float8, m.price_decimals + m.amount_decimals) as usd
      from app.market m join app.rate r on r.asset = m.quote
    ), recent as (
      select t.id, t.price::float8 * t.amount * p.usd as usd,
        coalesce(abs(t.price - t.index_price), 0)::float8 * t.amount * p.usd as away
      from priced p join app.trade t on t.symbol = p.symbol and t.at > ${since}
    ), pair as (
      select one.user_id, other.user_id as other_user_id, sum(t.usd) as usd, sum(t.away) as away
      from recent t
      join app.fill one on one.trade_id = t.id and one.at > ${since}
      join app.fill other on other.trade_id = t.id and other.at > ${since} and other.role <> one.role
      group by 1, 2
    ), whole as (
      select *, sum(usd) over (partition by user_id) as total from pair
    )
    select user_id, other_user_id, round(usd::numeric, 2)::text as usd from whole
    where usd >= ${usdMin} and usd >= ${shareMin} * total and away > ${awayMin} * usd and user_id <> other_user_id
    order by usd desc limit ${pairsMax}`.execute(db);
  return found.rows;
}
