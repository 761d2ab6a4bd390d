/** What other rooms read of orders and trades. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** Two accounts that traded with each other, and for how many US dollars. */
type TradedPair = {
  readonly user_id: string;
  readonly other_user_id: string;
  readonly usd: string;
};

/** What makes a pair worth a look: shares of what one traded in all, and of the distance to the index. */
type PairBounds = {
  readonly since: Date;
  readonly usdMin: number;
  readonly shareMin: number;
  readonly awayMin: number;
  readonly pairsMax: number;
};

/** One statement over the trades of a day. A measure and no money: it is reckoned in floating point. */
export async function listTradedPairs(
  db: Database,
  { since, usdMin, shareMin, awayMin, pairsMax }: PairBounds,
): Promise<readonly TradedPair[]> {
  const found = await sql<TradedPair>`
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
