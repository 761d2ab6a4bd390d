/** A transfer from the approval to its end, over real intents: what is said, what is kept, and under which id it is sent. */
import { describe, expect, it } from 'vitest';

import { memoryStorage } from '../../../lib/device/storage.ts';
import { type ApiCall, NetworkFailure } from '../../../lib/http/api.ts';
import { createIntents } from '../../../lib/intents/once.ts';
import type { ChainOrder, TransferOrder } from '../form/order.ts';
import { createPayments, proofsRetentionMs, sentKey } from './payment.ts';
import { hasUnanswered, sendOrder } from './send-order.ts';

const order: TransferOrder = {
  kind: 'internal',
  to: 'boris',
  payee: 'b*ris',
  currency: 'USDT',
  decimals: 2,
  amount: '12.34',
  again: '12.34',
  fee: '0',
  recipientGets: '12.34',
  note: 'rent',
};
const chainOrder: ChainOrder = {
  kind: 'onChain',
  quoteId: '018f3c1e-1111-7000-8000-000000000001',
  chain: 'eth',
  network: 'Ethereum (ERC20)',
  address: '0x8f3A2d5C0b1E4f6a7B8c9D0e1F2a3B4c5D6e91Ac',
  name: null,
  internal: null,
  warnings: [],
  payeeLock: null,
  minutes: 3,
  deadline: 1_795_000_060_000,
  currency: 'USDT',
  decimals: 2,
  amount: '250',
  again: '250',
  fee: '1.5',
  recipientGets: '248.5',
  note: 'rent',
};
const proofs = { payPassword: '246810' };
const applied = { ok: true, data: { billId: 'bill', status: 'success' } } as const;
const incorrect = {
  ok: false,
  kind: 'refusal',
  refusal: 'payment_password_incorrect',
  facts: { left: 4 },
  msg: 'No',
};

/** Payments over a storage that outlives them, as local storage outlives a page. */
function arrange(storage = memoryStorage()) {
  const state = {
    now: 1_795_000_000_000,
    uid: 'alice',
    done: 0,
    answer: async (): Promise<unknown> => applied,
  };
  const sent: { requestId: string; payPassword: string; quoteId?: string; amountConfirm?: string }[] = [];
  let made = 0;
  const intents = createIntents({
    storage,
    call: (async (_path: string, input: { requestId: string; payPassword: string }) => {
      sent.push(input);
      return await state.answer();
    }) as unknown as ApiCall,
    clock: () => state.now,
    newId: () => `${state.now}-${(made += 1)}`,
    scope: () => state.uid,
  });
  const payments = createPayments({
    send: async (order, given) => await sendOrder(intents, order, given),
    hasUnanswered: (mode) => hasUnanswered(intents, mode),
    storage,
    uid: () => state.uid,
    clock: () => state.now,
    onDone: () => void (state.done += 1),
  });
  const lose = (isTimeout = false) => {
    state.answer = async () => {
      throw new NetworkFailure(isTimeout, undefined);
    };
  };
  const answerWith = (answer: unknown) => {
    state.answer = async () => answer;
  };
  return { payments, state, storage, sent, lose, answerWith };
}

const ids = (sent: readonly { requestId: string }[]) => new Set(sent.map(({ requestId }) => requestId)).size;

describe('a transfer that is answered', () => {
  it('is done, and nothing of it stays on the device', async () => {
    const { payments, state, storage } = arrange();
    expect(await payments.pay(order, proofs)).toBeUndefined();
    expect(payments.state.get()).toEqual({ kind: 'done', order, billId: 'bill' });
    expect([state.done, storage.getItem(sentKey), payments.canRepeat()]).toEqual([1, null, false]);
  });

  it('is done as well when the server remembers it from a day ago', async () => {
    const { payments, answerWith } = arrange();
    answerWith({ ok: false, kind: 'refusal', refusal: 'already_applied', facts: { id: 'old' }, msg: '' });
    await payments.pay(order, proofs);
    expect(payments.state.get()).toEqual({ kind: 'done', order, billId: 'old' });
  });

  it('says why not when it is refused, and leaves an empty page', async () => {
    const { payments, storage, answerWith } = arrange();
    answerWith(incorrect);
    expect(await payments.pay(order, proofs)).toMatchObject({ refusal: 'payment_password_incorrect', order });
    expect([payments.state.get().kind, storage.getItem(sentKey)]).toEqual(['none', null]);
  });

  it('is one call however often it is tapped, and nothing else is sent meanwhile', async () => {
    const { payments, state, sent } = arrange();
    const other = { ...order, amount: '99' };
    await Promise.all([
      payments.pay(order, proofs),
      payments.pay(order, proofs),
      payments.pay(other, proofs),
    ]);
    expect([sent.length, state.done]).toEqual([1, 1]);
  });
});

describe('the amount entered again', () => {
  it('is sent as it was entered, for the server to compare', async () => {
    const { payments, sent } = arrange();
    await payments.pay({ ...order, again: '12.43' }, proofs);
    payments.forget();
    await payments.pay({ ...chainOrder, again: '205' }, proofs);
    expect(sent.map(({ amountConfirm }) => amountConfirm)).toEqual(['12.43', '205']);
  });

  it('is the first one of an order that was left before both were kept, which is sent as it was', async () => {
    const before = arrange();
    before.lose();
    await before.payments.pay(order, proofs);
    const { again: _, ...older } = order;
    const { storage, state } = before;
    storage.setItem(sentKey, JSON.stringify({ uid: state.uid, time: state.now, order: older }));
    const after = arrange(storage);
    after.payments.restore();
    expect(after.payments.state.get()).toMatchObject({ kind: 'unknown', order });
    await after.payments.pay(order, proofs);
    expect(ids([...before.sent, ...after.sent])).toBe(1);
  });
});

describe('a transfer without an answer', () => {
  it('is repeated under the same id without asking again, until it is done', async () => {
    const { payments, sent, lose, answerWith } = arrange();
    lose(true);
    await payments.pay(order, proofs);
    expect(payments.state.get()).toEqual({ kind: 'unknown', order, isTimeout: true, misses: 1 });
    await payments.repeat();
    expect(payments.state.get()).toMatchObject({ misses: 2 });
    answerWith(applied);
    await payments.repeat();
    expect([payments.state.get().kind, sent.length, ids(sent)]).toEqual(['done', 3, 1]);
  });

  it('survives a reload without its payment password, and is asked about under the same id', async () => {
    const before = arrange();
    before.lose();
    await before.payments.pay(order, proofs);
    expect(JSON.stringify(before.storage.getItem(sentKey))).not.toContain(proofs.payPassword);
    const after = arrange(before.storage);
    after.payments.restore();
    expect(after.payments.state.get()).toMatchObject({ kind: 'unknown', order });
    expect([after.payments.canRepeat(), await after.payments.repeat(), after.sent.length]).toEqual([
      false,
      undefined,
      0,
    ]);
    await after.payments.pay(order, proofs);
    expect(ids([...before.sent, ...after.sent])).toBe(1);
    expect(after.payments.state.get()).toMatchObject({ kind: 'done', billId: 'bill' });
  });

  it('is repeated over a chain under the same id and quote, after a reload and when the minute is over', async () => {
    const before = arrange();
    before.lose();
    await before.payments.pay(chainOrder, proofs);
    const after = arrange(before.storage);
    after.state.now += 120_000;
    after.payments.restore();
    expect(after.payments.state.get()).toMatchObject({ kind: 'unknown', order: chainOrder });
    await after.payments.pay(chainOrder, proofs);
    const all = [...before.sent, ...after.sent];
    expect([ids(all), new Set(all.map(({ quoteId }) => quoteId)).size]).toEqual([1, 1]);
    expect(after.payments.state.get()).toMatchObject({ kind: 'done', billId: 'bill' });
  });

  it('is not restored when what was kept is damaged', async () => {
    const before = arrange();
    before.lose();
    await before.payments.pay(chainOrder, proofs);
    const { storage, state } = before;
    for (const damage of [
      { quoteId: 7 },
      { warnings: 'none' },
      { payeeLock: 'no' },
      { deadline: 'soon' },
      { kind: 'x' },
    ]) {
      const broken = { ...chainOrder, ...damage };
      storage.setItem(sentKey, JSON.stringify({ uid: state.uid, time: state.now, order: broken }));
      const after = arrange(storage);
      after.payments.restore();
      expect(after.payments.state.get().kind).toBe('none');
    }
  });

  it('stays without one when a limit or an ended session answers its repeat', async () => {
    const { payments, sent, lose, answerWith } = arrange();
    lose();
    await payments.pay(order, proofs);
    answerWith({ ok: false, kind: 'status', status: 429, msg: 'Slow down' });
    expect(await payments.repeat()).toBeUndefined();
    expect(payments.state.get().kind).toBe('unknown');
    answerWith(applied);
    await payments.repeat();
    expect(ids(sent)).toBe(1);
  });

  it('is not another person’s to see', async () => {
    const before = arrange();
    before.lose();
    await before.payments.pay(order, proofs);
    const other = arrange(before.storage);
    other.state.uid = 'mallory';
    other.payments.restore();
    expect(other.payments.state.get().kind).toBe('none');
    expect(before.storage.getItem(sentKey)).not.toBeNull();
  });

  it('needs the payment password again after five minutes', async () => {
    const { payments, state, lose } = arrange();
    lose();
    await payments.pay(order, proofs);
    state.now += proofsRetentionMs - 1;
    await payments.repeat();
    expect(payments.canRepeat()).toBe(true);
    state.now += 1;
    expect([payments.canRepeat(), payments.payPassword()]).toEqual([false, '']);
  });

  it('leaves nothing behind in memory when its person logs out', async () => {
    const { payments, storage, lose } = arrange();
    lose();
    await payments.pay(order, proofs);
    payments.leave();
    expect([payments.state.get().kind, payments.canRepeat()]).toEqual(['none', false]);
    payments.restore();
    expect(payments.state.get().kind).toBe('unknown');
    payments.forget();
    expect([payments.state.get().kind, storage.getItem(sentKey)]).toEqual(['none', null]);
  });
});
