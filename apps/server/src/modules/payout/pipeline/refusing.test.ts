import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { openTreasury } from '../../../../testing/forget.ts';
import type { OrderedPayout } from '../../../../testing/payout-books.ts';
import type { PayoutSetup } from '../../../../testing/payout-setup.ts';
import { openPayoutSetup } from '../../../../testing/payout-setup.ts';
import { inTotals, unitsInTotals } from '../../bill/store.ts';
import { payoutBillFacts } from '../views.ts';

const ether = 10n ** 18n;
const units = 10_000_000n;

let setup: PayoutSetup;
beforeEach(async () => {
  setup = await openPayoutSetup();
  await openTreasury(setup);
});
afterEach(async () => {
  await setup.assertTrue();
  await setup.close();
});

const contract = () => setup.chain.createContract('vault');
const rowOf = async ({ id }: OrderedPayout) =>
  (
    await sql<{ state: string; reason: string | null; retained: string | null }>`
      select state, reason, kept_units::text as retained from app.payout where id = ${id}`.execute(setup.db)
  ).rows[0];
const noticesOf = async ({ userId }: OrderedPayout) =>
  (
    await sql<{ kind: string; facts: Record<string, string> }>`
      select kind, facts from app.notice where user_id = ${userId} order by id`.execute(setup.db)
  ).rows.map(({ kind, facts }) => ({ kind, amount: facts['amount'], fee: facts['fee'] }));
const gasOf = async () =>
  (
    await sql<{ gas: string }>`select sum(ceil(gas_paid / 10000000000))::text as gas from app.slot`.execute(
      setup.db,
    )
  ).rows[0]?.gas;

it('sends nothing to a recipient that refuses: all comes back at once, and those behind it are paid', async () => {
  const to = contract();
  setup.chain.refuse(to, 'openly');
  const refused = await setup.order({ asset: 'ETH', units, feeUnits: 100_000n, to });
  const other = await setup.order({ asset: 'ETH', units, feeUnits: 100_000n });
  await setup.finish();
  expect(await rowOf(refused)).toEqual({ state: 'rejected', reason: 'recipient_refuses', retained: null });
  expect(await setup.states(refused)).toEqual(['waiting', 'rejected']);
  expect(await setup.bill(refused)).toMatchObject({ status: 'failed' });
  expect(await setup.balance(refused.userId, 'ETH', 'available')).toBe(units);
  expect(await noticesOf(refused)).toEqual([
    { kind: 'payoutRefunded', amount: '0.10000000', fee: undefined },
  ]);
  expect(await setup.state(other)).toBe('settled');
  expect(await setup.attempts()).toHaveLength(1);
});

it('knows a refusal by the issuer of a token, and waits while the token pays nobody from our account', async () => {
  const to = fakeAccount('blacklisted');
  setup.chain.stopInToken(setup.tokens.USDT, to);
  const refused = await setup.order({ to });
  await setup.finish();
  expect(await rowOf(refused)).toMatchObject({ state: 'rejected', reason: 'recipient_refuses' });
  const other = await setup.order();
  const ether2 = await setup.order({ asset: 'ETH', units, feeUnits: 100_000n });
  setup.chain.stopInToken(setup.tokens.USDT, setup.signer.known.hot);
  await setup.finish();
  expect(await rowOf(other)).toMatchObject({ state: 'waiting', reason: null });
  expect(await setup.state(ether2)).toBe('settled');
});

it('takes too little of ours for no refusal', async () => {
  const to = contract();
  setup.chain.refuse(to, 'openly');
  const large = await setup.order({ asset: 'ETH', units: 2_000_000_000n, feeUnits: 100_000n, to });
  await setup.pipeline.pass();
  expect(await rowOf(large)).toMatchObject({ state: 'no-liquidity', reason: 'hot_wallet_low' });
  await setup.fund(setup.signer.known.hot, 'ETH', 20n * ether);
  await setup.pipeline.pass();
  expect(await rowOf(large)).toMatchObject({ state: 'rejected', reason: 'recipient_refuses' });
});

it('keeps the gas of what fails when it is mined from its fee and tells so', async () => {
  const to = contract();
  setup.chain.refuse(to, 'when-mined');
  const burnt = await setup.order({ asset: 'ETH', units, feeUnits: 100_000n, to });
  const other = await setup.order({ asset: 'ETH', units, feeUnits: 100_000n });
  await setup.finish();
  const { retained } = (await rowOf(burnt)) ?? {};
  expect(await rowOf(burnt)).toMatchObject({ state: 'failed', reason: 'transaction_burnt' });
  expect(BigInt(retained ?? 0)).toBeGreaterThan(0n);
  expect(await setup.state(other)).toBe('settled');
  // The same gas as of the one that was paid, to the unit, and covered.
  expect(await gasOf()).toBe(String(2n * BigInt(retained ?? 0)));
  expect(await setup.balance(burnt.userId, 'ETH', 'available')).toBe(units - BigInt(retained ?? 0));
  expect(await setup.balance(burnt.userId, 'ETH', 'held')).toBe(0n);
  expect(await setup.balance(null, 'ETH', 'fee')).toBe(100_000n + BigInt(retained ?? 0));
  expect(await setup.refunds(burnt)).toEqual([
    { units: String(units - BigInt(retained ?? 0)), status: 'success' },
  ]);
  expect(await noticesOf(burnt)).toMatchObject([{ kind: 'payoutBurnt' }]);
  // It is all that went out for good.
  const out = await sql<{ units: string }>`
    select sum(${unitsInTotals(payoutBillFacts)})::text as units from app.bill b
    where b.user_id = ${burnt.userId} and ${inTotals(payoutBillFacts)}`.execute(setup.db);
  expect(out.rows).toEqual([{ units: retained }]);
});

it('never keeps more than the fee', async () => {
  const to = contract();
  setup.chain.refuse(to, 'when-mined');
  const burnt = await setup.order({ asset: 'ETH', units, feeUnits: 5n, to });
  await setup.finish();
  expect(await rowOf(burnt)).toMatchObject({ state: 'failed', retained: '5' });
  expect(await setup.balance(burnt.userId, 'ETH', 'available')).toBe(units - 5n);
});

it.each([
  ['what the gas is worth of the fee of a token', true],
  ['the whole fee of a token while no fresh rate tells what gas is worth', false],
])('keeps %s', async (_, hasRates) => {
  if (hasRates) {
    await sql`
      insert into app.rate (asset, usd, fetched_at)
      select asset, usd, ${new Date(setup.clock.now())}
      from (values ('ETH', 2000), ('USDT', 1)) as said(asset, usd)
      on conflict (asset) do update set usd = excluded.usd, fetched_at = excluded.fetched_at`.execute(
      setup.db,
    );
  }
  const to = fakeAccount('blacklisted later');
  const burnt = await setup.order({ to });
  await setup.pipeline.pass();
  setup.chain.stopInToken(setup.tokens.USDT, to);
  await setup.finish();
  const { retained } = (await rowOf(burnt)) ?? {};
  const gas = BigInt((await gasOf()) ?? 0);
  expect(retained).toBe(hasRates ? String(gas * 2000n) : '500000000');
});

it('goes on with what was sent when its recipient begins to refuse', async () => {
  const to = contract();
  const sent = await setup.order({ asset: 'ETH', units, feeUnits: 100_000n, to });
  await setup.pipeline.pass();
  setup.chain.refuse(to, 'openly');
  setup.chain.setBaseFee(60n * 10n ** 9n);
  await setup.pipeline.pass();
  expect((await setup.attempts()).map(({ kind }) => kind)).toEqual(['pay', 'pay']);
  setup.chain.setBaseFee(10n ** 9n);
  await setup.finish();
  expect(await rowOf(sent)).toMatchObject({ state: 'failed', reason: 'transaction_burnt' });
});
