/** What is bought lies in `unearned` and ends once, whoever ends it and however often. */
import { openAccount } from '@marigold/ledger/account';
import { haltMoney, resumeMoney } from '@marigold/ledger/audit';
import { post } from '@marigold/ledger/journal';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { type Database, openOwner, queryable } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { Asset } from '../asset/asset.ts';
import { findAsset } from '../asset/views.ts';
import { buyFromHouse, earn, refund } from './purchase.ts';
import { listBrokenPurchases, readPrices } from './views.ts';

let api: TestApi;
let usdt: Asset;
beforeAll(async () => {
  api = await startTestApi();
  const found = await findAsset(api.databases.main, 'USDT');
  if (found === undefined) throw new Error('no USDT');
  usdt = found;
});
afterAll(async () => await api.close());

const price = 10_00000000n;
const db = () => api.databases.main;

const buyIn = async (transaction: Database, person: TestPerson, objectId: string) =>
  await buyFromHouse(transaction, {
    userId: person.id,
    product: 'kyc',
    objectId,
    billType: 'BUY_KYC',
    asset: usdt,
    units: price,
    usd: '10',
    now: api.clock.now(),
  });

async function bought(): Promise<{ person: TestPerson; objectId: string }> {
  const person = await api.person();
  await api.credit(person, 'USDT', '15');
  const objectId = newRowId();
  const buying = db().transaction();
  const bill = await buying.execute(async (transaction) => await buyIn(transaction, person, objectId));
  expect(bill).toEqual(expect.any(String));
  return { person, objectId };
}

const end = async (how: typeof earn | typeof refund, objectId: string) =>
  await db()
    .transaction()
    .execute(
      async (transaction) => await how(transaction, { product: 'kyc', objectId, now: api.clock.now() }),
    );

async function houseHas(kind: 'unearned' | 'fee'): Promise<bigint> {
  const found = await sql<{ balance: string }>`
    select balance from ledger.account where owner_id is null and asset_id = ${usdt.ledgerId} and kind = ${kind}`.execute(
    db(),
  );
  return BigInt(found.rows[0]?.balance ?? '0');
}

it('is earned once, and given back no more after that', async () => {
  const { person, objectId } = await bought();
  const [unearned, fee] = [await houseHas('unearned'), await houseHas('fee')];
  expect(await end(earn, objectId)).toBe(true);
  expect([await houseHas('unearned'), await houseHas('fee')]).toEqual([unearned - price, fee + price]);
  expect(await end(earn, objectId)).toBe(false);
  expect(await end(refund, objectId)).toBeUndefined();
  expect(await api.available(person, 'USDT')).toBe('5.00000000');
});

it('comes back whole, once, with a bill that belongs to the first', async () => {
  const { person, objectId } = await bought();
  expect(await end(refund, objectId)).toMatchObject({ units: price });
  expect(await end(refund, objectId)).toBeUndefined();
  expect(await end(earn, objectId)).toBe(false);
  expect(await api.available(person, 'USDT')).toBe('15.00000000');
  const bills = await api.call('bill/list', {}, { token: person.token });
  if (!bills.ok) throw new Error(bills.msg);
  expect(bills.data.list.map(({ type, amount, direction }) => [type, amount, direction])).toEqual([
    ['BUY_REFUND', '10.00000000', 'in'],
    ['BUY_KYC', '10.00000000', 'out'],
  ]);
  const belongs = await sql<{ type: string }>`
    select first.type from app.bill back join app.bill first on first.id = back.belongs_to
    where back.user_id = ${person.id} and back.type = 'BUY_REFUND'`.execute(db());
  expect(belongs.rows).toEqual([{ type: 'BUY_KYC' }]);
});

it('tells open screens of the new balance, out and back', async () => {
  const { person, objectId } = await bought();
  const heard = async () => {
    const found = await sql<{ times: number }>`
      select count(*)::int as times from app.outbox
      where user_id = ${person.id} and event = 'balance' and data = '{"currency":"USDT"}'`.execute(db());
    return found.rows[0]?.times ?? 0;
  };
  expect(await heard()).toBe(1);
  await end(refund, objectId);
  expect(await heard()).toBe(2);
});

it('is refused while no money moves', async () => {
  const person = await api.person();
  await api.credit(person, 'USDT', '15');
  await haltMoney(queryable(db()), 'a test');
  let no: unknown;
  // A call that is refused rolls back, as this does.
  const refused = db().transaction();
  await refused
    .execute(async (transaction) => {
      no = await buyIn(transaction, person, newRowId());
      throw new Error('refused');
    })
    .catch(() => undefined);
  const owner = openOwner(api.ownerUrl);
  const persons = { by: 'first person', second: 'second person', reason: 'the test went on' };
  await resumeMoney(queryable(owner.db), persons);
  await owner.close();
  expect(no).toMatchObject({ code: 'money_stopped' });
  expect(await api.available(person, 'USDT')).toBe('15.00000000');
});

it('ends once when both ends are asked for at the same moment', async () => {
  const { person, objectId } = await bought();
  const ends = await Promise.all([end(earn, objectId), end(refund, objectId), end(earn, objectId)]);
  expect(ends.filter((one) => one !== false && one !== undefined)).toHaveLength(1);
  expect(['5.00000000', '15.00000000']).toContain(await api.available(person, 'USDT'));
  expect(await listBrokenPurchases(db(), 10)).toEqual([]);
});

it('is refused a second end by the ledger itself, whatever this program forgets', async () => {
  const { objectId } = await bought();
  expect(await end(earn, objectId)).toBe(true);
  await sql`update app.purchase set state = 'paid', ended_at = null where object_id = ${objectId}`.execute(
    db(),
  );
  await expect(end(refund, objectId)).rejects.toThrow(/another request/);
  await sql`update app.purchase set state = 'earned', ended_at = now() where object_id = ${objectId}`.execute(
    db(),
  );
});

it('is seen by the auditor where rows and accounts say different things', async () => {
  await bought();
  await sql`insert into app.purchase select gen_random_uuid(), user_id, product, gen_random_uuid(), asset, units, usd, bill_id,
    journal_id, 'paid', created_at, null from app.purchase where state = 'paid' limit 1`.execute(db());
  expect(await listBrokenPurchases(db(), 10)).toMatchObject([
    { what: 'unearned is not the sum of its open purchases' },
  ]);
  await sql`delete from app.purchase where object_id not in (select reference::uuid from ledger.journal where kind = 'purchase')`.execute(
    db(),
  );
  expect(await listBrokenPurchases(db(), 10)).toEqual([]);
  const ledger = queryable(db());
  const from = await openAccount(ledger, { owner: null, assetId: 11, kind: 'demo' });
  const to = await openAccount(ledger, { owner: null, assetId: 11, kind: 'trust' });
  const moved = { scope: 'test', kind: 'test', reference: null } as const;
  await post(ledger, { ...moved, key: 'trust-out', postings: [{ from, to, assetId: 11, units: 5n }] });
  expect(await listBrokenPurchases(db(), 10)).toMatchObject([
    { what: 'the trust is not what its owners have in it' },
  ]);
  await post(ledger, {
    ...moved,
    key: 'trust-back',
    postings: [{ from: to, to: from, assetId: 11, units: 5n }],
  });
});

it('costs what its row says, in each mode', async () => {
  const offer = { product: 'kyc', purpose: 'first' } as const;
  expect(await readPrices(db(), { ...offer, mode: 'demo' })).toEqual([
    { currency: 'USDT', amount: '10.00000000' },
    { currency: 'USDC', amount: '10.00000000' },
    { currency: 'USD', amount: '10.00' },
  ]);
  expect(await readPrices(db(), { ...offer, mode: 'production' })).toEqual([]);
  expect(await readPrices(db(), { ...offer, purpose: 'nothing', mode: 'demo' })).toBeUndefined();
});
