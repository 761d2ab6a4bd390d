/** What time, persons of the house and the end of an identity do to bindings. */
import { kycBindingForMs } from '@marigold/contract/durations';
import { Refusal } from '@marigold/contract/endpoint';
import { dayMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { approvedRecordOf } from '../../../../testing/bindings.ts';
import { testDatabase } from '../../../../testing/database.ts';
import { type IdentitySetup, openIdentitySetup } from '../../../../testing/identity-setup.ts';
import { silentCompanies } from '../../../../testing/kyc.ts';
import { enrolled, operate } from '../../../../testing/operate.ts';
import { openOwner } from '../../../platform/database/database.ts';
import type { AskKey } from '../../operator/keys.ts';
import { eraseEnded } from '../keeping/erase.ts';
import { runBindings } from './clock.ts';

let setup: IdentitySetup;
let owner: ReturnType<typeof openOwner>;
let ask: AskKey;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  setup = await openIdentitySetup({ database, companies: () => silentCompanies });
  owner = openOwner(database.ownerUrl);
  ({ ask } = await enrolled(owner.db, ['ann', 'ben']));
  close = async () => {
    await owner.close();
    await setup.close();
    await database.drop();
  };
});
afterAll(async () => await close());

const now = () => setup.clock.now();
const tick = async () => await runBindings(setup.db, { now: now(), most: 500 });
const payPassword = '135790';
const words = {
  use: 'card',
  purpose: 'A card for my work',
  contact: 'ann@example.com',
  payPassword,
} as const;

async function person(): Promise<string> {
  return (await setup.people(1, {}))[0] ?? '';
}

async function wish(userId: string, authNo: string): Promise<string> {
  const bind = setup.kyc.handlers['kyc/bind'];
  const answer = await setup.call(userId, async (call) => await bind({ authNo, ...words }, call));
  if (answer instanceof Refusal || answer.bindingId === null) throw new Error('nothing waits');
  return answer.bindingId;
}

async function answer(userId: string, bindingId: string, accept = true) {
  const handle = setup.kyc.handlers['kyc/bind/answer'];
  return await setup.call(userId, async (call) => await handle({ bindingId, accept, payPassword }, call));
}

async function seen(userId: string) {
  return await setup.call(userId, async (call) => {
    const found = await setup.kyc.handlers['kyc/bind/list']({}, call);
    if (found instanceof Refusal) throw found;
    return found;
  });
}

async function statesFor(userId: string) {
  const { made, received } = await seen(userId);
  return { made: made.map(({ status }) => status), received: received.map(({ status }) => status) };
}

/** What an owner reads of answers that were given in their place. */
async function answeredNotices(userId: string): Promise<readonly unknown[]> {
  const found = await sql<{ facts: unknown }>`
    select facts from app.notice where user_id = ${userId} and kind = 'kycBindAnswered' order by id`.execute(
    setup.db,
  );
  return found.rows.map(({ facts }) => facts);
}

async function notices(userId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from app.notice where user_id = ${userId} and kind = 'kycBindRequested'`.execute(
    setup.db,
  );
  return found.rows[0]?.count ?? 0;
}

async function recordOf(id: string) {
  const found = await sql<{ status: string; use: string }>`
    select status, use from app.kyc_record where id = ${id}`.execute(setup.db);
  return found.rows[0];
}

async function couple() {
  const [anna, boris] = [await person(), await person()];
  const record = await approvedRecordOf(setup.db, { userId: anna, now: now() });
  return { anna, boris, record };
}

describe('a wish that nobody answers', () => {
  it('runs out after seven days, to the millisecond, whether or not a job has run', async () => {
    const { anna, boris, record } = await couple();
    const bindingId = await wish(boris, record.authNo);
    await tick();
    setup.clock.move(kycBindingForMs - 1);
    expect(await statesFor(anna)).toEqual({ made: [], received: ['open'] });
    setup.clock.move(1);
    expect(await answer(anna, bindingId)).toMatchObject({ code: 'binding_over' });
    expect(await statesFor(anna)).toEqual({ made: [], received: ['expired'] });
    expect(await statesFor(boris)).toEqual({ made: ['expired'], received: [] });
    await tick();
    expect(await statesFor(anna)).toEqual({ made: [], received: ['expired'] });
    expect(await recordOf(record.id)).toEqual({ status: 'notBound', use: 'notUsed' });
  });

  it('looks the same to whoever asked when its owner refused, the identity ended, or nobody has the number', async () => {
    const { anna, boris, record } = await couple();
    const ended = await approvedRecordOf(setup.db, { userId: anna, now: now() });
    const refused = await wish(boris, record.authNo);
    await wish(boris, ended.authNo);
    await wish(boris, 'MK-0000000000');
    await tick();
    await answer(anna, refused, false);
    await sql`update app.kyc_record set status = 'disabled' where id = ${ended.id}`.execute(setup.db);
    await tick();
    expect(await statesFor(anna)).toEqual({ made: [], received: ['cancelled', 'refused'] });
    expect(await statesFor(boris)).toEqual({ made: ['open', 'open', 'open'], received: [] });
    setup.clock.move(kycBindingForMs);
    await tick();
    expect(await statesFor(boris)).toEqual({ made: ['expired', 'expired', 'expired'], received: [] });
    setup.clock.move(30 * dayMs);
    await tick();
    const left = await sql`select from app.kyc_binding_request where user_id = ${boris}`.execute(setup.db);
    expect(left.rows).toEqual([]);
  });
});

describe('an owner', () => {
  it('hears of three in a day, however many want to use an identity, and of each once', async () => {
    const { anna, record } = await couple();
    const other = await approvedRecordOf(setup.db, { userId: anna, now: now() });
    const many = await setup.people(5, {});
    for (const userId of many) for (const { authNo } of [record, other]) await wish(userId, authNo);
    await Promise.all([tick(), tick()]);
    expect(await notices(anna)).toBe(3);
    const { received } = await seen(anna);
    expect(received).toHaveLength(3);
    // Refusing all of them lets no more in on the same day.
    for (const { bindingId } of received) await answer(anna, bindingId, false);
    await wish(await person(), record.authNo);
    await tick();
    expect(await notices(anna)).toBe(3);
    setup.clock.move(dayMs);
    await wish(await person(), record.authNo);
    await tick();
    expect(await notices(anna)).toBe(4);
  });

  it('hears nothing of an identity that cannot be bound', async () => {
    const { anna, boris, record } = await couple();
    await sql`update app.kyc_record set status = 'normal', use = 'card' where id = ${record.id}`.execute(
      setup.db,
    );
    await wish(boris, record.authNo);
    await tick();
    expect(await notices(anna)).toBe(0);
    expect(await statesFor(boris)).toEqual({ made: ['open'], received: [] });
  });

  it('answers one of two, and the other one is over', async () => {
    const { anna, boris, record } = await couple();
    const carl = await person();
    const [first, second] = [await wish(boris, record.authNo), await wish(carl, record.authNo)];
    await tick();
    const both = await Promise.all([answer(anna, first), answer(anna, second)]);
    expect(both.filter((one) => one instanceof Refusal)).toMatchObject([{ code: 'record_used' }]);
    await tick();
    const { received } = await statesFor(anna);
    expect(received.toSorted()).toEqual(['accepted', 'cancelled']);
    // What they answered themselves they know.
    expect(await answeredNotices(anna)).toEqual([]);
    const made = [(await statesFor(boris)).made, (await statesFor(carl)).made];
    expect(made.flat().toSorted()).toEqual(['accepted', 'open']);
  });
});

describe('persons of the house', () => {
  const two = ['--by', 'ann', '--second', 'ben', '--reason', 'the owner was called'];
  const operator = async (line: string) => await operate(line, two, { db: owner.db, ask, now: now() });

  it('see who waits, and answer in the place of the owner', async () => {
    const { anna, boris, record } = await couple();
    const bindingId = await wish(boris, record.authNo);
    const line = `kyc-bind ${record.authNo} ${bindingId}`;
    // Nobody has looked for the owner yet.
    expect(await operator(`${line} accept`)).toMatchObject({ isDone: false });
    await tick();
    const shown = await operate(`kyc-show ${record.authNo}`, ['--by', 'ann', '--reason', 'to see'], {
      db: owner.db,
      ask,
      now: now(),
    });
    expect(shown.lines.join('\n')).toContain(`wanted for card by person ${boris}`);
    expect(await operator(`${line} accept`)).toMatchObject({ isDone: true });
    expect(await recordOf(record.id)).toEqual({ status: 'normal', use: 'card' });
    expect(await statesFor(boris)).toEqual({ made: ['accepted'], received: [] });
    expect(await operator(`${line} refuse`)).toMatchObject({ isDone: false });
    expect(await answer(anna, bindingId)).toMatchObject({ code: 'binding_over' });
    const from = expect.stringContaining('*') as string;
    expect(await answeredNotices(anna)).toEqual([{ from, authNo: record.authNo, answer: 'accepted' }]);
    expect(await answeredNotices(boris)).toEqual([]);
  });

  it('refuse without a word to whoever asked, and with one to the owner', async () => {
    const { anna, boris, record } = await couple();
    const bindingId = await wish(boris, record.authNo);
    await tick();
    expect(await operator(`kyc-bind ${record.authNo} ${bindingId} refuse`)).toMatchObject({ isDone: true });
    expect(await answeredNotices(anna)).toMatchObject([{ authNo: record.authNo, answer: 'refused' }]);
    expect(await answeredNotices(boris)).toEqual([]);
    expect(await statesFor(boris)).toEqual({ made: ['open'], received: [] });
    expect(await recordOf(record.id)).toEqual({ status: 'notBound', use: 'notUsed' });
  });

  it('let an identity hold again that was bound, and it is bound as before', async () => {
    const { anna, record } = await couple();
    const bind = setup.kyc.handlers['kyc/bind'];
    await setup.call(anna, async (call) => await bind({ authNo: record.authNo, ...words }, call));
    expect(await operator(`kyc-disable ${record.authNo}`)).toMatchObject({ isDone: true });
    expect(await recordOf(record.id)).toEqual({ status: 'disabled', use: 'card' });
    expect(await operator(`kyc-enable ${record.authNo}`)).toMatchObject({ isDone: true });
    expect(await recordOf(record.id)).toEqual({ status: 'normal', use: 'card' });
  });
});

it('what was written beside the use of an identity is gone once that is erased', async () => {
  const { anna, boris, record } = await couple();
  const bindingId = await wish(boris, record.authNo);
  await tick();
  await answer(anna, bindingId);
  await sql`update app.kyc_record set status = 'disabled' where id = ${record.id}`.execute(setup.db);
  setup.clock.move(6 * dayMs);
  const before = (await seen(anna)).received;
  expect(before).toMatchObject([{ purpose: words.purpose, contact: words.contact }]);
  await sql`update app.kyc_record set changed_at = ${new Date(now() - 6 * 366 * dayMs)} where id = ${record.id}`.execute(
    setup.db,
  );
  await eraseEnded(setup.db, { years: 5, now: now() + minuteMs });
  expect((await seen(anna)).received).toMatchObject([{ purpose: null, contact: null, description: null }]);
});
