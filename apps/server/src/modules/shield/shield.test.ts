import { createHash, randomUUID } from 'node:crypto';

import { dayMs, hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../testing/api.ts';
import { offlineExchange } from '../../../testing/offline-exchange.ts';
import { indexAt, placeTestOrder } from '../../../tests/trade-world.ts';
import { notify } from '../message/notify.ts';
import { freeze } from '../spending/freeze.ts';
import { createTakeOrdersBack } from '../trade/service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ books: true });
  await indexAt(api, 'BTC_USDT', '60000', await api.person());
});
afterAll(async () => await api.close());

const db = () => api.databases.main;
const newPassword = 'Marigold8?';

/** The ticket of a new security notice, as its mail says it. */
async function ticketOf({ id: userId, email }: TestPerson): Promise<string> {
  await notify(db(), { userId, kind: 'payPasswordSet', facts: {}, now: api.clock.now() });
  const link = /http:\/\/localhost:8787\/pages\/user\/notme#([\w-]{43})\b/.exec(await api.lastMail(email));
  return link?.[1] ?? 'no link';
}
async function press(input: { ticket?: string }, token?: string, requestId: string = randomUUID()) {
  const answer = await api.call('user/notme', input, { token, requestId });
  return answer.ok ? answer.data : answer.data.refusal;
}
async function login(person: TestPerson, password = goodPassword): Promise<string> {
  return await api.login(person, { password, deviceId: `device-${person.username}` });
}
async function isIn(token: string): Promise<boolean> {
  return (await api.call('user/info', {}, { token })).ok;
}
async function freezesOf(token: string): Promise<string[]> {
  const answer = await api.call('user/info', {}, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.freezes.map(({ area, reason, liftedBy }) => `${area} ${reason} ${liftedBy}`);
}
async function eventsOf({ id }: TestPerson): Promise<string[]> {
  const found = await sql<{ event: string }>`
    select event from app.security_event where user_id = ${id} order by id`.execute(db());
  return found.rows.map(({ event }) => event);
}
async function noticesOf({ id }: TestPerson, kind: string): Promise<number> {
  const found = await sql`select from app.notice where user_id = ${id} and kind = ${kind}`.execute(db());
  return found.rows.length;
}
async function statesOf(table: 'challenge' | 'recovery', { id }: TestPerson): Promise<string[]> {
  const found = await sql<{ state: string }>`
    select state from ${sql.table(`app.${table}`)} where user_id = ${id} order by id`.execute(db());
  return found.rows.map(({ state }) => state);
}
/** Every waiting job was run when this answers. */
async function afterJobs({ email }: TestPerson): Promise<void> {
  await api.lastMail(email);
}

const locked = ['payout', 'trade', 'card'];
const ownLock = locked.map((area) => `${area} notMe self`).toSorted();

/** One that waits in the book. */
const order = { symbol: 'BTC_USDT', side: 'buy', type: 'limit', price: '59500', amount: '0.001' } as const;

describe('the ticket of a security notice', () => {
  it('locks its account once, without log-in; pressing again answers the same and does nothing more', async () => {
    const person = await api.person();
    const ticket = await ticketOf(person);
    expect(await press({ ticket })).toEqual({ locked, next: 'login', wasUsed: false });
    expect(await isIn(person.token)).toBe(false);
    expect(await api.lastMail(person.email)).toContain('This was not me');
    const token = await login(person);
    expect(await freezesOf(token)).toEqual(ownLock);
    expect(await press({ ticket })).toEqual({ locked, next: 'login', wasUsed: true });
    expect(await isIn(token)).toBe(true);
    expect((await eventsOf(person)).filter((event) => event === 'lockedByOwner')).toHaveLength(1);
    expect(await noticesOf(person, 'lockedByOwner')).toBe(1);
  });

  it('of two presses at once, one locks', async () => {
    const person = await api.person();
    const ticket = await ticketOf(person);
    const answers = await Promise.all([press({ ticket }), press({ ticket }), press({ ticket })]);
    expect(answers.filter((one) => typeof one !== 'string' && !one.wasUsed)).toHaveLength(1);
    expect(answers.filter((one) => typeof one !== 'string' && one.wasUsed)).toHaveLength(2);
    expect(await noticesOf(person, 'lockedByOwner')).toBe(1);
  });

  it('sent again under its id answers as it did at first', async () => {
    const person = await api.person();
    const [ticket, requestId] = [await ticketOf(person), randomUUID()];
    expect(await press({ ticket }, undefined, requestId)).toEqual(
      await press({ ticket }, undefined, requestId),
    );
  });

  it('is refused when it is over or nobody’s, and nothing happens', async () => {
    const person = await api.person();
    const ticket = await ticketOf(person);
    await sql`
      update app.notme set created_at = created_at - interval '30 days', expires_at = expires_at - interval '30 days'
      where user_id = ${person.id}`.execute(db());
    expect(await press({ ticket })).toBe('ticket_expired');
    expect(await press({ ticket: 'x'.repeat(43) })).toBe('ticket_expired');
    expect(await freezesOf(person.token)).toEqual([]);
  });

  it('locks whose notice it was, whoever presses', async () => {
    const [anna, boris] = [await api.person(), await api.person()];
    expect(await press({ ticket: await ticketOf(boris) }, anna.token)).toMatchObject({
      locked,
      next: 'login',
    });
    expect(await freezesOf(anna.token)).toEqual([]);
    expect(await isIn(boris.token)).toBe(false);
  });

  it('is kept as its hash, and every notice about security has one of its own, no other notice', async () => {
    const person = await api.person();
    const before = Date.now();
    const ticket = await ticketOf(person);
    const found = await sql<{ hash: Buffer; kind: string; lasts: number }>`
      select t.hash, n.kind, extract(epoch from t.expires_at - t.created_at)::float8 * 1000 as lasts
      from app.notme t join app.notice n on n.id = t.notice_id
      where t.user_id = ${person.id} order by t.created_at`.execute(db());
    const last = found.rows.at(-1);
    expect(last).toMatchObject({ kind: 'payPasswordSet', lasts: 30 * dayMs });
    expect(last?.hash.equals(createHash('sha256').update(ticket).digest())).toBe(true);
    const facts = { friend: 'b***s' };
    await notify(db(), { userId: person.id, kind: 'friendJoined', facts, now: before });
    const all = await sql`select from app.notme where user_id = ${person.id}`.execute(db());
    expect(all.rows).toHaveLength(found.rows.length);
  });
});

describe('a lock', () => {
  it('takes orders off the books, new payees out of the book, and voids codes and recoveries', async () => {
    const [person, old, fresh] = [await api.person(), await api.person(), await api.person()];
    const { token } = person;
    await api.credit(person, 'USDT', '100');
    const orderId = await placeTestOrder(api, person, order);
    for (const { username } of [old, fresh])
      await api.call('payee/add', { name: username, to: username }, { token });
    await sql`
      update app.payee set created_at = created_at - interval '8 days'
      where user_id = ${person.id} and payee_user_id = ${old.id}`.execute(db());
    await api.call('verify/start', { kind: 'user/password/set', method: 'email' }, { token });
    await api.call('user/forget/find', { account: person.username });
    expect(await statesOf('recovery', person)).toEqual(['open']);

    expect(await press({}, token)).toEqual({ locked, next: 'password', wasUsed: false });
    await afterJobs(person);
    const shown = await api.call('trade/detail', { orderId }, { token });
    expect(shown.ok && shown.data.order.status).toBe('cancel');
    expect(await api.available(person, 'USDT')).toBe('100.00000000');
    const book = await api.call('payee/list', {}, { token });
    expect(book.ok && book.data.list.map(({ name }) => name)).toEqual([old.username]);
    expect(await statesOf('challenge', person)).toEqual(['void']);
    expect(await statesOf('recovery', person)).toEqual(['void']);
  });

  it('without a ticket leaves the sayer alone signed in; a visitor needs a ticket', async () => {
    const person = await api.person();
    const elsewhere = await login(person);
    expect(await press({}, person.token)).toMatchObject({ locked, next: 'password' });
    expect([await isIn(person.token), await isIn(elsewhere)]).toEqual([true, false]);
    expect(await freezesOf(person.token)).toEqual(ownLock);
    expect((await api.call('user/notme', {})).code).toBe(401);
  });

  it('is told of once, and who came in since is thrown out by pressing again', async () => {
    const person = await api.person();
    await press({}, person.token);
    const thief = await login(person);
    await press({}, person.token);
    expect(await isIn(thief)).toBe(false);
    expect(await noticesOf(person, 'lockedByOwner')).toBe(1);
    const rows = await sql`select from app.freeze where user_id = ${person.id}`.execute(db());
    expect(rows.rows).toHaveLength(3);
  });

  it('asks for a code on every device again, and lets in nobody who waits for one', async () => {
    const person = await api.person();
    const waiting = await api.call(
      'user/login',
      { account: person.username, password: goodPassword },
      { deviceId: 'device-waiting' },
    );
    if (!waiting.ok || 'token' in waiting.data) throw new Error('nothing waits');
    const { ticket } = waiting.data.need;
    await press({}, person.token);
    const late = await api.call(
      'user/login/send',
      { ticket, method: 'email' },
      { deviceId: 'device-waiting' },
    );
    expect(late.ok ? undefined : late.data.refusal).toBe('login_expired');
    const again = await api.call(
      'user/login',
      { account: person.username, password: goodPassword },
      { deviceId: `device-${person.username}` },
    );
    expect(again.ok && again.data).toHaveProperty('need');
  });
});

it('a password that is reset or changed while the account is locked is answered as ever', async () => {
  const person = await api.person();
  await press({}, person.token);
  const until = await freeze(db(), { userId: person.id, reason: 'passwordReset', now: api.clock.now() });
  expect(Math.abs(until - api.clock.now() - dayMs)).toBeLessThan(hourMs);
});

describe('orders that nobody can take back just now', () => {
  it('are asked for again until the books are there', async () => {
    const person = await api.person();
    await api.credit(person, 'USDT', '100');
    await placeTestOrder(api, person, order);
    const away = createTakeOrdersBack({ db: db(), exchange: offlineExchange });
    await expect(away(person.id)).rejects.toThrow('market_away');
    const there = createTakeOrdersBack({ db: db(), exchange: api.exchange });
    await there(person.id);
    await there(person.id);
    const open = await sql`
      select from app.trade_order where user_id = ${person.id} and status = 'wait'`.execute(db());
    expect(open.rows).toEqual([]);
  });
});

type Lift = { verify?: { challengeId: string; code: string }; loginPassword?: string; password?: string };

async function lift(
  token: string,
  { verify, loginPassword = goodPassword, password = newPassword }: Lift = {},
) {
  const input = { loginPassword, newPassword: password, confirm: password };
  const answer = await api.call('user/freeze/lift', verify === undefined ? input : { ...input, verify }, {
    token,
  });
  return answer.ok ? answer.data : answer.data.refusal;
}
async function liftCode({ email }: TestPerson, token: string) {
  const answer = await api.call('verify/start', { kind: 'user/freeze/lift', method: 'email' }, { token });
  if (!answer.ok) throw new Error(answer.msg);
  const code = /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '';
  return { challengeId: answer.data.challengeId, code };
}

describe('the owner’s way out of a lock', () => {
  it('is the login password, another one and a code, in this order; a day more follows', async () => {
    const person = await api.person();
    const { token } = person;
    expect(await lift(token)).toBe('nothing_to_lift');
    await press({}, token);
    const elsewhere = await login(person);
    expect(await lift(token, { password: 'weak' })).toBe('password_weak');
    expect(await lift(token, { password: goodPassword })).toBe('password_same');
    expect(await lift(token, { loginPassword: 'Wrong-pass-1!' })).toBe('password_incorrect');
    expect(await lift(token)).toBe('verification_required');
    const verify = await liftCode(person, token);
    expect(await lift(token, { verify: { ...verify, code: '000000' } })).toBe('verification_incorrect');
    expect(await freezesOf(token)).toEqual(ownLock);

    const done = await lift(token, { verify });
    if (typeof done === 'string') throw new Error(done);
    expect(done.freezes.map(({ area, reason, liftedBy }) => `${area} ${reason} ${liftedBy}`)).toEqual(
      locked.map((area) => `${area} lifted time`).toSorted(),
    );
    for (const { until } of done.freezes) expect((until ?? 0) - api.clock.now()).toBeGreaterThan(23 * hourMs);
    const info = await api.call('user/info', {}, { token });
    expect(info.ok && info.data.freezes).toEqual(done.freezes);
    expect(await isIn(elsewhere)).toBe(false);
    expect(await lift(token, { verify, loginPassword: newPassword, password: goodPassword })).toBe(
      'nothing_to_lift',
    );
    expect(await isIn(await login(person, newPassword))).toBe(true);
    expect(await eventsOf(person)).toContain('lockLifted');
    expect(await noticesOf(person, 'lockLifted')).toBe(1);
    const rows = await sql<{ by: string }>`
      select lifted_by as by from app.freeze where user_id = ${person.id} and reason = 'notMe'`.execute(db());
    expect(rows.rows.map(({ by }) => by)).toEqual(['self', 'self', 'self']);
  });

  it('lets nobody in who waits for a code with the old password', async () => {
    const person = await api.person();
    await press({}, person.token);
    const from = { deviceId: 'device-old-password' };
    const account = { account: person.username, password: goodPassword };
    const waiting = await api.call('user/login', account, from);
    if (!waiting.ok || 'token' in waiting.data) throw new Error('nothing waits');
    const { ticket } = waiting.data.need;
    await lift(person.token, { verify: await liftCode(person, person.token) });
    const late = await api.call('user/login/send', { ticket, method: 'email' }, from);
    expect(late.ok ? undefined : late.data.refusal).toBe('login_expired');
  });

  it('lifts what was copied as well, and nothing that time or the house ends', async () => {
    const person = await api.person();
    for (const reason of ['sessionCopied', 'payPasswordReset'] as const)
      await freeze(db(), { userId: person.id, reason, now: api.clock.now() });
    const verify = await liftCode(person, person.token);
    expect(await lift(person.token, { verify })).toMatchObject({ freezes: expect.any(Array) });
    const rows = await sql<{ reason: string }>`
      select distinct reason from app.freeze where user_id = ${person.id} and lifted_at is null
      order by reason`.execute(db());
    expect(rows.rows.map(({ reason }) => reason)).toEqual(['lifted', 'payPasswordReset']);
  });

  it('waits out a reset password: a mailbox alone does not come so far', async () => {
    const person = await api.person();
    await press({}, person.token);
    await freeze(db(), { userId: person.id, reason: 'passwordReset', now: api.clock.now() });
    expect(await lift(person.token)).toBe('credentials_frozen');
  });

  it('lets the ticket of what was lifted lock nothing a second time', async () => {
    const person = await api.person();
    const ticket = await ticketOf(person);
    await press({ ticket });
    const token = await login(person);
    await lift(token, { verify: await liftCode(person, token) });
    expect(await press({ ticket })).toEqual({ locked: [], next: 'login', wasUsed: true });
    expect(await isIn(token)).toBe(true);
  });
});
