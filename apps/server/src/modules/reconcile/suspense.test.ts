import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { DepositSetup } from '../../../testing/deposit-setup.ts';
import { openDepositSetup } from '../../../testing/deposit-setup.ts';
import { assignSurplus } from './suspense.ts';

let setup: DepositSetup;
beforeAll(async () => {
  setup = await openDepositSetup({ seed: 'suspense' });
});
afterAll(async () => {
  await setup.assertBooks();
  await setup.close();
});

const decision = () => ({ by: 'ann', second: 'ben', reason: 'she showed the block', now: setup.clock.now() });
/** As two persons do it; by others than `decision` where that is given. */
const assign = async (surplus: Parameters<typeof assignSurplus>[1], by = decision()) =>
  await setup.db.transaction().execute(async (db) => await assignSurplus(db, surplus, by));
const house = async (kind: string): Promise<bigint> => {
  const found = await sql<{ balance: string }>`
    select coalesce(sum(l.balance), 0)::text as balance from ledger.account l
    join app.asset a on a.ledger_id = l.asset_id
    where l.owner_id is null and l.kind = ${kind} and a.code = 'ETH'`.execute(setup.db);
  return BigInt(found.rows[0]?.balance ?? '0');
};
/** The surplus that was booked last. */
const last = async (): Promise<string> => {
  const found = await sql<{ id: string }>`
    select id from app.chain_difference where against = 'suspense' order by id desc limit 1`.execute(
    setup.db,
  );
  return found.rows[0]?.id ?? '';
};
const differences = async () => (await setup.reconcile()).map(({ found, expected }) => found - expected);

it('credits what lay at an address to a person, once, and tells of it as of any deposit', async () => {
  const anna = await setup.person();
  setup.chain.send({ coin: 'native', to: anna.account, amount: 10n ** 16n });
  await setup.blocks(35);
  setup.chain.give(anna.account, 'native', 3n * 10n ** 16n + 5n);
  await setup.reconcile();
  expect(await house('suspense')).toBe(3_000_000n);
  const surplus = { surplusId: await last(), userId: anna.id };
  await expect(assign(surplus, { ...decision(), second: 'ann' })).rejects.toThrow('two');
  expect(await assign(surplus)).toBe(3_000_000n);
  expect(await assign(surplus)).toBeUndefined();
  expect(await house('suspense')).toBe(0n);
  expect(await setup.available(anna.id, 'ETH')).toBe(4_000_000);
  expect(await setup.notices(anna.id)).toEqual(['received', 'cameIn']);
  const bills = await sql<{ units: string; counterparty: string | null; receiving_address: string }>`
    select units, counterparty, receiving_address from app.bill where user_id = ${anna.id}
    order by id desc limit 1`.execute(setup.db);
  expect(bills.rows).toEqual([
    { units: '3000000', counterparty: null, receiving_address: expect.stringMatching(/^0x/) },
  ]);
  expect(await differences()).toEqual([0n, 0n, 0n]);
});

it('keeps for the house what is nobody’s, and gives it to nobody afterwards', async () => {
  const anna = await setup.person();
  const before = await house('treasury');
  setup.chain.give(setup.hot, 'native', 10n ** 16n);
  await setup.reconcile();
  const surplusId = await last();
  expect(await assign({ surplusId, userId: null })).toBe(1_000_000n);
  expect((await house('treasury')) - before).toBe(1_000_000n);
  expect(await assign({ surplusId, userId: anna.id })).toBeUndefined();
  expect(await differences()).toEqual([0n, 0n, 0n]);
});
