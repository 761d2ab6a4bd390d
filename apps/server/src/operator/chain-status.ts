/** What operators see of chains before they decide: how far each was read, what stopped, what waits for a person. */
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import { listWaitingCases } from '../modules/risk/read.ts';
import type { Database } from '../platform/database.ts';
import type { Outcome } from './commands.ts';
import { timeOf } from './commands.ts';
import type { ChainOf } from './hot-account.ts';
import { showHotAccounts } from './hot-account.ts';

const listedMax = 50;

export async function showChains(db: Database, now: number, chainOf: ChainOf): Promise<Outcome> {
  const hot = async (inside: Database) => await showHotAccounts(inside, chainOf);
  const parts = [cursors, halts, lanes, hot, surpluses, transfers, deposits].map(
    async (part) => await part(db),
  );
  const cases = (await listWaitingCases(db, now)).map(
    ({ id, userId, rule, state, object, other }) =>
      `case ${id}: ${object}, rule ${rule}, ${state}${other === null ? '' : `, of ${userId} with ${other}`}`,
  );
  const lines = [...(await Promise.all(parts)).flat(), ...cases.slice(0, listedMax)];
  return { isDone: true, lines: lines.length === 0 ? ['No chain was read yet.'] : lines };
}

async function cursors(db: Database): Promise<string[]> {
  const found = await sql<{
    chain: string;
    height: bigint;
    finalized_height: bigint;
    read_at: number;
    halted_reason: string | null;
    sees_inner: boolean;
  }>`select chain, height, finalized_height, read_at, halted_reason, sees_inner from app.chain_cursor order by chain`.execute(
    db,
  );
  return found.rows.map(
    ({
      chain,
      height,
      finalized_height: finalized,
      read_at: at,
      halted_reason: halted,
      sees_inner: isWhole,
    }) =>
      `${chain}: block ${height}, final ${finalized}, read ${timeOf(at)}${halted === null ? '' : `, HALTED: ${halted}`}${
        isWhole ? '' : ', PLAIN TRANSFERS ONLY: no node tells what contracts pay from within'
      }`,
  );
}

async function halts(db: Database): Promise<string[]> {
  const found = await sql<{ chain: string; asset: string; reason: string; halted_at: number }>`
    select chain, asset, reason, halted_at from app.chain_halt where resumed_at is null order by halted_at`.execute(
    db,
  );
  return found.rows.map(
    ({ chain, asset, reason, halted_at: at }) => `${asset} on ${chain} HALTED since ${timeOf(at)}: ${reason}`,
  );
}

async function lanes(db: Database): Promise<string[]> {
  const found = await sql<{
    chain: string;
    account: string;
    next_nonce: bigint;
    paused_reason: string | null;
  }>`
    select chain, '0x' || encode(account, 'hex') as account, next_nonce, paused_reason from app.lane
    where paused_at is not null order by chain, account limit ${listedMax}`.execute(db);
  return found.rows.map(
    ({ chain, account, next_nonce: nonce, paused_reason: reason }) =>
      `lane ${account} on ${chain} PAUSED at nonce ${nonce}: ${reason ?? ''}`,
  );
}

/** What lies on a chain, is in the books, and is nobody's yet. */
async function surpluses(db: Database): Promise<string[]> {
  const found = await sql<{
    id: string;
    chain: string;
    asset: string;
    units: string;
    scale: number;
    account: string | null;
    username: string | null;
    accepted_at: number;
  }>`
    select f.id, f.chain, f.asset, f.units::text as units, l.scale, '0x' || encode(w.account, 'hex') as account,
      p.username, f.accepted_at
    from app.chain_difference f
    join app.asset a on a.code = f.asset join ledger.asset l on l.id = a.ledger_id
    left join app.chain_address w on w.id = f.address_id left join app.person p on p.id = w.user_id
    where f.assigned_at is null and f.against = 'suspense' and f.units > 0
    order by f.accepted_at desc limit ${listedMax}`.execute(db);
  return found.rows.map(({ id, chain, asset, units, scale, account, username, accepted_at: at }) => {
    const whose = username === null ? '' : `, an address of ${username}`;
    const where = account === null ? 'at accounts of ours' : `at ${account}${whose}`;
    return `surplus ${id}: ${formatUnits(BigInt(units), scale)} ${asset} on ${chain} ${where}, in suspense since ${timeOf(at)}`;
  });
}

async function transfers(db: Database): Promise<string[]> {
  const found = await sql<{
    id: string;
    state: string;
    asset: string;
    reason: string | null;
    changed_at: number;
  }>`
    select id, state, asset, reason, changed_at from app.payout
    where state in ('review', 'no-liquidity', 'stuck') or (finished_at is null and reason is not null)
    order by id limit ${listedMax}`.execute(db);
  return found.rows.map(
    ({ id, state, asset, reason, changed_at: at }) =>
      `transfer ${id}: ${asset}, ${state}${reason === null ? '' : ` (${reason})`} since ${timeOf(at)}`,
  );
}

/**
 * Anybody can send coins that nobody lists: what waits for a decision about money of ours comes before them, and what the
 * books did not take before everything.
 */
async function deposits(db: Database): Promise<string[]> {
  const found = await sql<{
    id: string;
    chain: string;
    state: string;
    tx_id: string;
    debt_units: string;
    aside_reason: string | null;
  }>`
    select id, chain, state, tx_id, debt_units::text as debt_units, aside_reason from app.deposit
    where state in ('unsupported', 'held', 'orphaned') or debt_units > 0 or aside_at is not null
    order by aside_at is null, debt_units = 0, state = 'unsupported', id desc limit ${listedMax}`.execute(db);
  return found.rows.map(
    ({ id, chain, state, tx_id: txId, debt_units: debt, aside_reason: aside }) =>
      `deposit ${id} on ${chain}: ${state}${debt === '0' ? '' : `, ${debt} units of debt`}, ${txId}${aside === null ? '' : `, PUT ASIDE: ${aside}`}`,
  );
}
