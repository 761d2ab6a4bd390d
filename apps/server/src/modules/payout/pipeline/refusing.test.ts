import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { openTreasury } from '../../../../testing/forget.ts';
import type { OrderedPayout } from '../../../../testing/payout-books.ts';
import type { PayoutScene } from '../../../../testing/payout-scene.ts';
import { openPayoutScene } from '../../../../testing/payout-scene.ts';
import { inTotals, unitsInTotals } from '../../bill/store.ts';
import { payoutBillFacts } from '../views.ts';

const ether = 10n ** 18n;
const units = 10_000_000n;

let scene: PayoutScene;
beforeEach(async () => {
  scene = await openPayoutScene();
  await openTreasury(scene);
});
afterEach(async () => {
  await scene.assertTrue();
  await scene.close();
});

const contract = () => scene.chain.createContract('vault');
const rowOf = async ({ id }: OrderedPayout) =>
  (
    await sql<{ state: string; reason: string | null; retained: string | null }>`
      select state, reason, kept_units::text as retained from app.payout where id = ${id}`.execute(scene.db)
  ).rows[0];
const noticesOf = async ({ userId }: OrderedPayout) =>
  (
    await sql<{ kind: string; facts: Record<string, string> }>`
      select kind, facts from app.notice where user_id = ${userId} order by id`.execute(scene.db)
  ).rows.map(({ kind, facts }) => ({ kind, amount: facts['amount'], fee: facts['fee'] }));
const gasOf = async () =>
  (
    await sql<{ gas: string }>`select sum(ceil(gas_paid / 10000000000))::text as gas from app.slot`.execute(
      scene.db,
    )
  ).rows[0]?.gas;

it('sends nothing to a recipient that refuses: all comes back at once, and those behind it are paid', async () => {
  const to = contract();
  scene.chain.refuse(to, 'openly');
  const refused = await scene.order({ asset: 'ETH', units, feeUnits: 100_000n, to });
  const other = await scene.order({ asset: 'ETH', units, feeUnits: 100_000n });
  await scene.finish();
  expect(await rowOf(refused)).toEqual({ state: 'rejected', reason: 'recipient_refuses', retained: null });
  expect(await scene.states(refused)).toEqual(['waiting', 'rejected']);
  expect(await scene.bill(refused)).toMatchObject({ status: 'failed' });
  expect(await scene.balance(refused.userId, 'ETH', 'available')).toBe(units);
  expect(await noticesOf(refused)).toEqual([
    { kind: 'payoutRefunded', amount: '0.10000000', fee: undefined },
  ]);
  expect(await scene.state(other)).toBe('settled');
  expect(await scene.attempts()).toHaveLength(1);
});

it('knows a refusal by the issuer of a token, and waits while the token pays nobody from our account', async () => {
  const to = fakeAccount('blacklisted');
  scene.chain.stopInToken(scene.tokens.USDT, to);
  const refused = await scene.order({ to });
  await scene.finish();
  expect(await rowOf(refused)).toMatchObject({ state: 'rejected', reason: 'recipient_refuses' });
  const other = await scene.order();
  const ether2 = await scene.order({ asset: 'ETH', units, feeUnits: 100_000n });
  scene.chain.stopInToken(scene.tokens.USDT, scene.signer.known.hot);
  await scene.finish();
  expect(await rowOf(other)).toMatchObject({ state: 'waiting', reason: null });
  expect(await scene.state(ether2)).toBe('settled');
});

it('takes too little of ours for no refusal', async () => {
  const to = contract();
  scene.chain.refuse(to, 'openly');
  const large = await scene.order({ asset: 'ETH', units: 2_000_000_000n, feeUnits: 100_000n, to });
  await scene.pipeline.pass();
  expect(await rowOf(large)).toMatchObject({ state: 'no-liquidity', reason: 'hot_wallet_low' });
  await scene.fund(scene.signer.known.hot, 'ETH', 20n * ether);
  await scene.pipeline.pass();
  expect(await rowOf(large)).toMatchObject({ state: 'rejected', reason: 'recipient_refuses' });
});

it('keeps the gas of what fails when it is mined from its fee and tells so', async () => {
  const to = contract();
  scene.chain.refuse(to, 'when-mined');
  const burnt = await scene.order({ asset: 'ETH', units, feeUnits: 100_000n, to });
  const other = await scene.order({ asset: 'ETH', units, feeUnits: 100_000n });
  await scene.finish();
  const { retained } = (await rowOf(burnt)) ?? {};
  expect(await rowOf(burnt)).toMatchObject({ state: 'failed', reason: 'transaction_burnt' });
  expect(BigInt(retained ?? 0)).toBeGreaterThan(0n);
  expect(await scene.state(other)).toBe('settled');
  // The same gas as of the one that was paid, to the unit, and covered.
  expect(await gasOf()).toBe(String(2n * BigInt(retained ?? 0)));
  expect(await scene.balance(burnt.userId, 'ETH', 'available')).toBe(units - BigInt(retained ?? 0));
  expect(await scene.balance(burnt.userId, 'ETH', 'held')).toBe(0n);
  expect(await scene.balance(null, 'ETH', 'fee')).toBe(100_000n + BigInt(retained ?? 0));
  expect(await scene.refunds(burnt)).toEqual([
    { units: String(units - BigInt(retained ?? 0)), status: 'success' },
  ]);
  expect(await noticesOf(burnt)).toMatchObject([{ kind: 'payoutBurnt' }]);
  // It is all that went out for good.
  const out = await sql<{ units: string }>`
    select sum(${unitsInTotals(payoutBillFacts)})::text as units from app.bill b
    where b.user_id = ${burnt.userId} and ${inTotals(payoutBillFacts)}`.execute(scene.db);
  expect(out.rows).toEqual([{ units: retained }]);
});

it('never keeps more than the fee', async () => {
  const to = contract();
  scene.chain.refuse(to, 'when-mined');
  const burnt = await scene.order({ asset: 'ETH', units, feeUnits: 5n, to });
  await scene.finish();
  expect(await rowOf(burnt)).toMatchObject({ state: 'failed', retained: '5' });
  expect(await scene.balance(burnt.userId, 'ETH', 'available')).toBe(units - 5n);
});

it.each([
  ['what the gas is worth of the fee of a token', true],
  ['the whole fee of a token while no fresh rate tells what gas is worth', false],
])('keeps %s', async (_, hasRates) => {
  if (hasRates) {
    await sql`
      insert into app.rate (asset, usd, fetched_at)
      select asset, usd, ${new Date(scene.clock.now())}
      from (values ('ETH', 2000), ('USDT', 1)) as said(asset, usd)
      on conflict (asset) do update set usd = excluded.usd, fetched_at = excluded.fetched_at`.execute(
      scene.db,
    );
  }
  const to = fakeAccount('blacklisted later');
  const burnt = await scene.order({ to });
  await scene.pipeline.pass();
  scene.chain.stopInToken(scene.tokens.USDT, to);
  await scene.finish();
  const { retained } = (await rowOf(burnt)) ?? {};
  const gas = BigInt((await gasOf()) ?? 0);
  expect(retained).toBe(hasRates ? String(gas * 2000n) : '500000000');
});

it('goes on with what was sent when its recipient begins to refuse', async () => {
  const to = contract();
  const sent = await scene.order({ asset: 'ETH', units, feeUnits: 100_000n, to });
  await scene.pipeline.pass();
  scene.chain.refuse(to, 'openly');
  scene.chain.setBaseFee(60n * 10n ** 9n);
  await scene.pipeline.pass();
  expect((await scene.attempts()).map(({ kind }) => kind)).toEqual(['pay', 'pay']);
  scene.chain.setBaseFee(10n ** 9n);
  await scene.finish();
  expect(await rowOf(sent)).toMatchObject({ state: 'failed', reason: 'transaction_burnt' });
});
