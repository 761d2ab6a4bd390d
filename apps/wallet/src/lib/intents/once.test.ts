/** Applied once, seen from the client: which id is sent, and when a new one is made. */
import { answersRetentionMs } from '@marigold/contract/durations';
import { describe, expect, it } from 'vitest';

import { memoryStorage, storageKeys } from '../device/storage.ts';
import { type ApiCall, NetworkFailure } from '../http/api.ts';
import { createIntents, wasApplied } from './once.ts';

const transfer = {
  to: 'bobby',
  currency: 'USDT',
  amount: '12.34',
  amountConfirm: '12.34',
  payPassword: '246810',
};
const done = { ok: true, data: { billId: 'bill', status: 'success' } } as const;
const lost = { ok: false, kind: 'network', isTimeout: false } as const;

/** Intents over a storage that outlives them, as local storage outlives a page. `answer` decides each call. */
function arrange(storage = memoryStorage()) {
  const sent: { requestId: string; stored: string | null }[] = [];
  const state = { now: 1_795_000_000_000, scope: 'alice', answer: async (): Promise<unknown> => done };
  let made = 0;
  const call = async (_path: string, input: { requestId: string }) => {
    sent.push({ requestId: input.requestId, stored: storage.getItem(storageKeys.intents) });
    return await state.answer();
  };
  const intents = createIntents({
    storage,
    call: call as unknown as ApiCall,
    clock: () => state.now,
    newId: () => `${state.scope}-${state.now}-${(made += 1)}`,
    scope: () => state.scope,
  });
  return { intents, state, sent, storage, ids: () => sent.map(({ requestId }) => requestId) };
}

const same = (ids: readonly string[]) => new Set(ids).size;

describe('the id of an intent', () => {
  it('is stored before the call is made', async () => {
    const { intents, sent } = arrange();
    await intents.send('transfer/internal', transfer);
    expect(sent[0]?.stored).toContain(String(sent[0]?.requestId));
  });

  it('is sent again after a lost answer, shown or rejected', async () => {
    const { intents, state, ids } = arrange();
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    state.answer = async () => {
      throw new NetworkFailure(true, undefined);
    };
    await expect(intents.send('transfer/internal', transfer)).rejects.toBeInstanceOf(NetworkFailure);
    state.answer = async () => done;
    await intents.send('transfer/internal', transfer);
    expect(ids()).toHaveLength(3);
    expect(same(ids())).toBe(1);
  });

  it('survives a reload', async () => {
    const before = arrange();
    before.state.answer = async () => lost;
    await before.intents.send('transfer/internal', transfer);
    const after = arrange(before.storage);
    expect(after.intents.hasUnanswered('transfer/internal')).toBe(true);
    await after.intents.send('transfer/internal', transfer);
    expect(after.ids()).toEqual(before.ids());
    expect(after.intents.hasUnanswered('transfer/internal')).toBe(false);
  });

  it('survives a server in trouble, whose answer says nothing of the money', async () => {
    const { intents, state, ids } = arrange();
    for (const status of [500, 502, 503, 504]) {
      state.answer = async () => ({ ok: false, kind: 'status', status });
      await intents.send('transfer/internal', transfer);
    }
    expect(same(ids())).toBe(1);
  });

  it('is kept when only the proof changes, so a mistyped payment password is no second transfer', async () => {
    const { intents, state, ids } = arrange();
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    await intents.send('transfer/internal', { ...transfer, payPassword: '135790' });
    const verify = { challengeId: '018f3c1e-0000-7000-8000-000000000001', code: '123456' };
    await intents.send('transfer/internal', { ...transfer, verify });
    expect(same(ids())).toBe(1);
  });

  it('is another one for another amount, payee or note', async () => {
    const { intents, state, ids } = arrange();
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    await intents.send('transfer/internal', { ...transfer, amount: '12.35' });
    await intents.send('transfer/internal', { ...transfer, to: 'carol' });
    await intents.send('transfer/internal', { ...transfer, note: 'rent' });
    expect(same(ids())).toBe(4);
  });

  it('is another one for another person on the same device', async () => {
    const { intents, state, ids } = arrange();
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    state.scope = 'mallory';
    expect(intents.hasUnanswered('transfer/internal')).toBe(false);
    await intents.send('transfer/internal', transfer);
    expect(same(ids())).toBe(2);
  });

  it('is a new one after a refusal or a declared error', async () => {
    const { intents, state, ids } = arrange();
    state.answer = async () => ({ ok: false, kind: 'refusal', refusal: 'insufficient_balance' });
    await intents.send('transfer/internal', transfer);
    state.answer = async () => ({ ok: false, kind: 'status', status: 409 });
    await intents.send('transfer/internal', transfer);
    await intents.send('transfer/internal', transfer);
    expect(same(ids())).toBe(3);
  });

  it('outlives a limit or an ended session in between, which say nothing of the first send', async () => {
    const { intents, state, ids } = arrange();
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    for (const status of [429, 401]) {
      state.answer = async () => ({ ok: false, kind: 'status', status });
      await intents.send('transfer/internal', transfer);
      expect(intents.hasUnanswered('transfer/internal')).toBe(true);
    }
    state.answer = async () => done;
    await intents.send('transfer/internal', transfer);
    expect(same(ids())).toBe(1);
  });

  it('outlives the refusal of a repeat, because the first send may still be on its way', async () => {
    const { intents, state, ids } = arrange();
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    state.answer = async () => ({ ok: false, kind: 'refusal', refusal: 'payment_password_incorrect' });
    await intents.send('transfer/internal', transfer);
    expect(intents.hasUnanswered('transfer/internal')).toBe(false);
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    expect(intents.hasUnanswered('transfer/internal')).toBe(true);
    state.answer = async () => ({ ok: false, kind: 'refusal', refusal: 'already_applied' });
    await intents.send('transfer/internal', transfer);
    expect(intents.hasUnanswered('transfer/internal')).toBe(false);
    expect(same(ids())).toBe(1);
  });

  it('is done by the send that says so, and by an earlier one whose answer was lost', () => {
    const refused = { ok: false, kind: 'refusal', field: undefined, facts: {}, msg: '' } as const;
    expect(wasApplied(done)).toBe(true);
    expect(wasApplied({ ...refused, refusal: 'already_applied' })).toBe(true);
    expect(wasApplied({ ...refused, refusal: 'insufficient_balance' })).toBe(false);
    expect(wasApplied(lost)).toBe(false);
  });

  it('is forgotten after a day, when the server has forgotten its answer', async () => {
    const { intents, state, ids } = arrange();
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    state.now += answersRetentionMs - 1;
    await intents.send('transfer/internal', transfer);
    expect(same(ids())).toBe(1);
    state.now += 1;
    expect(intents.hasUnanswered('transfer/internal')).toBe(false);
    await intents.send('transfer/internal', transfer);
    expect(same(ids())).toBe(2);
  });
});

describe('two taps', () => {
  it('are one call while the first one runs, and get its answer', async () => {
    const { intents, state, sent } = arrange();
    const answer = Promise.withResolvers<unknown>();
    state.answer = () => answer.promise;
    const taps = [intents.send('transfer/internal', transfer), intents.send('transfer/internal', transfer)];
    answer.resolve(done);
    expect(await Promise.all(taps)).toEqual([done, done]);
    expect(sent).toHaveLength(1);
  });

  it('are one call when the second lands just after the answer', async () => {
    const { intents, state, sent } = arrange();
    await intents.send('transfer/internal', transfer);
    state.now += 1_000;
    expect(await intents.send('transfer/internal', transfer)).toEqual(done);
    expect(sent).toHaveLength(1);
  });

  it('are two when the second sets another password, however soon', async () => {
    const { intents, ids } = arrange();
    const set = { loginPassword: 'Marigold7!', newPassword: '482915', confirm: '482915' };
    await intents.send('user/paypwd/set', set);
    await intents.send('user/paypwd/set', {
      ...set,
      oldPassword: '482915',
      newPassword: '731946',
      confirm: '731946',
    });
    expect(same(ids())).toBe(2);
  });

  it('are two transfers when the person means it, a while later', async () => {
    const { intents, state, ids } = arrange();
    await intents.send('transfer/internal', transfer);
    state.now += 60_000;
    await intents.send('transfer/internal', transfer);
    expect(same(ids())).toBe(2);
  });
});

describe('what is stored', () => {
  it('tells nothing of the transfer and holds no password', async () => {
    const { intents, state, storage } = arrange();
    state.answer = async () => lost;
    await intents.send('transfer/internal', transfer);
    expect(storage.getItem(storageKeys.intents)).not.toMatch(/246810|bobby|12\.34/);
  });

  it('is bounded', async () => {
    const { intents, state, storage } = arrange();
    state.answer = async () => lost;
    for (let count = 1; count <= 30; count += 1) {
      await intents.send('transfer/internal', { ...transfer, note: `note ${count}` });
    }
    expect(JSON.parse(storage.getItem(storageKeys.intents) ?? '')).toHaveLength(20);
  });

  it('may be damaged without harm', async () => {
    const { intents, storage, sent } = arrange();
    storage.setItem(storageKeys.intents, '[{"time":"soon"},7,null');
    await intents.send('transfer/internal', transfer);
    storage.setItem(storageKeys.intents, '[{"time":"soon"},7,null]');
    await intents.send('transfer/internal', { ...transfer, note: 'again' });
    expect(sent).toHaveLength(2);
  });
});
