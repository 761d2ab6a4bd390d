import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { freeze } from '../src/modules/spending/freeze.ts';
import type { TestPerson, TestApi } from '../testing/api.ts';
import { goodPayPassword, startTestApi } from '../testing/api.ts';

let api: TestApi;
let anna: TestPerson;
let boris: TestPerson;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());
beforeEach(async () => {
  anna = await api.person();
  boris = await api.person();
  await api.credit(anna, 'USDT', '100');
});

type Changes = Partial<{
  to: string;
  currency: string;
  amount: string;
  amountConfirm: string;
  note: string;
  payPassword: string;
  verify: { challengeId: string; code: string };
}>;

async function send(changes: Changes = {}, options: { token?: string; requestId?: string } = {}) {
  const amount = changes.amount ?? '12.34';
  const input = {
    to: boris.username,
    currency: 'USDT',
    amount,
    amountConfirm: amount,
    payPassword: goodPayPassword,
    ...changes,
  };
  return await api.call('transfer/internal', input, { token: anna.token, ...options });
}

async function balances(): Promise<[string, string]> {
  return [await api.available(anna, 'USDT'), await api.available(boris, 'USDT')];
}

async function billsOf(person: TestPerson) {
  const answer = await api.call('bill/list', {}, { token: person.token });
  return answer.ok ? answer.data.list : [];
}

/** What a refused transfer said, and the balances after it. */
async function refusalOf(changes: Changes) {
  const answer = await send(changes);
  return {
    no: answer.ok ? 'sent' : answer.data.refusal,
    field: answer.ok ? undefined : answer.data.field,
    msg: answer.msg,
    left: await balances(),
  };
}

const untouched = ['100.00000000', '0.00000000'];

describe('an internal transfer', () => {
  it('moves the amount and both see it in their bills, the note only by the sender', async () => {
    const answer = await send({ note: 'for the coffee' });
    expect(answer.code).toBe(200);
    expect(await balances()).toEqual(['87.66000000', '12.34000000']);
    const [mine] = await billsOf(anna);
    const [theirs] = await billsOf(boris);
    expect([mine?.type, mine?.direction, mine?.amount, mine?.status]).toEqual([
      'TRANSFER',
      'out',
      '12.34000000',
      'success',
    ]);
    expect([theirs?.type, theirs?.direction, theirs?.amount, theirs?.status]).toEqual([
      'COLLECTION',
      'in',
      '12.34000000',
      'success',
    ]);
    const detail = await api.call('bill/detail', { id: mine?.id ?? '' }, { token: anna.token });
    const theirDetail = await api.call('bill/detail', { id: theirs?.id ?? '' }, { token: boris.token });
    expect(detail.ok && detail.data.note).toBe('for the coffee');
    expect(theirDetail.ok && theirDetail.data.note).toBeNull();
  });

  it('moves fiat money as it moves coins: to the cent, and yen whole', async () => {
    await api.credit(anna, 'EUR', '20.05');
    await api.credit(anna, 'JPY', '900');
    expect(await send({ currency: 'EUR', amount: '0.05' })).toMatchObject({ code: 200 });
    expect(await send({ currency: 'JPY', amount: '150', amountConfirm: '150.00' })).toMatchObject({
      code: 200,
    });
    expect(await api.available(boris, 'EUR')).toBe('0.05');
    expect(await api.available(boris, 'JPY')).toBe('150.00');
    const amounts = (await billsOf(boris)).map(({ currency, amount, decimals }) => [
      currency,
      amount,
      decimals,
    ]);
    expect(amounts).toEqual([
      ['JPY', '150.00', 0],
      ['EUR', '0.05', 2],
    ]);
    for (const [currency, amount, scale] of [
      ['JPY', '1.50', 0],
      ['EUR', '0.005', 2],
    ] as const) {
      const { data } = await send({ currency, amount });
      expect(data).toMatchObject({
        refusal: 'too_many_decimals',
        field: 'amount',
        facts: { scale, currency },
      });
    }
    const terms = await api.call('transfer/config', { currency: 'JPY' }, { token: anna.token });
    expect(terms.data).toMatchObject({ scale: 0, min: '1', available: '750', fee: '0' });
  });

  it('is explained by postings that sum to the balance', async () => {
    await send();
    const answer = await api.call('wallet/asset/explain', { currency: 'USDT' }, { token: anna.token });
    if (!answer.ok) throw new Error(answer.msg);
    expect(answer.data.list.map(({ delta, after }) => [delta, after])).toEqual([
      ['-12.34000000', '87.66000000'],
      ['100.00000000', '100.00000000'],
    ]);
    expect(answer.data.available).toBe('87.66000000');
    expect(answer.data.list[0]?.billId).toBe((await billsOf(anna))[0]?.id);
  });

  it('finds its payee by username in any case, e-mail and internal code', async () => {
    const info = await api.call('user/info', {}, { token: boris.token });
    const uid = info.ok ? info.data.uid : '';
    for (const to of [boris.username.toUpperCase(), boris.email, uid]) {
      const answer = await send({ to, amount: '1' });
      expect([to, answer.code]).toEqual([to, 200]);
    }
  });
});

describe('a transfer is refused, and nothing moves,', () => {
  it('when the amounts differ', async () => {
    expect(await refusalOf({ amount: '12.34', amountConfirm: '12.43' })).toMatchObject({
      no: 'amounts_differ',
      field: 'amountConfirm',
      left: untouched,
    });
  });
  it('but not when they differ in trailing zeros only', async () => {
    expect((await send({ amount: '12.3', amountConfirm: '12.30' })).code).toBe(200);
  });
  it('when the amount has more decimals than the asset', async () => {
    expect(await refusalOf({ currency: 'EUR', amount: '1.234' })).toMatchObject({
      no: 'too_many_decimals',
      field: 'amount',
      left: untouched,
    });
  });
  it('when the amount is zero or below the minimum', async () => {
    expect(await refusalOf({ amount: '0' })).toMatchObject({
      no: 'amount_below_minimum',
      field: 'amount',
      left: untouched,
    });
    expect(await refusalOf({ amount: '0.009' })).toMatchObject({
      no: 'amount_below_minimum',
      field: 'amount',
      left: untouched,
    });
  });
  it('when it is more than there is', async () => {
    const answer = await refusalOf({ amount: '100.00000001' });
    expect(answer).toMatchObject({ no: 'insufficient_balance', field: 'amount', left: untouched });
    expect(answer.msg).toBe('Insufficient wallet balance, please recharge first');
  });
  it('when nobody has that name', async () => {
    expect(await refusalOf({ to: 'nobodyhere' })).toMatchObject({
      no: 'payee_not_found',
      field: 'to',
      left: untouched,
    });
  });
  it('when it goes to oneself', async () => {
    expect(await refusalOf({ to: anna.email })).toMatchObject({
      no: 'payee_is_self',
      field: 'to',
      left: untouched,
    });
  });
  it('when the payment password is wrong, with the words of the specification and the tries left', async () => {
    const answer = await send({ payPassword: '000001' });
    expect(answer.ok ? '' : answer.data).toMatchObject({
      refusal: 'payment_password_incorrect',
      facts: { left: 4 },
    });
    expect(answer.msg).toContain('Sorry, your payment password is incorrect, please re-enter');
  });
  it('when the day has no room left, even for somebody who may verify', async () => {
    await api.credit(anna, 'USDT', '5000');
    const answer = await send({ amount: '2500' });
    expect(answer.ok ? 'sent' : answer.data.refusal).toBe('limit_exceeded');
  });
  it('when the day has no room left, although the source of rates is away', async () => {
    await api.credit(anna, 'USDT', '5000');
    await sql`update app.rate set fetched_at = now() - interval '1 day'`.execute(api.databases.main);
    const answer = await send({ amount: '2500' });
    const small = await send({ amount: '1' });
    await api.refreshRates();
    expect(answer.ok ? 'sent' : answer.data.refusal).toBe('limit_exceeded');
    expect(small.ok ? 'sent' : small.data.refusal).toBe('verification_required');
  });
  it('while payouts are frozen', async () => {
    await freeze(api.databases.main, { userId: anna.id, reason: 'passwordChanged', now: api.clock.now() });
    expect(await refusalOf({})).toMatchObject({ no: 'payouts_frozen', left: untouched });
  });
});

describe('applied once', () => {
  it('answers the same request with the same answer and moves once', async () => {
    const requestId = randomUUID();
    const first = await send({}, { requestId });
    const second = await send({}, { requestId });
    expect(second).toEqual(first);
    expect(await balances()).toEqual(['87.66000000', '12.34000000']);
  });

  it('lets fifty parallel taps move once', async () => {
    const requestId = randomUUID();
    const answer = await Promise.all(Array.from({ length: 50 }, async () => await send({}, { requestId })));
    const bills = new Set(
      answer
        .map((one) => (one.ok ? one.data.billId : `refused ${one.code}`))
        .filter((bill) => !bill.includes('503')),
    );
    expect(bills.size).toBe(1);
    expect(await balances()).toEqual(['87.66000000', '12.34000000']);
  });

  it('refuses the same id with another body', async () => {
    const requestId = randomUUID();
    await send({}, { requestId });
    const answer = await send({ amount: '1' }, { requestId });
    expect(answer.code).toBe(409);
    expect(await balances()).toEqual(['87.66000000', '12.34000000']);
  });

  it('leaves the id free after a mistyped payment password', async () => {
    const requestId = randomUUID();
    expect((await send({ payPassword: '000001' }, { requestId })).code).toBe(422);
    expect((await send({}, { requestId })).code).toBe(200);
    expect(await balances()).toEqual(['87.66000000', '12.34000000']);
  });

  it('still knows the id when its answer is gone, and names the bill', async () => {
    const requestId = randomUUID();
    const first = await send({}, { requestId });
    await sql`update app.request_key set answer = null where request_id = ${requestId}`.execute(
      api.databases.main,
    );
    const later = await send({}, { requestId });
    expect(later.ok ? '' : later.data).toMatchObject({
      refusal: 'already_applied',
      facts: { id: first.ok ? first.data.billId : 'none' },
    });
    expect(await balances()).toEqual(['87.66000000', '12.34000000']);
  });

  it('lets fifty different parallel transfers spend exactly what is there', { timeout: 60_000 }, async () => {
    const answer = await Promise.all(Array.from({ length: 50 }, async () => await send({ amount: '19' })));
    expect(answer.filter((one) => one.ok).length).toBe(5);
    expect(await balances()).toEqual(['5.00000000', '95.00000000']);
  });
});

describe('the sixth transfer', () => {
  async function startCode(amount: string, to = boris.username) {
    const answer = await api.call(
      'verify/start',
      { kind: 'transfer/internal', subject: { to, currency: 'USDT', amount }, method: 'email' },
      { token: anna.token },
    );
    if (!answer.ok) throw new Error(answer.msg);
    const mail = await api.lastMail(anna.email);
    return {
      challengeId: answer.data.challengeId,
      code: /\b(\d{6})\b/.exec(mail)?.[1] ?? '',
      mail,
      summary: answer.data.summary,
    };
  }

  beforeEach(async () => {
    for (let count = 0; count < 5; count += 1) await send({ amount: '1' });
  });

  it('asks for a code, which names amount and payee and works for them alone', async () => {
    const answer = await send({ amount: '2' });
    expect(answer.ok ? '' : answer.data).toMatchObject({
      refusal: 'verification_required',
      facts: { kind: 'transfer/internal', methods: ['email'] },
    });
    const { challengeId, code, mail, summary } = await startCode('2');
    expect(mail).toContain('2');
    expect(summary).toMatchObject({ currency: 'USDT', amount: '2.00', fee: '0.00' });
    expect((await send({ amount: '2', verify: { challengeId, code } })).code).toBe(200);
    expect(await balances()).toEqual(['93.00000000', '7.00000000']);
  });

  it.each([
    ['another amount', { amount: '3' }],
    ['another payee', { amount: '2', to: 'theother' }],
  ])('refuses the code for %s and voids it', async (_what, changes) => {
    if (
      'to' in changes &&
      (await api.call('payee/lookup', { to: 'theother' }, { token: anna.token })).code !== 200
    )
      await api.person('theother');
    const { challengeId, code } = await startCode('2');
    const other = await send({ ...changes, verify: { challengeId, code } });
    expect(other.ok ? 'sent' : other.data.refusal).toBe('verification_void');
    const again = await send({ amount: '2', verify: { challengeId, code } });
    expect(again.ok ? 'sent' : again.data.refusal).toBe('verification_void');
    expect(await balances()).toEqual(['95.00000000', '5.00000000']);
  });

  it('keeps the code usable when the operation itself was refused', async () => {
    const { challengeId, code } = await startCode('2');
    const wrong = await send({ amount: '2', payPassword: '000001', verify: { challengeId, code } });
    expect(wrong.ok ? 'sent' : wrong.data.refusal).toBe('payment_password_incorrect');
    expect((await send({ amount: '2', verify: { challengeId, code } })).code).toBe(200);
  });

  it('uses a code once', async () => {
    const { challengeId, code } = await startCode('2');
    const answer = await Promise.all(
      Array.from({ length: 10 }, async () => await send({ amount: '2', verify: { challengeId, code } })),
    );
    expect(answer.filter((one) => one.ok).length).toBe(1);
  });
});
