/** SQL of sweeps: what is moved from deposit addresses to the account that pays. */
import type { ChainAccount, ChainCode, Coin } from '@marigold/chain/port';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';
import { before } from '@marigold/money/states';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { accountOf, bytesOf } from '../../chain/registry.ts';
import { sumFinalByAddress } from '../../deposit/views.ts';
import type { SweepState } from './states.ts';
import { sweepStates } from './states.ts';

export type Sweep = {
  readonly id: string;
  readonly asset: string;
  readonly coin: Coin;
  /** The deposit address, and its index below the extended public key. */
  readonly account: ChainAccount;
  readonly index: number;
  /** Where it goes. */
  readonly hot: ChainAccount;
  readonly amount: ChainUnits;
  /** Sent ahead for gas. */
  readonly gasAmount: ChainUnits | null;
  /** As much of it as may still leave the chain for a while. */
  readonly gasNotFinal: ChainUnits;
  readonly state: SweepState;
};

type SweepRow = {
  id: string;
  asset: string;
  contract: Buffer | null;
  account: Buffer;
  path_index: number;
  hot_account: Buffer;
  amount: string;
  gas_amount: string | null;
  gas_not_final: string;
  state: SweepState;
};

/** Sweeps by a condition on w (app.sweep), with whatever order and limit it carries. */
async function select(db: Database, where: RawBuilder<unknown>): Promise<Sweep[]> {
  const found = await sql<SweepRow>`
    select w.id, w.asset, c.contract, d.account, d.path_index, w.hot_account, w.amount, w.gas_amount, w.state,
      case when exists (select from app.slot s
        where s.sweep_id = w.id and s.purpose = 'topup' and s.state <> 'final')
        then coalesce(w.gas_amount, 0) else 0 end as gas_not_final
    from app.sweep w
    join app.chain_asset c on c.chain = w.chain and c.asset = w.asset
    join app.chain_address d on d.id = w.address_id
    where ${where}`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    asset: row.asset,
    coin: row.contract === null ? 'native' : accountOf(row.contract),
    account: accountOf(row.account),
    index: row.path_index,
    hot: accountOf(row.hot_account),
    amount: toChainUnits(BigInt(row.amount)),
    gasAmount: row.gas_amount === null ? null : toChainUnits(BigInt(row.gas_amount)),
    gasNotFinal: toChainUnits(BigInt(row.gas_not_final)),
    state: row.state,
  }));
}

export async function listSweepsById(db: Database, ids: readonly string[]): Promise<Sweep[]> {
  return await select(db, sql`w.id = any(${ids}::uuid[])`);
}

/** The next planned sweeps behind one, of assets that are not halted, in the order of their ids. */
export async function listNotStarted(
  db: Database,
  chain: ChainCode,
  rest: { readonly haltedAssets: ReadonlySet<string>; readonly behind: string; readonly count: number },
): Promise<Sweep[]> {
  return await select(
    db,
    sql`w.chain = ${chain} and w.state in ('planned', 'fuelling', 'fuelled')
      and w.asset <> all(${[...rest.haltedAssets]}::text[]) and w.id > ${rest.behind} order by w.id limit ${rest.count}`,
  );
}

export type NewSweep = {
  readonly chain: ChainCode;
  readonly asset: string;
  readonly addressId: bigint;
  readonly hot: ChainAccount;
  readonly amount: ChainUnits;
  readonly now: number;
};

/** Does nothing while another sweep of the same goes on. */
export async function insertSweep(db: Database, sweep: NewSweep): Promise<void> {
  const { chain, asset, addressId, hot, amount, now } = sweep;
  await sql`
    insert into app.sweep (id, chain, asset, address_id, hot_account, amount, state, created_at)
    values (${newRowId()}, ${chain}, ${asset}, ${addressId}, ${bytesOf(hot)}, ${String(amount)}, 'planned',
      ${new Date(now)})
    on conflict (chain, asset, address_id) where finished_at is null do nothing`.execute(db);
}

/** True once the gas that was sent ahead is in a block; a reorganisation only makes the sweep wait for it again. */
export async function updateFuelled(db: Database, id: string): Promise<boolean> {
  const found = await sql`
    update app.sweep w set state = 'fuelled'
    from app.slot s
    where w.id = ${id} and w.state = any(${before(sweepStates, 'fuelled')}::text[]) and s.sweep_id = w.id and s.purpose = 'topup' and s.mined_line is not null
    returning w.id`.execute(db);
  return found.rows.length > 0;
}

/** False: it was started already. */
export async function updateSweeping(db: Database, id: string): Promise<boolean> {
  const done = await sql`
    update app.sweep set state = 'sweeping'
    where id = ${id} and state = any(${before(sweepStates, 'sweeping')}::text[]) returning id`.execute(db);
  return done.rows.length > 0;
}

/** False: gas was sent ahead already. */
export async function updateFuelling(db: Database, id: string, gasAmount: ChainUnits): Promise<boolean> {
  const done = await sql`
    update app.sweep set state = 'fuelling', gas_amount = ${String(gasAmount)}
    where id = ${id} and state = any(${before(sweepStates, 'fuelling')}::text[]) returning id`.execute(db);
  return done.rows.length > 0;
}

/** Nothing where it is over already: a top-up may fail at last after its sweep has. */
export async function updateFinished(
  db: Database,
  id: string,
  end: { readonly isDone: boolean; readonly now: number },
): Promise<void> {
  const to = end.isDone ? 'done' : 'failed';
  await sql`
    update app.sweep set state = ${to}, finished_at = ${new Date(end.now)}
    where id = ${id} and state = any(${before(sweepStates, to)}::text[])`.execute(db);
}

/** How far was looked: the next pass goes on behind this asset, by its position, of this address. */
export type SweepCursor = { readonly addressId: bigint; readonly position: number };

export type Candidate = SweepCursor & {
  readonly account: ChainAccount;
  readonly asset: string;
  readonly coin: Coin;
  /** What makes it worth the gas, and what came there final but is nobody's yet. */
  readonly least: ChainUnits;
  readonly uncredited: ChainUnits;
};

type CandidateRow = {
  address_id: bigint;
  position: number;
  account: Buffer;
  asset: string;
  contract: Buffer | null;
  least: string;
  uncredited: string;
};

/** Where enough is credited and final that was not moved before, at addresses without a sweep that goes on. */
export async function listCandidates(
  db: Database,
  chain: ChainCode,
  rest: {
    readonly finalizedHeight: number;
    readonly haltedAssets: ReadonlySet<string>;
    readonly behind: SweepCursor;
    readonly count: number;
  },
): Promise<Candidate[]> {
  const { finalizedHeight, haltedAssets, behind, count } = rest;
  const found = await sql<CandidateRow>`
    with held as (
      ${sumFinalByAddress(chain, { height: finalizedHeight, haltedAssets })}
    ), swept as (
      select address_id, asset, sum(amount) as amount from app.sweep
      where chain = ${chain} and state = 'done' group by address_id, asset
    )
    select h.address_id, c.position, a.account, h.asset, c.contract, m.least, h.uncredited
    from held h
    join app.chain_address a on a.id = h.address_id and a.purpose = 'deposit'
    join app.chain_asset c on c.chain = ${chain} and c.asset = h.asset
    join app.asset n on n.code = h.asset
    join ledger.asset l on l.id = n.ledger_id
    cross join lateral (select ceil(c.sweep_min * power(10::numeric, c.chain_scale - l.scale)) as least) m
    left join swept s on s.address_id = h.address_id and s.asset = h.asset
    where h.credited - coalesce(s.amount, 0) >= m.least
      and (h.address_id, c.position) > (${behind.addressId}, ${behind.position})
      and not exists (select from app.sweep w
        where w.chain = ${chain} and w.address_id = h.address_id and w.finished_at is null)
      and not exists (select from app.lane p
        where p.chain = ${chain} and p.account = a.account and p.paused_at is not null)
    order by h.address_id, c.position limit ${count}`.execute(db);
  return found.rows.map((row) => ({
    addressId: row.address_id,
    position: row.position,
    account: accountOf(row.account),
    asset: row.asset,
    coin: row.contract === null ? 'native' : accountOf(row.contract),
    least: toChainUnits(BigInt(row.least)),
    uncredited: BigInt(row.uncredited) as ChainUnits,
  }));
}
