/** A database that was set back: what payouts became since their orders is forgotten, the chain and the signer know it. */
import { sql } from 'kysely';

import { addHouseAccount } from '../src/modules/chain/address/pool.ts';
import type { OrderedPayout } from './payout-books.ts';
import type { PayoutSetup } from './payout-setup.ts';

/** Holdings of the hot account, and its row, by which it is known before anything was sent. */
export async function openTreasury(setup: PayoutSetup): Promise<void> {
  const { hot } = setup.signer.known;
  await setup.fund(hot, 'ETH', 10n ** 19n);
  await setup.fund(hot, 'USDT', 10_000_000_000n);
  const now = setup.clock.now();
  await addHouseAccount(setup.db, { family: 'evm', purpose: 'hot', account: hot, now });
}

/** Back to the moment before these had a nonce; where nothing else has one, the lane is forgotten as well. */
export async function forget({ db }: PayoutSetup, ...payouts: readonly OrderedPayout[]): Promise<void> {
  for (const { id, billId } of payouts) {
    await sql`
      delete from app.slot_attempt a using app.slot s
      where s.payout_id = ${id} and a.chain = s.chain and a.account = s.account and a.nonce = s.nonce`.execute(
      db,
    );
    await sql`delete from app.slot where payout_id = ${id}`.execute(db);
    await sql`delete from app.payout_step where payout_id = ${id} and line > 1`.execute(db);
    await sql`
      update app.payout set state = 'waiting', reason = null, tx_id = null, height = null where id = ${id}`.execute(
      db,
    );
    await sql`
      delete from app.bill_step where bill_id = ${billId} and status not in ('running', 'waiting')`.execute(
      db,
    );
    await sql`update app.bill set status = 'waiting', finished_at = null where id = ${billId}`.execute(db);
  }
  await sql`
    update app.lane l set next_nonce = (
      select coalesce(max(s.nonce) + 1, 0) from app.slot s where s.chain = l.chain and s.account = l.account)`.execute(
    db,
  );
  await sql`delete from app.lane where next_nonce = 0`.execute(db);
}
