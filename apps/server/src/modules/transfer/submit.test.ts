import { randomUUID } from 'node:crypto';

import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { quoteSeconds } from '@marigold/contract/calls/transfer';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPayPassword, startTestApi } from '../../../testing/api.ts';
import type { QuoteChanges, Submitting } from '../../../testing/transfers.ts';
import {
  moneyOf,
  noOf,
  openChain,
  ownAccount,
  seenDayAgo,
  shop,
  transfersOf,
  addressOf,
} from '../../../testing/transfers.ts';
import { openOwner } from '../../platform/database/database.ts';
import { bytesOf } from '../chain/registry.ts';
import { freeze } from '../spending/freeze.ts';

let api: TestApi;
let owner: ReturnType<typeof openOwner>;
let person: TestPerson;
let anna: ReturnType<typeof transfersOf>;

beforeAll(async () => {
  api = await startTestApi();
  owner = openOwner(api.ownerUrl);
  await openChain(api);
});
afterAll(async () => {
  await owner.close();
  await api.close();
});
beforeEach(async () => {
  // A test before may have moved the clock on, and a stale rate asks for a code each time.
  await api.refreshRates();
  person = await api.person();
  await api.credit(person, 'USDT', '1500');
  // Whatever else a test is about, it sends to no new address.
  await seenDayAgo(api, person);
  anna = transfersOf(api, person);
});

describe('an on-chain transfer', () => {
  it('holds the amount at once and says how far it is', async () => {
    const { quoteId } = await anna.quoted();
    const answer = await anna.submit({ quoteId, note: 'for the lamp' });
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    expect(answer.data.status).toBe('waiting');
    expect(await api.available(person, 'USDT')).toBe('1475.00000000');
    expect(await anna.detail(answer.data.billId)).toMatchObject({
      state: 'waiting',
      amount: '25.00000000',
      fee: '5.00000000',
      receipt: '20.00000000',
      address: addressOf(shop),
      confirmations: 0,
      required: 12,
      canCancel: true,
      riskId: null,
      timeline: [{ state: 'waiting' }],
    });
    const boris = await api.person();
    const theirs = await api.call('transfer/detail', { id: answer.data.billId }, { token: boris.token });
    expect(theirs.code).toBe(404);
  });

  it('is refused where the recipient began to refuse after the quote, and taken while the chain is away', async () => {
    const { quoteId } = await anna.quoted();
    const plain = api.chain.rehearse.bind(api.chain);
    api.chain.rehearse = async () => await Promise.resolve('refused');
    expect(noOf(await anna.submit({ quoteId }))).toBe('recipient_refuses');
    expect(await api.available(person, 'USDT')).toBe('1500.00000000');
    api.chain.rehearse = plain;
    api.chain.faults.isDown = true;
    expect((await anna.submit({ quoteId })).ok).toBe(true);
    api.chain.faults.isDown = false;
  });

  it('is ordered once by fifty taps on one quote, and once by one request that comes twice', async () => {
    const { quoteId } = await anna.quoted();
    const all = await Promise.all(Array.from({ length: 50 }, async () => await anna.submit({ quoteId })));
    expect(all.filter((one) => one.ok).length).toBe(1);
    // Some find no connection in time and are told to come again.
    const noes = new Set(all.map(noOf));
    expect([...noes].filter((no) => !['done', 'quote_used', 'unavailable'].includes(no))).toEqual([]);
    expect(await api.available(person, 'USDT')).toBe('1475.00000000');
    const requestId = randomUUID();
    const again = (await anna.quoted({ amount: '20' })).quoteId;
    const first = await anna.submit({ quoteId: again, amount: '20' }, { requestId });
    expect(await anna.submit({ quoteId: again, amount: '20' }, { requestId })).toEqual(first);
    expect(await api.available(person, 'USDT')).toBe('1455.00000000');
  });

  it('comes back whole when it is cancelled in time, once', async () => {
    const answer = await anna.pay();
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    const id = answer.data.billId;
    const boris = await api.person();
    expect((await api.call('transfer/cancel', { id }, { token: boris.token })).code).toBe(404);
    const done = await api.call('transfer/cancel', { id }, { token: person.token });
    expect(done).toMatchObject({ ok: true, data: { state: 'cancelled' } });
    expect(await api.available(person, 'USDT')).toBe('1500.00000000');
    const refunds = await api.call('bill/list', { type: 'TRANSFER_REFUND' }, { token: person.token });
    expect(refunds).toMatchObject({ data: { list: [{ amount: '25.00000000', currency: 'USDT' }] } });
    expect(noOf(await api.call('transfer/cancel', { id }, { token: person.token }))).toBe(
      'transfer_too_late',
    );
    expect(await anna.detail(id)).toMatchObject({
      state: 'cancelled',
      canCancel: false,
      reason: 'cancelled_by_you',
    });
    expect(await api.available(person, 'USDT')).toBe('1500.00000000');
  });

  it('to an address of somebody here moves inside Marigold, free and at once', async () => {
    const boris = await api.person();
    const address = await transfersOf(api, boris).address();
    const quote = await anna.quoted({ address, amount: '0.05' });
    expect(quote).toMatchObject({ fee: '0.00000000', receipt: '0.05000000', minutes: 0 });
    expect(quote.internal).toContain('*');
    const answer = await anna.submit({ quoteId: quote.quoteId, amount: '0.05' });
    expect(answer).toMatchObject({ ok: true, data: { status: 'success' } });
    expect(await api.available(boris, 'USDT')).toBe('0.05000000');
    expect(await api.available(person, 'USDT')).toBe('1499.95000000');
    expect(noOf(await anna.submit({ quoteId: quote.quoteId, amount: '0.05' }))).toBe('quote_used');
    expect((await anna.quoted({ address })).warnings).toEqual([]);
  });
});

describe('an order is refused, and nothing moves,', () => {
  /** What was said, and whether anything is another than before. */
  async function refusalOf(changes: Submitting) {
    const before = await moneyOf(api);
    const answer = await anna.submit(changes);
    expect(answer.msg).not.toMatch(/[{}]/);
    const hasMoved = JSON.stringify(await moneyOf(api)) !== JSON.stringify(before);
    return { no: noOf(answer), field: answer.ok ? undefined : answer.data.field, hasMoved };
  }
  const no = (refusal: string, field?: string) => ({
    no: refusal,
    hasMoved: false,
    ...(field === undefined ? {} : { field }),
  });

  it('on terms that nobody gave, of somebody else, used, or older than a minute', async () => {
    expect(await refusalOf({ quoteId: randomUUID() })).toMatchObject(no('quote_unknown'));
    const { quoteId } = await anna.quoted();
    const boris = await api.person();
    expect(noOf(await transfersOf(api, boris).submit({ quoteId }))).toBe('quote_unknown');
    api.clock.move(quoteSeconds * 1000);
    expect(await refusalOf({ quoteId })).toMatchObject(no('quote_expired'));
    const fresh = await anna.quoted();
    expect((await anna.submit({ quoteId: fresh.quoteId })).ok).toBe(true);
    expect(await refusalOf({ quoteId: fresh.quoteId })).toMatchObject(no('quote_used'));
  });

  it('when the amount is another one, or not the same twice', async () => {
    const { quoteId } = await anna.quoted();
    expect(await refusalOf({ quoteId, amount: '26' })).toMatchObject(no('quote_changed', 'amount'));
    expect(await refusalOf({ quoteId, amount: '25', amountConfirm: '26' })).toMatchObject(
      no('amounts_differ', 'amountConfirm'),
    );
    expect(await refusalOf({ quoteId, amount: '25.000000001' })).toMatchObject(no('quote_changed', 'amount'));
    expect((await anna.submit({ quoteId, amount: '25.0', amountConfirm: '25.00' })).ok).toBe(true);
  });

  it('when the address has become somebody else since, or the way was closed', async () => {
    const stranger = fakeAccount('becomes ours');
    const { quoteId } = await anna.quoted({ address: addressOf(stranger) });
    const closing = await anna.quoted();
    await ownAccount(api.databases.main, 'gas', stranger);
    expect(await refusalOf({ quoteId })).toMatchObject(no('quote_changed'));
    await sql`update app.chain_cursor set halted_at = now(), halted_reason = 'too deep'`.execute(
      api.databases.main,
    );
    expect(await refusalOf({ quoteId: closing.quoteId })).toMatchObject(no('payouts_closed'));
    await sql`update app.chain_cursor set halted_at = null, halted_reason = null`.execute(api.databases.main);
  });

  it('while payouts are frozen, and with a wrong payment password', async () => {
    const { quoteId } = await anna.quoted();
    expect(await refusalOf({ quoteId, payPassword: '000001' })).toMatchObject(
      no('payment_password_incorrect'),
    );
    await freeze(api.databases.main, { userId: person.id, reason: 'passwordChanged', now: api.clock.now() });
    expect(await refusalOf({ quoteId })).toMatchObject(no('payouts_frozen'));
  });

  it('above what the day leaves on chains, which counts what went out there and what went to friends', async () => {
    const boris = await api.person();
    await sql`update app.rate set usd = 1 where asset = 'USDT'`.execute(api.databases.main);
    const dear = await anna.quoted({ amount: '1001' });
    expect(await refusalOf({ quoteId: dear.quoteId, amount: '1001' })).toMatchObject(
      no('limit_exceeded', 'amount'),
    );
    const left = async (chain?: string) => {
      const input = chain === undefined ? { currency: 'USDT' } : { currency: 'USDT', chain };
      const answer = await api.call('transfer/config', input, { token: person.token });
      return answer.ok ? [answer.data.leftToday, answer.data.available] : answer;
    };
    expect(await left('eth')).toEqual(['1000.00', '1500.00000000']);
    expect(await left()).toEqual(['2000.00', '1500.00000000']);
    const paid = await anna.pay({ amount: '25' });
    expect(await left('eth')).toEqual(['975.00', '1475.00000000']);
    expect(await left()).toEqual(['1975.00', '1475.00000000']);
    await sql`
      insert into app.transfer (id, sender_id, recipient_id, asset, units, usd, journal_id, created_at)
      select ${randomUUID()}, ${person.id}, ${boris.id}, 'USDT', 1, 1500, 1, ${new Date(api.clock.now())}`.execute(
      api.databases.main,
    );
    expect(await left('eth')).toEqual(['475.00', '1475.00000000']);
    // What came back never left, whichever way it ended.
    if (paid.ok) await api.call('transfer/cancel', { id: paid.data.billId }, { token: person.token });
    for (const state of ['cancelled', 'rejected', 'failed']) {
      await sql`update app.payout set state = ${state} where user_id = ${person.id}`.execute(
        api.databases.main,
      );
      expect([state, await left('eth')]).toEqual([state, ['500.00', '1500.00000000']]);
    }
  });

  it('when it is more than there is', async () => {
    const poor = await api.person();
    await api.credit(poor, 'USDT', '24.99999999');
    expect(noOf(await transfersOf(api, poor).pay())).toBe('insufficient_balance');
    expect(await api.available(poor, 'USDT')).toBe('24.99999999');
  });

  it('when it would leave less than what is not final yet, inside Marigold as well', async () => {
    await lockDeposit(person, 1490);
    const { quoteId } = await anna.quoted();
    expect(await refusalOf({ quoteId })).toMatchObject(no('funds_locked', 'amount'));
    const boris = await api.person();
    const internal = { to: boris.username, currency: 'USDT', amount: '10.01', amountConfirm: '10.01' };
    const answer = await api.call(
      'transfer/internal',
      { ...internal, payPassword: goodPayPassword },
      { token: person.token },
    );
    expect(answer).toMatchObject({
      data: { refusal: 'funds_locked', facts: { currency: 'USDT', locked: '1490.00' } },
    });
    const config = await api.call('transfer/config', { currency: 'USDT' }, { token: person.token });
    expect(config.data).toMatchObject({ available: '1500.00000000', locked: '1490.00000000' });
    // Anything that is worth as much covers it.
    await api.credit(person, 'USDC', '25');
    expect((await anna.submit({ quoteId })).ok).toBe(true);
  });
});

/** A deposit of so many USDT that was credited and is not final. */
async function lockDeposit(person: TestPerson, amount: number): Promise<void> {
  await transfersOf(api, person).address();
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, from_account, amount, state, height,
      block_hash, units, lock_units, seen_at)
    select ${randomUUID()}, 'eth', ${randomUUID()}, 0, w.id, ${person.id}, 'USDT', ${bytesOf(shop)}, ${amount * 1e6},
      'can-trade', 100, '0x01', ${String(amount * 1e8)}, ${String(amount * 1e8)}, now()
    from app.chain_address w where w.user_id = ${person.id}`.execute(api.databases.main);
}

describe('a code for an on-chain transfer', () => {
  it('names amount, fee, the whole address and the chain, and keeps the terms open', async () => {
    const { quoteId } = await anna.quoted({ amount: '40' });
    expect(await anna.submit({ quoteId, amount: '40' })).toMatchObject({
      data: { refusal: 'verification_required', facts: { kind: 'transfer/submit', methods: ['email'] } },
    });
    const answer = await api.call(
      'verify/start',
      { kind: 'transfer/submit', subject: { quoteId }, method: 'email' },
      { token: person.token },
    );
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    expect(answer.data.summary).toEqual({
      currency: 'USDT',
      amount: '40.00',
      fee: '5.00',
      payee: addressOf(shop),
      chain: 'eth',
    });
    const mail = await api.lastMail(person.email);
    for (const words of ['40', '5', addressOf(shop), 'Ethereum']) expect(mail).toContain(words);
    // A quarter of a minute before the code ends the terms still hold.
    api.clock.move(285_000);
    const code = /\b(\d{6})\b/.exec(mail)?.[1] ?? '';
    const verify = { challengeId: answer.data.challengeId, code };
    expect((await anna.submit({ quoteId, amount: '40', verify })).ok).toBe(true);
  });

  it('does not keep terms open for ever by being asked for again and again', async () => {
    const { quoteId } = await anna.quoted({ amount: '40' });
    const start = async () =>
      await api.call(
        'verify/start',
        { kind: 'transfer/submit', subject: { quoteId }, method: 'email' },
        { token: person.token },
      );
    expect((await start()).ok).toBe(true);
    api.clock.move(4 * minuteMs);
    expect((await start()).ok).toBe(true);
    api.clock.move(4 * minuteMs);
    expect((await start()).ok).toBe(true);
    api.clock.move(4 * minuteMs);
    expect(noOf(await start())).toBe('quote_expired');
  });

  const otherShop = fakeAccount('another shop');
  const others: readonly (readonly [string, QuoteChanges, () => Promise<void>])[] = [
    ['another amount', { amount: '41' }, async () => undefined],
    [
      'another address',
      { address: addressOf(otherShop) },
      async () => await seenDayAgo(api, person, otherShop),
    ],
    ['another currency', { currency: 'USDC' }, async () => undefined],
    [
      'another fee',
      {},
      async () =>
        void (await sql`update app.chain_asset set fee_units = 600000000 where asset = 'USDT'`.execute(
          owner.db,
        )),
    ],
  ];

  it.each(others)('is void for %s, and nothing moves', async (_what, changes, change) => {
    await api.credit(person, 'USDC', '1000');
    const first = await anna.quoted({ amount: '40' });
    const { verify } = await anna.codeFor(first.quoteId);
    await change();
    const second = await anna.quoted({ amount: '40', ...changes });
    await sql`update app.chain_asset set fee_units = 500000000 where asset = 'USDT'`.execute(owner.db);
    const before = await moneyOf(api);
    const answer = await anna.submit({ quoteId: second.quoteId, amount: changes.amount ?? '40', verify });
    expect(noOf(answer)).toBe('verification_void');
    expect(noOf(await anna.submit({ quoteId: first.quoteId, amount: '40', verify }))).toBe(
      'verification_void',
    );
    expect(await moneyOf(api)).toEqual(before);
  });

  it('is asked for after five payments, on chains and to friends together', async () => {
    const boris = await api.person();
    for (let count = 0; count < 3; count += 1) {
      const input = { to: boris.username, currency: 'USDT', amount: '1', amountConfirm: '1' };
      await api.call(
        'transfer/internal',
        { ...input, payPassword: goodPayPassword },
        { token: person.token },
      );
    }
    for (let count = 0; count < 2; count += 1) {
      const { quoteId } = await anna.quoted({ amount: '20' });
      expect(noOf(await anna.submit({ quoteId, amount: '20' }))).toBe('done');
    }
    const { quoteId } = await anna.quoted({ amount: '20' });
    expect(noOf(await anna.submit({ quoteId, amount: '20' }))).toBe('verification_required');
  });
});
