/** Two companies beside each other, and records that change at once. */
import { Refusal } from '@marigold/contract/endpoint';
import { hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type IdentitySetup, openIdentitySetup } from '../../../testing/identity-setup.ts';
import { annaRead, createScriptedCompany, foundVerdict, type ScriptedCompany } from '../../../testing/kyc.ts';
import { untilWaiting } from '../../../testing/lock-waits.ts';
import { recomputeLevel } from './record/change.ts';

let database: TestDatabase;
let setup: IdentitySetup;
let first: ScriptedCompany;
let second: ScriptedCompany;
beforeAll(async () => {
  database = await testDatabase();
  setup = await openIdentitySetup({
    database,
    companies(now) {
      first = createScriptedCompany(now, 'first');
      second = createScriptedCompany(now, 'second');
      return new Map([...first.companies, ...second.companies]);
    },
  });
});
beforeEach(() => void (first.isSilent = false));
// Whatever a test did, the books explain every purchase.
afterEach(async () => {
  const broken = await setup.brokenBooks();
  if (broken.length > 0) throw new Error(broken.join(', '));
});
afterAll(async () => {
  await setup.close();
  await database.drop();
});

type Paid = { readonly userId: string; readonly id: string; readonly authNo: string };

async function person(): Promise<string> {
  const [id] = await setup.people(1, { USDT: 100_00000000n });
  if (id === undefined) throw new Error('Broken: one person was made');
  return id;
}

async function paid(userId: string): Promise<Paid> {
  const { handlers } = setup.kyc;
  const order = await setup.call(
    userId,
    async (call) => await handlers['kyc/order/create']({ purpose: 'system' }, call),
  );
  if (order instanceof Refusal) throw order;
  const { orderId } = order;
  const secrets = { payPassword: '000000', google: '000000' };
  await setup.call(
    userId,
    async (call) => await handlers['kyc/order/pay']({ orderId, currency: 'USDT', ...secrets }, call),
  );
  const found = await sql<{ id: string; authNo: string }>`
    select id, auth_no as "authNo" from app.kyc_record where order_id = ${orderId}`.execute(setup.db);
  const row = found.rows[0];
  if (row === undefined) throw new Error('Broken: what is paid has a record');
  return { userId, ...row };
}

async function begin({ userId, authNo }: Paid, provider = 'first') {
  const agreed = { contentId: 'kyc-demo-company', version: 1 };
  const start = setup.kyc.handlers['kyc/third/start'];
  return await setup.call(userId, async (call) => await start({ authNo, provider, agreed }, call));
}

async function later(ms: number): Promise<void> {
  setup.clock.move(ms);
  for (const company of setup.companies.values()) await setup.round(company);
}

async function recordOf({ id }: Paid) {
  const found = await sql<{ review: string; reason: string | null; silent: boolean; page: boolean }>`
    select review, reason, silent_since is not null as silent, page is not null as page
    from app.kyc_record where id = ${id}`.execute(setup.db);
  return found.rows[0];
}

it('a person goes to another company while the first is silent, which then is asked no more, and back', async () => {
  const one = await paid(await person());
  first.isSilent = true;
  expect(await begin(one)).toMatchObject({ review: 'draft' });
  await later(0);
  expect(await begin(one, 'second')).toMatchObject({ review: 'draft' });
  await later(0);
  expect(second.started.map(({ applicant }) => applicant)).toEqual([one.id]);
  first.isSilent = false;
  await later(hourMs);
  expect(first.started).toEqual([]);
  // Back and forth before any of them answered.
  for (const provider of ['first', 'second', 'first']) await begin(one, provider);
  await later(0);
  expect(first.started.map(({ applicant }) => applicant)).toEqual([one.id]);
  expect(await recordOf(one)).toMatchObject({ page: true });
});

it('each company is waited for anew: what the first was silent for gives nothing back from the second', async () => {
  const one = await paid(await person());
  await begin(one);
  first.isSilent = true;
  await later(2 * minuteMs);
  await later(73 * hourMs);
  expect(await recordOf(one)).toMatchObject({ silent: true });
  await begin(one, 'second');
  await setup.kyc.jobs['kycClock']?.({});
  expect(await recordOf(one)).toMatchObject({ review: 'draft', silent: false });
});

/** Somebody whose company has been silent for an hour less than it is waited for. */
async function waiting(): Promise<Paid> {
  const one = await paid(await person());
  await begin(one);
  await later(0);
  first.isSilent = true;
  await later(2 * minuteMs);
  await later(71 * hourMs);
  expect(await recordOf(one)).toMatchObject({ silent: true });
  return one;
}

it('a company that answers is there again, also where its answer comes too late to be taken', async () => {
  const one = await waiting();
  first.isSilent = false;
  // Another worker writes down how the company calls them while it is asked.
  first.meanwhile = async () =>
    await sql`update app.kyc_record set company_ref = 'another' where id = ${one.id}`.execute(setup.db);
  await later(30 * minuteMs);
  first.meanwhile = undefined;
  setup.clock.move(hourMs);
  await setup.kyc.jobs['kycClock']?.({});
  expect(await recordOf(one)).toMatchObject({ review: 'draft', silent: false, reason: null });
});

async function beginsNobody(one: Paid, startRefusal: ScriptedCompany['startRefusal']): Promise<void> {
  await begin(one);
  first.startRefusal = startRefusal;
  await later(0);
  first.startRefusal = undefined;
  await later(2 * hourMs);
}

it('a company that takes no request has said nothing, and is waited for no longer', async () => {
  const one = await waiting();
  await beginsNobody(one, { reason: 'level-unknown', isFinal: false });
  await setup.kyc.jobs['kycClock']?.({});
  expect(await recordOf(one)).toMatchObject({ review: 'final', reason: 'provider_away' });
});

it('a company that begins somebody no more has answered, and is waited for anew', async () => {
  const one = await waiting();
  await beginsNobody(one, { reason: 'final', isFinal: true });
  await setup.kyc.jobs['kycClock']?.({});
  expect(await recordOf(one)).toMatchObject({ review: 'draft', silent: true, reason: null });
  await later(73 * hourMs);
  await setup.kyc.jobs['kycClock']?.({});
  expect(await recordOf(one)).toMatchObject({ review: 'final', reason: 'provider_away' });
});

it('the house knows why it looks, also where the company looked first', async () => {
  const read = { ...annaRead, idNumber: 'TWICE 1' };
  const passes = (one: Paid) =>
    foundVerdict(one.id, { outcome: 'passed', decidedAt: setup.clock.now(), read });
  const owner = await paid(await person());
  await begin(owner);
  await later(0);
  first.found.set(owner.id, passes(owner));
  await later(hourMs);
  const twice = await paid(await person());
  await begin(twice);
  await later(0);
  const looked = { phase: 'held', outcome: null, read: null, decidedAt: null } as const;
  first.found.set(twice.id, { ...passes(twice), ...looked });
  await later(hourMs);
  expect(await recordOf(twice)).toMatchObject({ review: 'held', reason: null });
  first.found.set(twice.id, passes(twice));
  await later(hourMs);
  expect(await recordOf(twice)).toMatchObject({ review: 'held', reason: 'duplicate' });
});

it('the level is that of all records, when two of them change at once', async () => {
  const userId = await person();
  const old = await paid(userId);
  await begin(old);
  await later(0);
  first.found.set(old.id, foundVerdict(old.id, { outcome: 'passed', decidedAt: setup.clock.now() }));
  await later(hourMs);
  const young = await paid(userId);
  await sql`update app.kyc_item set state = 'accepted' where record_id = ${young.id}`.execute(setup.db);
  let refused: Promise<void> | undefined;
  await setup.db.transaction().execute(async (inside) => {
    await sql`update app.kyc_record set review = 'approved' where id = ${young.id}`.execute(inside);
    expect(await recomputeLevel(inside, userId)).toBe(3);
    refused = setup.db.transaction().execute(async (beside) => {
      await sql`
        update app.kyc_record set review = 'final', status = 'disabled' where id = ${old.id}`.execute(beside);
      await recomputeLevel(beside, userId);
    });
    await untilWaiting(setup.db);
  });
  await refused;
  const found = await sql<{ level: number }>`
    select kyc_level as level from app.person where id = ${userId}`.execute(setup.db);
  expect(found.rows).toEqual([{ level: 3 }]);
});
