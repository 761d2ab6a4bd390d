/** The rule for trading: two accounts that mostly trade with each other, far from what the world pays. */
import type { Database } from '../../platform/database/database.ts';
import { openTradeCase } from './case.ts';
import { tradesOfADay } from './rules.ts';
import { lockTradeCases, hasRecentCase } from './store.ts';

/** Two accounts that traded with each other, and for how many US dollars. */
export type TradedPair = { readonly user_id: string; readonly other_user_id: string; readonly usd: string };

/** What makes a pair worth a look: how much for, which share of what one traded in all, how far from the index. */
export type PairBounds = {
  readonly since: Date;
  readonly usdMin: number;
  readonly shareMin: number;
  readonly awayMin: number;
  readonly pairsMax: number;
};

export type TradeRisksDependencies = {
  readonly db: Database;
  /** Of whoever keeps the trades. */
  readonly listPairs: (db: Database, bounds: PairBounds) => Promise<readonly TradedPair[]>;
};

/**
 * Opens a case for both of each two accounts of which one traded mostly with the other within a day, on average too far
 * from the index. One case for a pair within a day, and none while one waits. Answers how many were opened.
 */
export async function findTradeRisks(
  { db, listPairs }: TradeRisksDependencies,
  now: number,
): Promise<number> {
  const { windowMs, ...bounds } = tradesOfADay;
  const pairs = await listPairs(db, { since: new Date(now - windowMs), ...bounds });
  let opened = 0;
  for (const { user_id, other_user_id, usd } of pairs)
    opened += await db.transaction().execute(async (inside) => {
      await lockTradeCases(inside);
      const both = [
        { userId: user_id, otherId: other_user_id },
        { userId: other_user_id, otherId: user_id },
      ];
      let here = 0;
      for (const { userId, otherId } of both) {
        if (await hasRecentCase(inside, { userId, otherId }, now)) continue;
        await openTradeCase(inside, { userId, otherId, usd, now });
        here += 1;
      }
      return here;
    });
  return opened;
}
