/** What must be true of deposits, asked of the database and of the fake chain's truth. */
import type { Coin } from '@marigold/chain/port';
import { confirmationsOf } from '@marigold/chain/states';
import { sql } from 'kysely';

import { listChainAssets, toChain } from '../../apps/server/src/modules/chain/registry.ts';
import { createReconciler } from '../../apps/server/src/modules/reconcile/reconcile.ts';
import { createLog } from '../../apps/server/src/platform/process/log.ts';
import type { SimDepositSetup } from './deposit-setup.ts';

const needed = 12;
/** What was credited when it was looked at last, by scene. */
const seenCredits = new WeakMap<SimDepositSetup, Set<string>>();

/** Deposits credited since the last look: each must stand twelve deep on the chain as it truly is. */
export async function newCredits(setup: SimDepositSetup): Promise<string[]> {
  const seen = seenCredits.get(setup) ?? new Set<string>();
  seenCredits.set(setup, seen);
  const found = await sql<{ tx_id: string; position: number; turns: number; state: string }>`
    select tx_id, position, turns, state from app.deposit where units > taken_units + debt_units`.execute(
    setup.databases.main,
  );
  const head = setup.chain.truth.head().height;
  return found.rows.flatMap(({ tx_id: txId, position, turns, state }) => {
    const name = `${txId}/${position}/${turns}`;
    if (seen.has(name)) return [];
    seen.add(name);
    const height = setup.chain.truth.blockOf(txId)?.height ?? null;
    const confirmations = confirmationsOf(height, head);
    return confirmations >= needed
      ? []
      : [`${txId} position ${position} is ${state} and credited with ${confirmations} confirmations`];
  });
}

/** Every promise at the end of a history. */
export async function depositProblems(setup: SimDepositSetup): Promise<string[]> {
  return [
    ...(await differencesToChain(setup)),
    ...(await differencesToLedger(setup)),
    ...(await brokenBooks(setup)),
    ...(await loose(setup)),
    ...(await uncredited(setup)),
    ...(await haltedForNothing(setup)),
    ...(await differencesOfTheHouse(setup)),
  ];
}

/** Credited less taken less debt, what waits as dust and what is in suspense, is what lies at a person's addresses. */
async function differencesToChain(setup: SimDepositSetup): Promise<string[]> {
  const problems: string[] = [];
  for (const row of await listChainAssets(setup.databases.main, 'eth')) {
    for (const person of setup.people) {
      const found = await sql<{ units: string; dust: string; suspense: string }>`
        select
          (select coalesce(sum(units - taken_units - debt_units), 0)::text from app.deposit
            where user_id = ${person.id} and asset = ${row.asset}) as units,
          (select coalesce(sum(amount), 0)::text from app.deposit_dust
            where user_id = ${person.id} and asset = ${row.asset}) as dust,
          (select coalesce(sum(f.amount), 0)::text from app.chain_difference f
            join app.chain_address w on w.id = f.address_id
            where w.user_id = ${person.id} and f.asset = ${row.asset}) as suspense`.execute(
        setup.databases.main,
      );
      const { units = '0', dust = '0', suspense = '0' } = found.rows[0] ?? {};
      const known = (toChain(row, BigInt(units)) ?? -1n) + BigInt(dust) + BigInt(suspense);
      const held = person.accounts.reduce(
        (sum, account) => sum + setup.chain.truth.held(account, row.coin),
        0n,
      );
      if (known !== held) problems.push(`${row.asset} of ${person.id}: ${known} known, ${held} on the chain`);
    }
  }
  return problems;
}

/** What the ledger gives a person is what the deposits say, and the house mirrors all of it. */
async function differencesToLedger(setup: SimDepositSetup): Promise<string[]> {
  const found = await sql<{ what: string; ours: string; ledgers: string }>`
    with said as (
      select user_id, asset, sum(units - taken_units) as available, sum(debt_units) as debt
      from app.deposit where user_id is not null and asset is not null group by user_id, asset)
    select s.user_id || ' ' || s.asset || ' ' || v.word as what, ours::text, ledgers::text
    from said s join app.asset a on a.code = s.asset
    cross join lateral (values
      ('available', s.available, coalesce((select balance from ledger.account c
        where c.owner_id = s.user_id and c.asset_id = a.ledger_id and c.kind = 'available'), 0)),
      ('debt', -s.debt, coalesce((select balance from ledger.account c
        where c.owner_id = s.user_id and c.asset_id = a.ledger_id and c.kind = 'debt'), 0))) v(word, ours, ledgers)
    where ours <> ledgers`.execute(setup.databases.main);
  return found.rows.map(({ what, ours, ledgers }) => `${what}: deposits say ${ours}, the ledger ${ledgers}`);
}

async function brokenBooks(setup: SimDepositSetup): Promise<string[]> {
  const found = await sql<{
    what: string;
    id: string;
  }>`select what, id::text as id from ledger.broken`.execute(setup.owner);
  return found.rows.map(({ what, id }) => `the ledger is broken: ${what} ${id}`);
}

/** Nothing is left half done: no lock after finality, no halt unresolved, no bill that tells another story. */
async function loose(setup: SimDepositSetup): Promise<string[]> {
  const found = await sql<{ what: string }>`
    select 'locked after finality: ' || tx_id as what from app.deposit where lock_units > 0
    union all
    select 'still halted: ' || asset || ' ' || reason from app.chain_halt where resumed_at is null
    union all
    select 'the chain is halted: ' || halted_reason from app.chain_cursor where halted_at is not null
    union all
    select 'bill ' || b.status || ' of a deposit that is ' || d.state || ': ' || d.tx_id
      from app.deposit d join app.bill b on b.id = d.bill_id
      where d.state = 'success' and b.status <> 'success'
    union all
    select 'waits for a block that never comes: ' || tx_id from app.deposit
      where state = 'orphaned' and debt_units = 0 and tx_id like 'reward:%'
    union all
    select 'success without a bill: ' || d.tx_id from app.deposit d
      where d.state = 'success' and d.units > 0 and d.bill_id is null and d.user_id is not null`.execute(
    setup.databases.main,
  );
  return found.rows.map(({ what }) => what);
}

/**
 * Whatever can be told whose it is has its deposit, and none of that is left to suspense: all but what a contract paid
 * from within, which a node without traces may not have told.
 */
async function uncredited({
  databases,
  chain,
  coins,
  contract,
  hot,
  people,
}: SimDepositSetup): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select tx_id || ' ' || position || ' ' || amount::text as name from app.deposit
    where state in ('dust', 'can-trade', 'success', 'house')`.execute(databases.main);
  const known = new Set(found.rows.map(({ name }) => name));
  const ours = new Set([hot, ...people.flatMap(({ accounts }) => accounts)]);
  const listed = new Set<Coin>(Object.values(coins));
  return chain.truth.transfers().flatMap(({ txId, position, coin, from, to, amount }) => {
    const mayBeUntold = coin === 'native' && from === contract;
    if (!ours.has(to) || !listed.has(coin) || mayBeUntold) return [];
    const isKnown = known.has(`${txId} ${position} ${amount}`);
    return isKnown ? [] : [`${txId} position ${position} is on the chain, and nobody was credited for it`];
  });
}

/** Nothing is ever missing here: what stops is only what was credited and left the chain. */
async function haltedForNothing(setup: SimDepositSetup): Promise<string[]> {
  const found = await sql<{ what: string }>`
    select 'halted for nothing: ' || asset || ' ' || reason as what from app.chain_halt
    where reason not like 'credited and then taken back by the chain%'`.execute(setup.databases.main);
  return found.rows.map(({ what }) => what);
}

/** After the last comparison booked what is beyond the books, another one finds the same on both sides. */
async function differencesOfTheHouse({ databases, chain, clock }: SimDepositSetup): Promise<string[]> {
  const parts = { db: databases.main, chain, code: 'eth', clock: () => clock.now, log: createLog('silent') };
  const compared = await createReconciler(parts).reconcile();
  if (compared.length === 0) return ['books and chain could not be compared'];
  return compared.flatMap(({ asset, found, expected }) =>
    found === expected ? [] : [`books and chain differ: ${asset} by ${found - expected}`],
  );
}
