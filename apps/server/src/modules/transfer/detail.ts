/** How far an on-chain transfer is, and taking it back while nothing is signed. */
import { writeAccount } from '@marigold/chain/account';
import type { PayoutState } from '@marigold/chain/states';
import { confirmationsOf, mayTakeBack } from '@marigold/chain/states';
import { Refusal } from '@marigold/contract/endpoint';
import { Halted } from '@marigold/ledger/errors';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/transport-error.ts';
import { accountOf, explorerPage } from '../chain/registry.ts';
import { cancelWaiting } from '../payout/cancel.ts';
import { closeCase } from '../risk/decide.ts';

const stepsMax = 50;

type Row = {
  id: string;
  bill_id: string;
  state: PayoutState;
  reason: string | null;
  chain: string;
  family: 'evm' | 'tron';
  asset: string;
  scale: number;
  account: Buffer;
  units: string;
  fee_units: string;
  tx_id: string | null;
  height: bigint | null;
  head: bigint | null;
  confirmations: number;
  explorer_transaction: string | null;
  minutes: number;
  has_slot: boolean;
  risk_id: string | null;
};

type Asked = { readonly billId: string; readonly userId: string; readonly now: number };

/** By the bill it is shown as; a missing one, a foreign one and a bill of another kind are the same 404. */
async function findPayout(db: Database, { billId, userId, now }: Asked): Promise<Row> {
  const found = await sql<Row>`
    select p.id, p.bill_id, p.state, p.reason, p.chain, n.family, p.asset, l.scale, p.account, p.units, p.fee_units, p.tx_id,
      p.height, u.height as head, n.confirmations, n.explorer_transaction, c.minutes,
      exists (select from app.slot where payout_id = p.id) as has_slot,
      (select k.id from app.risk_case k
       where k.payout_id = p.id and k.state = 'open' and (k.deadline is null or k.deadline > ${new Date(now)})) as risk_id
    from app.payout p
    join app.chain n on n.code = p.chain
    join app.chain_asset c on c.chain = p.chain and c.asset = p.asset
    join app.asset a on a.code = p.asset
    join ledger.asset l on l.id = a.ledger_id
    left join app.chain_cursor u on u.chain = p.chain
    where p.bill_id = ${billId} and p.user_id = ${userId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw notFound();
  return row;
}

export const showTransfer: Handlers['transfer/detail'] = async ({ id }, { db, session, now }) => {
  const row = await findPayout(db, { billId: id, userId: session.userId, now });
  const steps = await sql<{ state: PayoutState; at: number }>`
    select state, at from (
      select line, state, at from app.payout_step where payout_id = ${row.id} order by line desc limit ${stepsMax}
    ) newest order by line`.execute(db);
  const units = BigInt(row.units);
  const feeUnits = BigInt(row.fee_units);
  const write = (amount: bigint) => formatUnits(amount, row.scale);
  const height = row.height === null ? null : Number(row.height);
  return {
    billId: row.bill_id,
    state: row.state,
    reason: row.reason,
    currency: row.asset,
    chain: row.chain,
    address: writeAccount(accountOf(row.account), row.family),
    amount: write(units),
    fee: write(feeUnits),
    receipt: write(units - feeUnits),
    txId: row.tx_id,
    explorer: explorerPage(row.explorer_transaction, row.tx_id),
    confirmations: row.head === null ? 0 : confirmationsOf(height, Number(row.head)),
    required: row.confirmations,
    minutes: row.minutes,
    canCancel: !row.has_slot && mayTakeBack(row),
    riskId: row.risk_id,
    timeline: steps.rows.map(({ state, at }) => ({ state, time: at })),
  };
};

export const cancelTransfer: Handlers['transfer/cancel'] = async ({ id }, { db, session, now }) => {
  const { id: payoutId } = await findPayout(db, { billId: id, userId: session.userId, now });
  try {
    // The case first: whoever decides it takes the same two rows in this order.
    await closeCase(db, { payoutId, reason: 'the transfer was taken back by its owner', now });
    if (!(await cancelWaiting(db, { payoutId, now }))) return new Refusal('transfer_too_late');
  } catch (error) {
    if (error instanceof Halted) return new Refusal('money_stopped');
    throw error;
  }
  return { state: 'cancelled' };
};
