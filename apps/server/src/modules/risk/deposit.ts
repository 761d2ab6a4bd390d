/** The rules for what comes in: asked for a whole batch right before it would be credited. */
import { toChainUnits } from '@marigold/chain/units';

import type { Database } from '../../platform/database/database.ts';
import { sayUnits } from '../asset/asset.ts';
import { toLedger } from '../chain/registry.ts';
import { openCase } from './case.ts';
import type { DepositFacts } from './facts.ts';
import { judgeDeposits } from './store.ts';

/**
 * Of deposits of people in listed coins that are about to be credited, those that must not be: a rule holds them back.
 * Their cases are open and their people asked when it resolves, in the transaction of `db`, which also has to write
 * `held`. A deposit whose case a person cleared is not held again.
 */
export async function holdDeposits(
  db: Database,
  facts: DepositFacts,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> {
  const held = new Set<string>();
  if (ids.length === 0) return held;
  for (const row of await judgeDeposits(db, facts, ids, now)) {
    if (row.case_state === 'cleared') continue;
    if (row.case_state === null) {
      if (row.rule === null) continue;
      const { units } = toLedger(
        { scale: row.scale, chainScale: row.chain_scale },
        toChainUnits(BigInt(row.amount)),
      );
      await openCase(db, {
        userId: row.user_id,
        rule: row.rule,
        object: 'deposit',
        objectId: row.id,
        amount: sayUnits(row, units),
        currency: row.asset,
        now,
      });
    }
    held.add(row.id);
  }
  return held;
}
