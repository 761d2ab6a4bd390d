/** The rules for what goes out: asked when a transfer on a chain is ordered, in its transaction. */
import type { Account, ChainCode } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { bytesOf } from '../chain/registry.ts';
import type { MoneyRule } from './rules.ts';
import { velocity } from './rules.ts';

export type Outgoing = {
  readonly userId: string;
  readonly chain: ChainCode;
  readonly asset: string;
  readonly account: Account;
  /** Worth in US dollars. */
  readonly usd: string;
  readonly now: number;
};

/**
 * The rule that wants a transfer held back before anything is signed, the gravest first; undefined for most. The caller
 * holds the lock under which the person's payouts follow each other, so that all in an hour are counted.
 */
export async function findPayoutRisk(
  db: Database,
  { userId, chain, asset, account, usd, now }: Outgoing,
): Promise<MoneyRule | undefined> {
  const bytes = bytesOf(account);
  const since = new Date(now - velocity.windowMs);
  const found = await sql<{ rule: MoneyRule | null }>`
    with paid as (
      select account, min(created_at) as first_at from app.payout
      where user_id = ${userId} and state not in ('cancelled', 'rejected', 'failed')
      group by account
    )
    select case
      when exists (select from app.risk_account k where k.family = n.family and k.account = ${bytes}) then 'list'
      when ${usd}::numeric >= c.risk_usd then 'amount'
      when not exists (select from paid where account = ${bytes} and first_at <= ${since})
        and (select count(*) >= ${velocity.newAccounts} from paid where account <> ${bytes} and first_at > ${since})
        then 'velocity'
    end as rule
    from app.chain_asset c join app.chain n on n.code = c.chain
    where c.chain = ${chain} and c.asset = ${asset}`.execute(db);
  return found.rows[0]?.rule ?? undefined;
}
