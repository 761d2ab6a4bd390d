/** Finds deposit addresses that are worth emptying, and writes down what is to be moved before anything is signed. */
import type { Account, ChainUnits, Coin } from '@marigold/chain/port';
import { sql } from 'kysely';

import { newId } from '../../platform/ids.ts';
import { accountOf, bytesOf } from '../chain/registry.ts';
import type { Context, View } from './context.ts';
import { costOf } from './liquidity.ts';

/** Each costs a few questions to the node; the next pass looks at those behind them. */
const lookedAtOnce = 20;
/** Of a native sweep so many times its present cost stays behind, so that a replacement can be paid too. */
const gasKept = 2n;

/** How far was looked: the next pass goes on behind this asset, by its position, of this address. */
export type SweepPlace = { readonly addressId: bigint; readonly position: number };
/** Before the first. */
export const sweepStart: SweepPlace = { addressId: 0n, position: 0 };

type Candidate = SweepPlace & {
  readonly account: Account;
  readonly asset: string;
  readonly coin: Coin;
  /** What makes it worth the gas, and what came there final but is nobody's yet. */
  readonly least: ChainUnits;
  readonly uncredited: ChainUnits;
};

/**
 * Looks at the next few addresses behind a place and answers where to go on, so that those which cannot be moved now keep
 * nobody waiting for long. Throws ChainUnavailable.
 */
export async function planSweeps(
  context: Context,
  view: View,
  hot: Account,
  behind: SweepPlace,
): Promise<SweepPlace> {
  const { db, code, crash } = context;
  const candidates = await listCandidates(context, view, behind);
  const planned = new Set<bigint>();
  for (const one of candidates) {
    if (planned.has(one.addressId)) continue;
    const amount = await movable(context, view, one, hot);
    if (amount < one.least) continue;
    await sql`
      insert into app.sweep (id, chain, asset, address_id, hot_account, amount, state, created_at)
      values (${newId()}, ${code}, ${one.asset}, ${one.addressId}, ${bytesOf(hot)}, ${String(amount)}, 'planned',
        ${new Date(view.now)})
      on conflict (chain, asset, address_id) where finished_at is null do nothing`.execute(db);
    planned.add(one.addressId);
    await crash('payout.after-plan-commit');
  }
  const last = candidates.at(-1);
  return last === undefined || candidates.length < lookedAtOnce ? sweepStart : last;
}

/** What the chain holds there for good, without what is not credited and without the gas of its own way. */
async function movable(
  { chain }: Context,
  { head, finalized }: View,
  { account, coin, uncredited }: Candidate,
  hot: Account,
): Promise<ChainUnits> {
  const forGood = await chain.balance(account, coin, finalized);
  const now = await chain.balance(account, coin, head);
  const amount = (forGood < now ? forGood : now) - uncredited;
  if (coin !== 'native' || amount <= 0n) return amount;
  return amount - costOf(await chain.feeFor(account, { coin, to: hot, amount })) * gasKept;
}

/** Where enough is credited and final that was not moved before, at addresses without a sweep that goes on. */
async function listCandidates(
  { db, code }: Context,
  view: View,
  { addressId, position }: SweepPlace,
): Promise<Candidate[]> {
  const found = await sql<{
    address_id: bigint;
    position: number;
    account: Buffer;
    asset: string;
    contract: Buffer | null;
    least: string;
    uncredited: string;
  }>`
    with held as (
      select d.address_id, d.asset,
        sum(d.amount) filter (where d.state in ('can-trade', 'success', 'recovered')) as credited,
        coalesce(sum(d.amount) filter (where d.state not in ('can-trade', 'success', 'recovered')), 0) as uncredited
      from app.deposit d
      where d.chain = ${code} and d.height <= ${view.finalized.height} and d.asset is not null
        and d.asset <> all(${[...view.haltedAssets]}::text[])
      group by d.address_id, d.asset
    ), swept as (
      select address_id, asset, sum(amount) as amount from app.sweep
      where chain = ${code} and state = 'done' group by address_id, asset
    )
    select h.address_id, c.position, a.account, h.asset, c.contract, m.least, h.uncredited
    from held h
    join app.chain_address a on a.id = h.address_id and a.purpose = 'deposit'
    join app.chain_asset c on c.chain = ${code} and c.asset = h.asset
    join app.asset n on n.code = h.asset
    join ledger.asset l on l.id = n.ledger_id
    cross join lateral (select ceil(c.sweep_min * power(10::numeric, c.chain_scale - l.scale)) as least) m
    left join swept s on s.address_id = h.address_id and s.asset = h.asset
    where h.credited - coalesce(s.amount, 0) >= m.least
      and (h.address_id, c.position) > (${addressId}, ${position})
      and not exists (select from app.sweep w
        where w.chain = ${code} and w.address_id = h.address_id and w.finished_at is null)
      and not exists (select from app.lane p
        where p.chain = ${code} and p.account = a.account and p.paused_at is not null)
    order by h.address_id, c.position limit ${lookedAtOnce}`.execute(db);
  return found.rows.map((row) => ({
    addressId: row.address_id,
    position: row.position,
    account: accountOf(row.account),
    asset: row.asset,
    coin: row.contract === null ? 'native' : accountOf(row.contract),
    least: BigInt(row.least),
    uncredited: BigInt(row.uncredited),
  }));
}
