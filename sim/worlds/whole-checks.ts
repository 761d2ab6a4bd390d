/** What must be true at the end of the whole way, asked of the chain as it truly was and of what people agreed to. */
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { sql } from 'kysely';

import { toChain, toLedger } from '../../apps/server/src/modules/chain/registry.ts';
import type { OrderedPayout } from '../../apps/server/testing/payout-books.ts';
import type { DepositPerson } from './deposit-setup.ts';
import type { WholeSetup } from './whole-setup.ts';

/** Ends in which nothing arrived and everything came back. */
const unpaid: readonly string[] = ['failed', 'cancelled', 'rejected'];

/** Every promise at the end of a history, as sentences. */
export async function wholeProblems(
  setup: WholeSetup,
  { payouts, orderIds }: { readonly payouts: readonly OrderedPayout[]; readonly orderIds: readonly string[] },
): Promise<string[]> {
  const problems = [
    ...(await wrongOrders(setup, orderIds)),
    ...(await wrongPayouts(setup, payouts)),
    ...(await looseEnds(setup)),
  ];
  for (const asset of ['ETH', 'USDT'] as const)
    for (const person of setup.people) problems.push(...(await wrongBalance(setup, payouts, person, asset)));
  try {
    await setup.assertTrue();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return problems;
}

/** What was answered is there once, however often it was asked; what nobody was told of is not there at all. */
async function wrongOrders({ db }: WholeSetup, orderIds: readonly string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from app.trade_order`.execute(db);
  const there = new Set(found.rows.map(({ id }) => id));
  const answered = new Set(orderIds);
  const isSame = there.size === answered.size && orderIds.every((id) => there.has(id));
  return isSame ? [] : [`${answered.size} orders were answered, ${there.size} are there`];
}

/** Each order over the chain is one payment or one refund. */
async function wrongPayouts(setup: WholeSetup, payouts: readonly OrderedPayout[]): Promise<string[]> {
  const problems: string[] = [];
  for (const payout of payouts) {
    const [state, got, due] = [
      await setup.state(payout),
      await setup.got(payout),
      await dueOf(setup, payout),
    ];
    const isPaid = state === 'settled' && got === due;
    const isBack = unpaid.includes(state) && got === 0n;
    if (!isPaid && !isBack) problems.push(`${payout.asset} ${payout.id}: ${state}, got ${got} of ${due}`);
  }
  return problems;
}

/** What arrives of it, in chain units. */
async function dueOf(setup: WholeSetup, { id, asset }: OrderedPayout): Promise<bigint> {
  const found = await sql<{ units: string }>`
    select (units - fee_units)::text as units from app.payout where id = ${id}`.execute(setup.db);
  return toChain(await setup.asset(asset), BigInt(found.rows[0]?.units ?? '-1')) ?? -1n;
}

/**
 * What came for a person and is on the chain for good, and what the person bought, less what was sold and what was sent, is
 * what the ledger gives, all accounts of the person together: a debt is what was spent of what a branch took back.
 */
async function wrongBalance(
  setup: WholeSetup,
  payouts: readonly OrderedPayout[],
  person: DepositPerson,
  asset: 'ETH' | 'USDT',
): Promise<string[]> {
  const row = await setup.asset(asset);
  const ours = new Set<string>(person.accounts);
  const brought = setup.chain.truth
    .transfers()
    .filter(
      ({ to, coin, from }) => ours.has(to) && coin === setup.coins[asset] && from !== setup.signer.known.gas,
    )
    .reduce((sum, { amount }) => sum + toLedger(row, amount).units, 0n);
  const sent = (
    await Promise.all(
      payouts
        .filter((payout) => payout.asset === asset && payout.userId === person.id)
        .map(async (payout) => ((await setup.state(payout)) === 'settled' ? payout.units : 0n)),
    )
  ).reduce((sum, units) => sum + units, 0n);
  const traded = await tradedBy(setup, person, asset);
  const found = await sql<{ units: string }>`
    select coalesce(sum(a.balance), 0)::text as units from ledger.account a
    where a.owner_id = ${person.id} and a.asset_id = ${row.ledgerId}`.execute(setup.db);
  const has = BigInt(found.rows[0]?.units ?? '0');
  const due = brought + traded - sent;
  const words = (units: bigint): string => formatUnitsTrimmed(units, row.scale, 0);
  return has === due
    ? []
    : [
        `${asset} of ${person.id}: has ${words(has)}, but ${words(brought)} came, ${words(traded)} were traded and ${words(sent)} sent`,
      ];
}

/** What a person's trades moved, in ledger units: prices and amounts of the trades themselves, less the fees. */
async function tradedBy(setup: WholeSetup, { id }: DepositPerson, asset: string): Promise<bigint> {
  const { base } = setup.market;
  const isBase = asset === base;
  const found = await sql<{ side: string; price: bigint; amount: bigint; fee: string; fee_asset: number }>`
    select side, price, amount, fee_units::text as fee, fee_asset from app.fill where user_id = ${id}`.execute(
    setup.db,
  );
  const { ledgerId } = await setup.asset(asset);
  return found.rows.reduce((sum, fill) => {
    const moved = isBase ? fill.amount * lotUnits : fill.price * fill.amount * stepUnits;
    const isIn = (fill.side === 'buy') === isBase;
    const fee = fill.fee_asset === ledgerId ? BigInt(fill.fee) : 0n;
    return sum + (isIn ? moved : -moved) - fee;
  }, 0n);
}

/** Of a lot of 0.00001 ether, and of a price step of 0.01 dollars times such a lot, in units of eight decimals. */
const lotUnits = 1000n;
const stepUnits = 10n;

/** Nothing is left half done. */
async function looseEnds(setup: WholeSetup): Promise<string[]> {
  const found = await sql<{ what: string }>`
    select 'an order rests: ' || id as what from app.trade_order where status = 'wait'
    union all select 'an order is broken: ' || what || ' ' || id from app.broken_orders
    union all select 'signed and never final: ' || nonce from app.slot where state <> 'final'
    union all select 'still locked: ' || tx_id from app.deposit where lock_units > 0
    union all select 'still halted: ' || asset || ' ' || reason from app.chain_halt where resumed_at is null
    union all select 'the chain is halted: ' || halted_reason from app.chain_cursor where halted_at is not null
    union all select kind || ' of ' || owner_id || ' is left: ' || balance from ledger.account
      where owner_id is not null and kind in ('order', 'held', 'locked') and balance <> 0`.execute(setup.db);
  return found.rows.map(({ what }) => what);
}

/** How everything ended: what each person has, and how many deposits, orders, trades and payouts came to which end. */
export async function storyOf({ db }: WholeSetup): Promise<string> {
  const found = await sql<{ line: string }>`
    select p.username || ' ' || s.code || ' ' || a.kind || ' ' || a.balance as line
      from ledger.account a join app.person p on p.id = a.owner_id join ledger.asset s on s.id = a.asset_id
    union all select 'deposits ' || state || ' ' || count(*) from app.deposit group by state
    union all select 'orders ' || status || ' ' || count(*) from app.trade_order group by status
    union all select 'trades ' || count(*) || ' of ' || coalesce(sum(price * amount), 0) from app.trade
    union all select 'payouts ' || state || ' ' || count(*) from app.payout group by state
    order by 1`.execute(db);
  return found.rows.map(({ line }) => line).join(', ');
}
