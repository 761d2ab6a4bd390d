/** SQL of what persons decide about payouts. */
import type { ChainCode } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { joinDecidedCase } from '../../risk/views.ts';

export type DecidedPayout = { readonly payoutId: string; readonly state: 'cleared' | 'refused' };

/** Payouts in review whose case was decided, but for those that are held for another reason. */
export async function listDecided(
  db: Database,
  chain: ChainCode,
  { heldReasons, count }: { readonly heldReasons: readonly string[]; readonly count: number },
): Promise<DecidedPayout[]> {
  const found = await sql<{ payout_id: string; state: DecidedPayout['state'] }>`
    select k.payout_id, k.state from app.payout p
    ${joinDecidedCase(sql`p.id`)}
    where p.chain = ${chain} and p.state = 'review'
      and coalesce(p.reason, '') <> all(${[...heldReasons]}::text[])
    order by p.id limit ${count}`.execute(db);
  return found.rows.map(({ payout_id: payoutId, state }) => ({ payoutId, state }));
}
