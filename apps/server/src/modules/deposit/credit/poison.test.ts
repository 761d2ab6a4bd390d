import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { asOwner } from '../../../../testing/database.ts';
import type { Depositor, DepositSetup } from '../../../../testing/deposit-setup.ts';
import { openDepositSetup } from '../../../../testing/deposit-setup.ts';
import { resumeAsset } from '../../chain/state/halt.ts';
import { takeUp } from './poison.ts';

/** A ledger unit of ETH in wei. */
const unit = 10n ** 10n;

let setup: DepositSetup;
let anna: Depositor;
let boris: Depositor;
beforeEach(async () => {
  setup = await openDepositSetup();
  anna = await setup.person();
  boris = await setup.person();
});
afterEach(async () => {
  await setup.assertBooks();
  await setup.close();
});

const decision = () => ({ by: 'ann', second: 'ben', reason: 'looked at it', now: setup.clock.now() });
/** So many tenths of a unit, in a block of its own. */
const payTenths = (to: Depositor, tenths: bigint) => {
  const txId = setup.chain.send({ to: to.account, amount: (tenths * unit) / 10n });
  setup.chain.mine();
  return txId;
};
const uncreditedOf = async () =>
  (
    await sql<{ tx_id: string; aside_reason: string }>`
      select tx_id, aside_reason from app.deposit where aside_at is not null order by tx_id`.execute(setup.db)
  ).rows;
/** The books refuse to write a credit of this one. */
const poison = async (txId: string) =>
  await asOwner(
    setup.ownerUrl,
    `alter table app.deposit add constraint poison check (tx_id <> '${txId}' or units = 0)`,
  );
const cure = async () => await asOwner(setup.ownerUrl, 'alter table app.deposit drop constraint poison');

it('credits on where fractions of deposits that left the chain had made units of others', async () => {
  const [lost, others]: [string[], string[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    lost.push(payTenths(anna, 6_000_009n));
    others.push(payTenths(anna, 6_000_001n));
  }
  await setup.blocks(12);
  expect(await setup.available(anna.id, 'ETH')).toBe(3_600_003);
  setup.chain.reorg(18, { keep: (txId) => others.includes(txId) });
  await setup.watcher.catchUp();
  expect(await setup.halts()).not.toEqual([]);
  await resumeAsset(setup.db, { chain: 'eth', asset: 'ETH' }, decision());
  // Alone enough, and too little to fill what is missing; a unit more is enough.
  const first = payTenths(anna, 5_000_020n);
  const second = payTenths(anna, 10n);
  const behind = payTenths(boris, 7_000_000n);
  await setup.blocks(12);
  expect(await setup.deposits(first)).toMatchObject([{ state: 'success', units: 500_000n }]);
  expect(await setup.deposits(second)).toMatchObject([{ state: 'success', units: 0n }]);
  expect(await setup.deposits(behind)).toMatchObject([{ state: 'success', units: 700_000n }]);
  expect(await uncreditedOf()).toEqual([]);
  await setup.blocks(30);
  for (const { found, expected } of await setup.reconcile()) expect(found).toBe(expected);
});

it('ends the waiting of what fills exactly what a dust balance was short of', async () => {
  const lost = payTenths(anna, 6_000_009n);
  const other = payTenths(anna, 6_000_001n);
  await setup.blocks(12);
  setup.chain.reorg(14, { keep: (txId) => txId === other });
  await setup.watcher.catchUp();
  expect(await setup.deposits(lost)).toMatchObject([{ state: 'orphaned' }]);
  await resumeAsset(setup.db, { chain: 'eth', asset: 'ETH' }, decision());
  const filling = payTenths(anna, 9n);
  await setup.blocks(12);
  expect(await setup.deposits(filling)).toMatchObject([{ state: 'dust' }]);
  const next = payTenths(anna, 5_000_000n);
  await setup.blocks(12);
  expect(await setup.deposits(next)).toMatchObject([{ state: 'success', units: 500_000n }]);
  expect(await setup.deposits(filling)).toMatchObject([{ state: 'success', units: 0n }]);
});

it('gives back what had brought nothing by itself, where it is mined again', async () => {
  const small = payTenths(anna, 9n);
  const rest = payTenths(anna, 5_000_001n);
  await setup.blocks(12);
  expect(await setup.deposits(small)).toMatchObject([{ state: 'success', units: 0n }]);
  setup.chain.reorg(14, { keep: 'all', blocks: 0 });
  setup.chain.mine(15, { only: () => false });
  await setup.watcher.catchUp();
  expect(await setup.deposits(small)).toMatchObject([{ state: 'orphaned' }]);
  expect(await setup.deposits(rest)).toMatchObject([{ state: 'orphaned', debt: 500_001n }]);
  await resumeAsset(setup.db, { chain: 'eth', asset: 'ETH' }, decision());
  await setup.blocks(12);
  expect(await setup.deposits(small)).toMatchObject([{ state: 'success', units: 0n }]);
  expect(await setup.deposits(rest)).toMatchObject([{ state: 'success', units: 500_001n, debt: 0n }]);
  expect(await setup.available(anna.id, 'ETH')).toBe(500_001);
});

it('puts aside what the books do not take, and credits everybody else', async () => {
  const before = payTenths(boris, 6_000_000n);
  const bad = payTenths(anna, 6_000_000n);
  const after = payTenths(boris, 8_000_000n);
  await poison(bad);
  await setup.blocks(12);
  expect(await setup.deposits(before)).toMatchObject([{ state: 'success' }]);
  expect(await setup.deposits(bad)).toMatchObject([{ state: 'confirming', units: 0n, bill: ['confirming'] }]);
  expect(await setup.deposits(after)).toMatchObject([{ state: 'success' }]);
  expect(await uncreditedOf()).toEqual([
    { tx_id: bad, aside_reason: expect.stringContaining('violates check constraint "poison"') },
  ]);
  const events = await sql<{ actor: string; reason: string }>`
    select actor, reason from audit.event where action = 'deposit.putAside'`.execute(setup.db);
  expect(events.rows).toHaveLength(1);
  // The next one of its person is credited as well.
  const next = payTenths(anna, 9_000_000n);
  await setup.blocks(12);
  expect(await setup.deposits(next)).toMatchObject([{ state: 'success', units: 900_000n }]);
  expect(await setup.available(anna.id, 'ETH')).toBe(900_000);
});

it('credits it once two persons say that it is tried again', async () => {
  const bad = payTenths(anna, 6_000_000n);
  await poison(bad);
  await setup.blocks(12);
  const id = (await sql<{ id: string }>`select id from app.deposit where tx_id = ${bad}`.execute(setup.db))
    .rows[0]?.id;
  expect(await takeUp(setup.db, id ?? '', decision())).toBe(true);
  await setup.blocks(1);
  expect(await uncreditedOf()).toHaveLength(1);
  await cure();
  await takeUp(setup.db, id ?? '', decision());
  await setup.blocks(1);
  expect(await setup.deposits(bad)).toMatchObject([{ state: 'success', bill: ['confirming', 'success'] }]);
  expect(await setup.available(anna.id, 'ETH')).toBe(600_000);
  expect(await takeUp(setup.db, id ?? '', decision())).toBe(false);
});

it('forgets that it was put aside when its block leaves the chain', async () => {
  const bad = payTenths(anna, 6_000_000n);
  await poison(bad);
  await setup.blocks(12);
  await cure();
  setup.chain.reorg(13, { keep: 'all' });
  await setup.watcher.catchUp();
  expect(await uncreditedOf()).toEqual([]);
  await setup.blocks(1);
  expect(await setup.deposits(bad)).toMatchObject([{ state: 'success' }]);
});
