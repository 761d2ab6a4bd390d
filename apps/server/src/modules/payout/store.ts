/** Payouts as the pipeline reads them: the row with what its chain, its asset and its bill say of it. */
import type { Account, Coin, Payment } from '@marigold/chain/port';
import type { PayoutState } from '@marigold/chain/states';
import { assert } from '@marigold/money/assert';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { accountOf, toChain } from '../chain/registry.ts';

export type Payout = {
  readonly id: string;
  readonly userId: string;
  readonly chain: string;
  readonly asset: string;
  readonly ledgerId: number;
  /** Decimals of the ledger unit, of the chain's base unit, and those that screens show at least. */
  readonly scale: number;
  readonly chainScale: number;
  readonly decimals: number;
  readonly coin: Coin;
  readonly account: Account;
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly holdId: string;
  readonly billId: string;
  readonly state: PayoutState;
  readonly reason: string | null;
  readonly txId: string | null;
  readonly height: number | null;
  readonly changedAt: number;
  readonly counterparty: string | undefined;
  readonly receivingAddress: string | undefined;
};

type Row = {
  id: string;
  user_id: string;
  chain: string;
  asset: string;
  ledger_id: number;
  scale: number;
  chain_scale: number;
  decimals: number;
  contract: Buffer | null;
  account: Buffer;
  units: string;
  fee_units: string;
  hold_id: string;
  bill_id: string;
  state: PayoutState;
  reason: string | null;
  tx_id: string | null;
  height: bigint | null;
  changed_at: number;
  counterparty: string | null;
  receiving_address: string | null;
};

/** Locks the row of one payout until the transaction ends. */
export async function lockPayout(db: Database, id: string): Promise<Payout | undefined> {
  return (await select(db, sql`p.id = ${id} for update of p`))[0];
}

/** Payouts by a condition on p (app.payout), with whatever order, limit and lock it carries. */
export async function selectPayouts(db: Database, where: RawBuilder<unknown>): Promise<Payout[]> {
  return await select(db, where);
}

async function select(db: Database, where: RawBuilder<unknown>): Promise<Payout[]> {
  const found = await sql<Row>`
    select p.id, p.user_id, p.chain, p.asset, a.ledger_id, l.scale, c.chain_scale, a.decimals, c.contract, p.account,
      p.units, p.fee_units, p.hold_id, p.bill_id, p.state, p.reason, p.tx_id, p.height, p.changed_at, b.counterparty,
      b.receiving_address
    from app.payout p
    join app.chain_asset c on c.chain = p.chain and c.asset = p.asset
    join app.asset a on a.code = p.asset
    join ledger.asset l on l.id = a.ledger_id
    join app.bill b on b.id = p.bill_id
    where ${where}`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    chain: row.chain,
    asset: row.asset,
    ledgerId: row.ledger_id,
    scale: row.scale,
    chainScale: row.chain_scale,
    decimals: row.decimals,
    coin: row.contract === null ? 'native' : accountOf(row.contract),
    account: accountOf(row.account),
    units: BigInt(row.units),
    feeUnits: BigInt(row.fee_units),
    holdId: row.hold_id,
    billId: row.bill_id,
    state: row.state,
    reason: row.reason,
    txId: row.tx_id,
    height: row.height === null ? null : Number(row.height),
    changedAt: row.changed_at,
    counterparty: row.counterparty ?? undefined,
    receivingAddress: row.receiving_address ?? undefined,
  }));
}

/** Whether it has a nonce: it may be signed at any moment then, and only its replacement takes it back. */
export async function hasSlot(db: Database, payoutId: string): Promise<boolean> {
  const found = await sql`select 1 from app.slot where payout_id = ${payoutId}`.execute(db);
  return found.rows.length > 0;
}

/** What the recipient gets, as the signer understands it. */
export function paymentOf(payout: Payout): Payment {
  const amount = toChain(payout, payout.units - payout.feeUnits);
  assert(amount !== undefined, `the chain can move what payout ${payout.id} pays`);
  return { coin: payout.coin, to: payout.account, amount };
}
