/** The rules for what comes in: asked for a whole batch right before it would be credited. */
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { toLedger } from '../chain/registry.ts';
import { openCase } from './case.ts';
import type { MoneyRule } from './rules.ts';
import { depositsLookedAt, velocity } from './rules.ts';

type Row = {
  id: string;
  user_id: string;
  asset: string;
  amount: string;
  scale: number;
  chain_scale: number;
  decimals: number;
  rule: MoneyRule | null;
  case_state: 'open' | 'answered' | 'cleared' | 'refused' | null;
};

/**
 * Of deposits of people in listed coins that are about to be credited, those that must not be: a rule holds them back.
 * Their cases are open and their people asked when it resolves, in the transaction of `db`, which also has to write
 * `held`. A deposit whose case a person cleared is not held again.
 */
export async function holdDeposits(db: Database, ids: readonly string[], now: number): Promise<Set<string>> {
  const held = new Set<string>();
  if (ids.length === 0) return held;
  for (const row of await judge(db, ids, now)) {
    if (row.case_state === 'cleared') continue;
    if (row.case_state === null) {
      if (row.rule === null) continue;
      const { units } = toLedger({ scale: row.scale, chainScale: row.chain_scale }, BigInt(row.amount));
      await openCase(db, {
        userId: row.user_id,
        rule: row.rule,
        object: 'deposit',
        objectId: row.id,
        amount: formatUnitsTrimmed(units, row.scale, Math.min(row.decimals, row.scale)),
        currency: row.asset,
        now,
      });
    }
    held.add(row.id);
  }
  return held;
}

/** One statement for the whole batch. Without any rate no amount is over a limit: what is unknown is locked, not asked. */
async function judge(db: Database, ids: readonly string[], now: number): Promise<Row[]> {
  const found = await sql<Row>`
    select d.id, d.user_id, d.asset, d.amount::text as amount, l.scale, c.chain_scale, a.decimals,
      case
        when exists (select from app.risk_account k where k.family = n.family and k.account = d.from_account) then 'list'
        when d.amount * r.usd >= c.risk_usd * power(10::numeric, c.chain_scale) then 'amount'
        when (
          select count(distinct p.from_account) > ${velocity.senders} from (
            select from_account, seen_at from app.deposit
            -- Anybody can make a contract that tells of payments from many: only coins that we list tell the truth.
            where user_id = d.user_id and asset is not null order by id desc limit ${depositsLookedAt}
          ) p where p.seen_at > ${new Date(now - velocity.windowMs)}
        ) then 'velocity'
      end as rule, k.state as case_state
    from app.deposit d
    join app.chain n on n.code = d.chain
    join app.chain_asset c on c.chain = d.chain and c.asset = d.asset
    join app.asset a on a.code = d.asset
    join ledger.asset l on l.id = a.ledger_id
    left join app.rate r on r.asset = d.asset
    left join app.risk_case k on k.deposit_id = d.id
    where d.id = any(${ids}::uuid[]) and d.user_id is not null
    order by d.id`.execute(db);
  return found.rows;
}
