/** What a block shows us for the first time, or again. */
import type { Account } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { changeBills } from '../../bill/record.ts';
import type { ChainRow } from '../../chain/registry.ts';
import { accountOf } from '../../chain/registry.ts';
import type { rowsOf } from '../../chain/watch/store.ts';

type TransferRow = ReturnType<typeof rowsOf>[number];

/** A transfer with what we know of it. */
export type Seen = TransferRow & {
  readonly user_id: string | null;
  readonly asset: string | null;
  readonly to_account: Buffer;
  /** Why nobody is credited for it: its coin or its address is nobody's, or it was paid from where only we can pay. */
  readonly is_aside: boolean;
  /** It was in a block before. */
  readonly deposit_id: string | null;
  readonly bill_id: string | null;
  readonly was_orphaned: boolean;
  readonly was_credited: boolean;
};

/** In the order in which they are credited; without what our own top-ups and sweeps move. */
export async function match(
  db: Database,
  chain: ChainRow,
  rows: readonly TransferRow[],
): Promise<readonly Seen[]> {
  const found = await sql<Seen>`
    select t.block_hash, t.height, t.tx_id, t.position, t.contract, t.address_id, t.from_account, t.amount::text as amount,
      a.user_id, c.asset, a.account as to_account,
      -- Nobody but us can pay from there: whoever did has our key, or our memory was lost.
      c.asset is null or (a.purpose = 'deposit' and a.user_id is null) or (o.id is not null and s.nonce is null)
        as is_aside,
      d.id as deposit_id, d.bill_id, coalesce(d.state = 'orphaned', false) as was_orphaned,
      coalesce(d.turns > 0, false) as was_credited
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(block_hash text, height integer, tx_id text,
      position integer, contract text, address_id integer, from_account text, amount numeric)
    join app.chain_address a on a.id = t.address_id
    left join app.chain_asset c on c.chain = ${chain.code} and c.contract is not distinct from decode(t.contract, 'hex')
    left join app.chain_address o on o.family = ${chain.family} and o.account = decode(t.from_account, 'hex')
    left join app.slot_attempt x on x.chain = ${chain.code} and x.tx_id = t.tx_id
    left join app.slot s on s.chain = x.chain and s.account = x.account and s.nonce = x.nonce
    left join app.deposit d on d.chain = ${chain.code} and d.tx_id = t.tx_id and d.position = t.position
      and d.address_id = t.address_id and d.amount = t.amount
      and d.contract is not distinct from decode(t.contract, 'hex')
    where s.purpose is null or s.purpose = 'payout'
    order by t.height, t.tx_id, t.position`.execute(db);
  return found.rows;
}

/**
 * What was in another block, or is read again, stands in this one now. Whose it is and in which coin was said when it came
 * first: an address that was given, or a coin that was listed, since then makes it nobody's credit.
 */
export async function reinclude(db: Database, seen: readonly Seen[], now: number): Promise<void> {
  const known = seen.filter(({ deposit_id }) => deposit_id !== null);
  if (known.length === 0) return;
  const rows = known.map(({ deposit_id: id, height, block_hash, is_aside }) => ({
    id,
    height,
    block_hash,
    state: is_aside ? 'unsupported' : 'confirming',
  }));
  await sql`
    update app.deposit d set height = row.height, block_hash = row.block_hash,
      state = case when d.state <> 'orphaned' then d.state
        when d.asset is null or (d.user_id is null and a.purpose = 'deposit') then 'unsupported' else row.state end,
      finished_at = case when d.state = 'orphaned' then null else d.finished_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, height bigint, block_hash text, state text),
      app.chain_address a
    where d.id = row.id and a.id = d.address_id`.execute(db);
  await changeBills(
    db,
    known.flatMap(({ bill_id: billId, was_orphaned, was_credited }) =>
      billId === null || !was_orphaned || was_credited
        ? []
        : [{ billId, statuses: ['confirming'] as const, now }],
    ),
  );
}

/** A deposit that is not written yet. */
export type Coming = {
  readonly id: string;
  readonly seen: Seen;
  readonly userId: string | null;
  readonly asset: string | null;
  readonly from: Account;
  readonly to: Account;
  readonly amount: bigint;
  readonly state: 'confirming' | 'unsupported';
};

export function comingOf(seen: Seen): Coming {
  return {
    id: newId(),
    seen,
    userId: seen.user_id,
    asset: seen.asset,
    from: `0x${seen.from_account}`,
    to: accountOf(seen.to_account),
    amount: BigInt(seen.amount),
    state: seen.is_aside ? 'unsupported' : 'confirming',
  };
}

/** Writes deposits with the bills that were foretold for some of them. */
export async function insertDeposits(
  db: Database,
  chain: ChainRow,
  coming: readonly Coming[],
  bills: ReadonlyMap<string, string>,
  now: number,
): Promise<void> {
  if (coming.length === 0) return;
  const rows = coming.map(({ id, seen, userId, asset, state }) => ({
    id,
    tx_id: seen.tx_id,
    position: seen.position,
    address_id: seen.address_id,
    user_id: userId,
    asset,
    contract: seen.contract,
    from_account: seen.from_account,
    amount: seen.amount,
    state,
    height: seen.height,
    block_hash: seen.block_hash,
    bill_id: bills.get(id) ?? null,
  }));
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, contract, from_account, amount, state,
      height, block_hash, bill_id, seen_at)
    select id, ${chain.code}, tx_id, position, address_id, user_id, asset, decode(contract, 'hex'),
      decode(from_account, 'hex'), amount, state, height, block_hash, bill_id, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, tx_id text, position integer,
      address_id bigint, user_id uuid, asset text, contract text, from_account text, amount numeric, state text,
      height bigint, block_hash text, bill_id uuid)`.execute(db);
}
