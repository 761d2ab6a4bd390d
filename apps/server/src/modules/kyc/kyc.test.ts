import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../testing/api.ts';
import { goodPayPassword } from '../../../testing/api.ts';
import { stepMs } from '../../../testing/authenticator-code.ts';
import { checkPurchases, kycSteps, startKycApi } from '../../../testing/kyc-steps.ts';
import type { ScriptedCompany } from '../../../testing/kyc.ts';
import { annaRead, foundVerdict } from '../../../testing/kyc.ts';
/** A verification from its order to the level that it gives, through a company whose answers the test decides. */
import { lookNow } from './review/store.ts';

let api: TestApi;
let company: ScriptedCompany;
beforeAll(async () => {
  ({ api, company } = await startKycApi());
});
afterAll(async () => await api.close());
// Whatever a test did, the books explain every purchase.
afterEach(async () => await checkPurchases(api));

const db = () => api.databases.main;
const { verifiable, order, pay, paid, begin, pass, later, detail, statusOf, noticesOf } = kycSteps(() => api);

async function unearned(): Promise<string> {
  const found = await sql<{ balance: string }>`
    select coalesce(sum(balance), 0)::text as balance from ledger.account where owner_id is null and kind = 'unearned'`.execute(
    db(),
  );
  return found.rows[0]?.balance ?? '';
}

describe('an order', () => {
  it('is paid once with the password and the authenticator, and makes a record with a number', async () => {
    const person = await verifiable();
    expect((await statusOf(person)).nextStep).toBe('order');
    const orderId = await order(person);
    expect(await statusOf(person)).toMatchObject({ nextStep: 'pay', order: { orderId, status: 'pending' } });
    const before = await unearned();
    const requestId = crypto.randomUUID();
    const first = await pay(person, orderId, requestId);
    expect(first).toMatchObject({
      ok: true,
      data: { status: 'paid', authNo: expect.stringMatching(/^MK-/) },
    });
    expect(await api.available(person, 'USDT')).toBe('90.00000000');
    expect(BigInt(await unearned()) - BigInt(before)).toBe(10_00000000n);
    expect(await pay(person, orderId)).toMatchObject({ data: { refusal: 'order_over' } });
    expect(await api.available(person, 'USDT')).toBe('90.00000000');
    expect(await statusOf(person)).toMatchObject({
      nextStep: 'start',
      record: { status: 'notBound', use: 'unusable' },
    });
    expect(await noticesOf(person)).toEqual(['kycPaid']);
  });

  it('needs two-step verification, and asks again for digits that were used', async () => {
    const person = await api.person();
    const { token } = person;
    expect(await api.call('kyc/order/create', { purpose: 'system' }, { token })).toMatchObject({
      data: { refusal: 'two_step_missing' },
    });
    const bound = await verifiable();
    const orderId = await order(bound);
    const input = { orderId, currency: 'USDT', payPassword: goodPayPassword, google: '000000' };
    expect(await api.call('kyc/order/pay', input, { token: bound.token })).toMatchObject({
      data: { refusal: 'code_incorrect', field: 'google', facts: { left: 4 } },
    });
    expect(
      await api.call('kyc/order/pay', { ...input, payPassword: '111112' }, { token: bound.token }),
    ).toMatchObject({ data: { refusal: 'payment_password_incorrect' } });
    expect(await api.available(bound, 'USDT')).toBe('100.00000000');
  });

  it('refuses who has too little, and another one while one is open', async () => {
    const person = await verifiable('9.99999999');
    const orderId = await order(person);
    expect(await pay(person, orderId)).toMatchObject({ data: { refusal: 'insufficient_balance' } });
    expect(await api.call('kyc/order/create', { purpose: 'system' }, { token: person.token })).toMatchObject({
      data: { refusal: 'order_open' },
    });
  });

  it('cannot be paid a millisecond after its half hour, whether or not a job has run', async () => {
    const person = await verifiable();
    const orderId = await order(person);
    const opened = await api.call('kyc/order/detail', { orderId }, { token: person.token });
    if (!opened.ok) throw new Error(opened.msg);
    api.clock.move((opened.data.expires ?? 0) - api.clock.now() - stepMs);
    expect(await pay(person, orderId)).toMatchObject({ data: { refusal: 'order_overdue' } });
    await api.server.jobs['kycClock']?.({});
    const after = await api.call('kyc/order/detail', { orderId }, { token: person.token });
    expect(after).toMatchObject({ data: { status: 'overdue', expires: null } });
    api.clock.move(dayMs);
    await api.server.jobs['kycClock']?.({});
    expect(await api.call('kyc/order/detail', { orderId }, { token: person.token })).toMatchObject({
      data: {
        status: 'cancelled',
        timeline: [{ status: 'pending' }, { status: 'overdue' }, { status: 'cancelled' }],
      },
    });
    expect(await order(person)).not.toBe(orderId);
  });

  it('is cancelled by its owner alone, and not once it was paid', async () => {
    const [person, other] = [await verifiable(), await verifiable()];
    const orderId = await order(person);
    expect((await api.call('kyc/order/cancel', { orderId }, { token: other.token })).code).toBe(404);
    expect(await api.call('kyc/order/cancel', { orderId }, { token: person.token })).toMatchObject({
      data: { status: 'cancelled' },
    });
    const { orderId: paidId } = await paid(person);
    expect(await api.call('kyc/order/cancel', { orderId: paidId }, { token: person.token })).toMatchObject({
      data: { refusal: 'order_over' },
    });
  });
});

describe('the way through a company', () => {
  it('opens its page, waits, and gives the level and its limits at once', async () => {
    const person = await verifiable();
    const { orderId, authNo, id } = await paid(person);
    expect(await begin(person, authNo)).toMatchObject({ ok: true, data: { review: 'draft' } });
    const link = async () => await api.call('kyc/third/link', { authNo }, { token: person.token });
    expect(await link()).toMatchObject({ data: { state: 'opening', url: null } });
    await pass();
    expect(await link()).toMatchObject({ data: { state: 'open', url: `https://company.example/${id}` } });
    company.found.set(id, {
      ...foundVerdict(id, { outcome: 'passed', decidedAt: 1 }),
      phase: 'checking',
      outcome: null,
      decidedAt: null,
      read: null,
      items: [],
    });
    await later(2 * minuteMs);
    expect((await detail(person, authNo)).review).toBe('review');
    expect((await statusOf(person)).level).toBe(1);
    company.found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: api.clock.now() }));
    const before = await unearned();
    await later(hourMs);
    expect(await statusOf(person)).toMatchObject({ level: 3, nextStep: 'done', accepted: 10, items: 10 });
    expect(BigInt(before) - BigInt(await unearned())).toBe(10_00000000n);
    const seen = await detail(person, authNo);
    expect(seen).toMatchObject({
      review: 'approved',
      status: 'notBound',
      use: 'notUsed',
      maskedName: 'A*********EVA',
      document: {
        idType: 'passport',
        maskedNumber: expect.stringMatching(/^0\*{32}/),
        birthYear: '1990',
        expiry: '2034-01-01',
      },
    });
    expect(seen.timeline.map(({ review }) => review)).toEqual(['draft', 'submitted', 'review', 'approved']);
    expect(await api.call('kyc/order/detail', { orderId }, { token: person.token })).toMatchObject({
      data: { status: 'completed', result: 'approved' },
    });
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved']);
    const limits = await api.call('transfer/config', { currency: 'USDT' }, { token: person.token });
    expect(limits).toMatchObject({ data: { leftToday: expect.stringMatching(/^999\d\d/) } });
  });

  it('asks again for what was named alone, counts a verdict once, and ends after the third', async () => {
    const person = await verifiable();
    const { authNo, id } = await paid(person);
    const itemsEach: (readonly string[])[] = [];
    for (const left of [2, 1]) {
      expect((await begin(person, authNo)).ok).toBe(true);
      await pass();
      itemsEach.push(company.started.at(-1)?.items ?? []);
      company.found.set(
        id,
        foundVerdict(id, { outcome: 'again', decidedAt: api.clock.now(), again: ['idFront'] }),
      );
      await later(hourMs);
      await later(hourMs);
      const seen = await detail(person, authNo);
      expect(seen).toMatchObject({ review: 'again', attemptsLeft: left });
      expect(seen.items.filter(({ state }) => state !== 'accepted')).toEqual([
        { item: 'idFront', state: 'again', label: 'blurred', words: 'Please hold it still.' },
      ]);
    }
    expect([itemsEach[0]?.length, itemsEach[1]]).toEqual([10, ['idFront']]);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycAgain', 'kycAgain']);
    expect((await begin(person, authNo)).ok).toBe(true);
    await pass();
    company.found.set(
      id,
      foundVerdict(id, { outcome: 'again', decidedAt: api.clock.now(), again: ['idFront'] }),
    );
    await later(hourMs);
    expect(await detail(person, authNo)).toMatchObject({
      review: 'final',
      reason: 'attempts_used',
      attemptsLeft: 0,
    });
    expect(await begin(person, authNo)).toMatchObject({ data: { refusal: 'record_closed' } });
    expect((await statusOf(person)).nextStep).toBe('final');
  });

  it('lets no older verdict win, and believes no event', async () => {
    const person = await verifiable();
    const { authNo, id } = await paid(person);
    await begin(person, authNo);
    await pass();
    const now = api.clock.now();
    company.found.set(id, foundVerdict(id, { outcome: 'again', decidedAt: now, again: ['expiry'] }));
    await later(hourMs);
    company.found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: now - 1 }));
    await later(hourMs);
    expect((await detail(person, authNo)).review).toBe('again');
    company.found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: now + 1 }));
    await later(hourMs);
    expect((await detail(person, authNo)).review).toBe('approved');
    company.found.set(id, foundVerdict(id, { outcome: 'final', decidedAt: now }));
    await sql`update app.kyc_record set look_at = now() where id = ${id}`.execute(db());
    await later(hourMs);
    expect((await detail(person, authNo)).review).toBe('approved');
    company.found.set(id, foundVerdict(id, { outcome: 'final', decidedAt: now + 2 }));
    await sql`update app.kyc_record set look_at = now() where id = ${id}`.execute(db());
    await later(hourMs);
    expect(await detail(person, authNo)).toMatchObject({
      review: 'final',
      status: 'disabled',
      reason: 'withdrawn',
    });
    expect((await statusOf(person)).level).toBe(1);
  });

  /** A verdict falls while the company is asked: after what it reads, before its answer is here. */
  function passesMeanwhile(id: string): void {
    const verdict = foundVerdict(id, { outcome: 'passed', decidedAt: api.clock.now() });
    company.meanwhile = async () => {
      company.meanwhile = undefined;
      company.found.set(id, verdict);
      for (const { work } of api.server.partners)
        await lookNow(db(), { id, provider: work.provider, now: api.clock.now() });
    };
  }

  it('reads a verdict in the next round whose event comes while the company is asked', async () => {
    const person = await verifiable();
    const { authNo, id } = await paid(person);
    await begin(person, authNo);
    await pass();
    passesMeanwhile(id);
    await later(hourMs);
    expect((await detail(person, authNo)).review).toBe('draft');
    await pass();
    expect((await detail(person, authNo)).review).toBe('approved');
  });

  it('reads a verdict in the next round whose event comes before the answer to the request', async () => {
    const person = await verifiable();
    const { authNo, id } = await paid(person);
    await begin(person, authNo);
    passesMeanwhile(id);
    await pass();
    await pass();
    expect((await detail(person, authNo)).review).toBe('approved');
  });

  it('notices a withdrawal whose event was lost, and is silent about a company that is', async () => {
    const person = await verifiable();
    const { authNo, id } = await paid(person);
    await begin(person, authNo);
    await pass();
    const now = api.clock.now();
    company.found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: now }));
    await later(hourMs);
    company.isSilent = true;
    await later(25 * hourMs);
    expect(await detail(person, authNo)).toMatchObject({ review: 'approved', silentSince: null });
    company.isSilent = false;
    company.found.set(id, foundVerdict(id, { outcome: 'final', decidedAt: now + dayMs }));
    await later(25 * hourMs);
    expect(await detail(person, authNo)).toMatchObject({ review: 'final', reason: 'withdrawn' });
    await later(25 * hourMs);
    const looks = await sql`select look_at from app.kyc_record where id = ${id}`.execute(db());
    expect(looks.rows).toEqual([{ look_at: null }]);
  });

  it('approves nobody with an item missing, too young, or by a document that another account has', async () => {
    const soon = new Date(api.clock.now() + 29 * dayMs).toISOString().slice(0, 10);
    const first = await verifiable();
    const own = await paid(first);
    await begin(first, own.authNo);
    await pass();
    company.found.set(
      own.id,
      foundVerdict(own.id, { outcome: 'passed', decidedAt: api.clock.now(), read: annaRead }),
    );
    await later(hourMs);
    expect((await detail(first, own.authNo)).review).toBe('approved');
    const cases = [
      { without: ['liveness'] as const },
      { read: { ...annaRead, idNumber: 'X1', birthday: '2015-01-01' } },
      { read: { ...annaRead, idNumber: 'X2', expiry: soon } },
      { read: annaRead },
    ];
    for (const one of cases) {
      const person = await verifiable();
      const { authNo, id } = await paid(person);
      await begin(person, authNo);
      await pass();
      company.found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: api.clock.now(), ...one }));
      await later(hourMs);
      expect(await detail(person, authNo)).toMatchObject({ review: 'held', reason: null });
      expect((await statusOf(person)).nextStep).toBe('person');
    }
  });

  it('gives everything back when the company was away for 72 hours, once, and hears no late verdict', async () => {
    const person = await verifiable();
    const { orderId, authNo, id } = await paid(person);
    await begin(person, authNo);
    company.isSilent = true;
    await pass();
    await later(hourMs);
    expect((await detail(person, authNo)).silentSince).not.toBeNull();
    await later(71 * hourMs);
    await api.server.jobs['kycClock']?.({});
    expect(await api.available(person, 'USDT')).toBe('90.00000000');
    await later(2 * hourMs);
    await api.server.jobs['kycClock']?.({});
    await api.server.jobs['kycClock']?.({});
    expect(await api.available(person, 'USDT')).toBe('100.00000000');
    company.isSilent = false;
    company.found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: api.clock.now() }));
    await sql`update app.kyc_record set look_at = now() where id = ${id}`.execute(db());
    await later(hourMs);
    expect(await detail(person, authNo)).toMatchObject({ review: 'final', reason: 'provider_away' });
    expect(await statusOf(person)).toMatchObject({ level: 1, nextStep: 'order' });
    expect(await api.call('kyc/order/detail', { orderId }, { token: person.token })).toMatchObject({
      data: { status: 'cancelled' },
    });
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycRefunded']);
  });

  it('takes no agreement but the one that holds, and answers a foreign record as a missing one', async () => {
    const [person, other] = [await verifiable(), await verifiable()];
    const { authNo } = await paid(person);
    const input = { authNo, provider: 'democompany', agreed: { contentId: 'kyc-demo-company', version: 2 } };
    expect(await api.call('kyc/third/start', input, { token: person.token })).toMatchObject({
      data: { refusal: 'agreement_missing' },
    });
    expect(
      await api.call('kyc/third/start', { ...input, provider: 'nobody' }, { token: person.token }),
    ).toMatchObject({ data: { refusal: 'provider_unavailable' } });
    const foreign = await api.raw('kyc/detail', { authNo }, { token: other.token });
    const missing = await api.raw('kyc/detail', { authNo: 'MK-0000000000' }, { token: other.token });
    expect(foreign).toEqual(missing);
  });
});
