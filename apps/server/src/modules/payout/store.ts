/** SQL of payouts and their steps: the row with what its chain, its asset and its bill say of it. */
import type { ChainAccount, ChainCode, Coin, Hash, ChainPayment } from '@marigold/chain/port';
import type { PayoutState } from '@marigold/chain/states';
import { payoutStates } from '@marigold/chain/states';
import { assert } from '@marigold/money/assert';
import { assertBegins, assertPath, isFinal } from '@marigold/money/states';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { joinBill } from '../bill/views.ts';
import { accountOf, bytesOf, toChain } from '../chain/registry.ts';
import { haltedAssetsOf, joinCursor } from '../chain/views.ts';

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
  readonly account: ChainAccount;
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

export async function findPayout(db: Database, id: string): Promise<Payout | undefined> {
  return (await select(db, sql`p.id = ${id}`))[0];
}

/** Locks the row of one payout until the transaction ends. */
export async function lockPayout(db: Database, id: string): Promise<Payout | undefined> {
  return (await select(db, sql`p.id = ${id} for update of p`))[0];
}

export async function listPayoutsById(db: Database, ids: readonly string[]): Promise<Payout[]> {
  return await select(db, sql`p.id = any(${ids}::uuid[])`);
}

/** The oldest that waits for a nonce, of an asset that is not blocked. */
export async function findOldestWaiting(
  db: Database,
  chain: ChainCode,
  blocked: ReadonlySet<string>,
): Promise<Payout | undefined> {
  const found = await select(
    db,
    sql`p.chain = ${chain} and p.state in ('waiting', 'no-liquidity') and p.asset <> all(${[...blocked]}::text[])
      and not exists (select from app.slot s where s.payout_id = p.id)
      order by p.id limit 1`,
  );
  return found[0];
}

/**
 * Locks every payout that has no nonce and may still get one: all of them, because one that were left out could be paid a
 * second time. Each holds money of a person, and how many a person orders in a day is limited (`paymentLimits`).
 */
export async function lockWithoutNonce(db: Database): Promise<Payout[]> {
  return await select(
    db,
    sql`p.state in ('waiting', 'no-liquidity', 'review')
      and not exists (select from app.slot s where s.payout_id = p.id) order by p.id for update of p`,
  );
}

/** Payouts by a condition on p (app.payout), with whatever order, limit and lock it carries. */
async function select(db: Database, where: RawBuilder<unknown>): Promise<Payout[]> {
  const found = await sql<Row>`
    select p.id, p.user_id, p.chain, p.asset, a.ledger_id, l.scale, c.chain_scale, a.decimals, c.contract, p.account,
      p.units, p.fee_units, p.hold_id, p.bill_id, p.state, p.reason, p.tx_id, p.height, p.changed_at, b.counterparty,
      b.receiving_address
    from app.payout p
    join app.chain_asset c on c.chain = p.chain and c.asset = p.asset
    join app.asset a on a.code = p.asset
    join ledger.asset l on l.id = a.ledger_id
    ${joinBill(sql`p.bill_id`)}
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

export type NewPayout = {
  readonly id: string;
  readonly userId: string;
  readonly chain: ChainCode;
  readonly asset: string;
  readonly account: ChainAccount;
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly usd: string | undefined;
  readonly note: string | undefined;
  readonly quoteId: string;
  readonly holdId: string;
  readonly billId: string;
  readonly challengeId: string | undefined;
  /** Every state it went through in this transaction; the last one is its own. */
  readonly states: readonly [PayoutState, ...PayoutState[]];
  readonly now: number;
};

export async function insertPayout(db: Database, payout: NewPayout): Promise<void> {
  const { states } = payout;
  const state = assertBegins(payoutStates, states);
  const at = new Date(payout.now);
  await sql`
    insert into app.payout (id, user_id, chain, asset, account, units, fee_units, usd, note, quote_id, hold_id, bill_id,
      challenge_id, state, created_at, changed_at)
    values (${payout.id}, ${payout.userId}, ${payout.chain}, ${payout.asset},
      ${bytesOf(payout.account)}, ${String(payout.units)}, ${String(payout.feeUnits)}, ${payout.usd ?? null},
      ${payout.note ?? null}, ${payout.quoteId}, ${payout.holdId}, ${payout.billId}, ${payout.challengeId ?? null},
      ${state}, ${at}, ${at})`.execute(db);
  await sql`
    insert into app.payout_step (payout_id, line, state, at)
    select ${payout.id}, line, state, ${at}
    from unnest(${states}::text[]) with ordinality as step(state, line)`.execute(db);
}

export type NewState = {
  /** Every state it goes through now, in order. */
  readonly states: readonly [PayoutState, ...PayoutState[]];
  readonly reason: string | undefined;
  readonly now: number;
};

/** Only for change.ts, whose callers have locked the row. Answers the state it is in now. */
export async function updatePayoutState(
  db: Database,
  { id, state: from }: Pick<Payout, 'id' | 'state'>,
  { states, reason, now }: NewState,
): Promise<PayoutState> {
  const to = assertPath(payoutStates, [from, ...states]);
  const at = new Date(now);
  const written = await sql`
    update app.payout set state = ${to}, reason = ${reason ?? null}, changed_at = ${at},
      finished_at = ${isFinal(payoutStates, to) ? at : null}
    where id = ${id} and state = ${from}`.execute(db);
  assert(written.numAffectedRows === 1n, `the payout ${id} was ${from} as it was read`);
  await sql`
    insert into app.payout_step (payout_id, line, state, at)
    select ${id}, (select coalesce(max(line), 0) from app.payout_step where payout_id = ${id}) + line,
      state, ${at}
    from unnest(${states}::text[]) with ordinality as step(state, line)`.execute(db);
  return to;
}

/** How often it has come to a state. */
export async function countSteps(db: Database, id: string, state: PayoutState): Promise<number | undefined> {
  const found = await sql<{ times: number }>`
    select count(*)::int as times from app.payout_step
    where payout_id = ${id} and state = ${state}`.execute(db);
  return found.rows[0]?.times;
}

/** Whether it was completed before: a reorganisation may complete a payout twice. */
export async function hasCompleted(db: Database, id: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.payout_step where payout_id = ${id} and state = 'completed' limit 1`.execute(db);
  return found.rows.length > 0;
}

export async function updateReason(db: Database, id: string, reason: string): Promise<void> {
  const written = await sql`update app.payout set reason = ${reason} where id = ${id}`.execute(db);
  assertOne(written.numAffectedRows);
}

/** What of its fee stays for the gas that a failure took. */
export async function updateRetained(db: Database, id: string, units: bigint): Promise<void> {
  const written = await sql`
    update app.payout set kept_units = ${String(units)} where id = ${id}`.execute(db);
  assertOne(written.numAffectedRows);
}

/** Its newest transaction, which is in no block yet. */
export async function updateTransaction(db: Database, id: string, txId: Hash): Promise<void> {
  const written = await sql`
    update app.payout set tx_id = ${txId}, height = null where id = ${id}`.execute(db);
  assertOne(written.numAffectedRows);
}

/** Where it stands on the chain; without a reason the one that it has stays. */
export async function updateStanding(
  db: Database,
  id: string,
  standing: {
    readonly txId: Hash | null;
    readonly height: number | null;
    readonly reason: string | undefined;
  },
): Promise<void> {
  const written = await sql`
    update app.payout set tx_id = ${standing.txId}, height = ${standing.height}, reason = coalesce(${standing.reason ?? null}, reason)
    where id = ${id}`.execute(db);
  assertOne(written.numAffectedRows);
}

/** The caller has read the row, mostly under its lock: an UPDATE that finds none would forget what it should keep. */
function assertOne(rows: bigint | undefined): void {
  assert(rows === 1n, 'a payout that changes is there');
}

/** What the recipient gets, as the signer understands it. */
export function paymentOf(payout: Payout): ChainPayment {
  const amount = toChain(payout, payout.units - payout.feeUnits);
  assert(amount !== undefined, `the chain can move what payout ${payout.id} pays`);
  return { coin: payout.coin, to: payout.account, amount };
}

export type PayoutQuote = {
  readonly id: string;
  readonly userId: string;
  readonly chain: ChainCode;
  readonly asset: string;
  readonly account: ChainAccount;
  /** In ledger units: what is debited, and the part of it that does not arrive. */
  readonly units: bigint;
  readonly feeUnits: bigint;
  /** Whose deposit address it is: then it moves inside Marigold. */
  readonly internalUserId: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
};

export type QuoteRow = PayoutQuote & { readonly usedAt: number | null };

export async function insertQuote(db: Database, quote: PayoutQuote): Promise<void> {
  await sql`
    insert into app.payout_quote (id, user_id, chain, asset, account, units, fee_units, internal_user_id, created_at,
      expires_at)
    values (${quote.id}, ${quote.userId}, ${quote.chain}, ${quote.asset}, ${bytesOf(quote.account)},
      ${String(quote.units)}, ${String(quote.feeUnits)}, ${quote.internalUserId ?? null},
      ${new Date(quote.createdAt)}, ${new Date(quote.expiresAt)})`.execute(db);
}

/** One of a person, used and expired ones too. */
export async function findQuoteRow(
  db: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<QuoteRow | undefined> {
  const found = await sql<{
    chain: string;
    asset: string;
    account: Buffer;
    units: string;
    fee_units: string;
    internal_user_id: string | null;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  }>`
    select chain, asset, account, units, fee_units, internal_user_id, created_at, expires_at, used_at
    from app.payout_quote where id = ${id} and user_id = ${userId}`.execute(db);
  const row = found.rows[0];
  return (
    row && {
      id,
      userId,
      chain: row.chain,
      asset: row.asset,
      account: accountOf(row.account),
      units: BigInt(row.units),
      feeUnits: BigInt(row.fee_units),
      internalUserId: row.internal_user_id ?? undefined,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    }
  );
}

export async function updateQuoteUntil(db: Database, id: string, until: number): Promise<void> {
  await sql`
    update app.payout_quote set expires_at = greatest(expires_at, ${new Date(until)})
    where id = ${id} and used_at is null`.execute(db);
}

/** False: it was used already. */
export async function updateQuoteUsed(db: Database, id: string, now: number): Promise<boolean> {
  const used = await sql`
    update app.payout_quote set used_at = ${new Date(now)} where id = ${id} and used_at is null`.execute(db);
  return used.numAffectedRows === 1n;
}

type ChainFactsRow = {
  network_id: string | null;
  genesis: string | null;
  is_halted: boolean;
  confirmations: number;
  ledger_kind: string;
  native_asset: string;
  native_ledger_id: number;
  native_scale: number;
  native_chain_scale: number;
  halted_assets: string[];
};

/** What the pipeline goes by of a chain and its own coin, closed ones too: what was ordered is brought to its end. */
export async function getChainFacts(db: Database, code: ChainCode): Promise<ChainFactsRow> {
  const found = await sql<ChainFactsRow>`
    select c.network_id, c.genesis, n.confirmations, n.ledger_kind, o.asset as native_asset,
      a.ledger_id as native_ledger_id, l.scale as native_scale, o.chain_scale as native_chain_scale,
      c.halted_at is not null or exists (select from ledger.halt where resumed_at is null) as is_halted,
      ${haltedAssetsOf(sql`n.code`)} as halted_assets
    from app.chain n
    join app.chain_asset o on o.chain = n.code and o.contract is null
    join app.asset a on a.code = o.asset
    join ledger.asset l on l.id = a.ledger_id
    ${joinCursor(sql`n.code`)}
    where n.code = ${code}`.execute(db);
  const row = found.rows[0];
  assert(row !== undefined, `the chain ${code} and its own coin are listed`);
  return row;
}
