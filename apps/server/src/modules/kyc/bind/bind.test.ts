/** Binding by number: one's own at once, somebody else's by their word, and nobody learns which numbers exist. */
import { authNoOf } from '@marigold/partners/auth-no';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { goodPayPassword, startTestApi, type TestApi, type TestPerson } from '../../../../testing/api.ts';
import { approvedRecordOf, bindingOf, paidRecordOf } from '../../../../testing/bindings.ts';
import { createLog } from '../../../platform/process/log.ts';
import { runKycClock } from '../clock.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ limits: 'off' });
});
afterAll(async () => await api.close());

const db = () => api.databases.main;
const now = () => api.clock.now();
const tick = async () => await runKycClock(db(), createLog('silent'), now());

type Use = 'system' | 'card';
const words = { purpose: 'A card for my work', contact: 'ann@example.com', payPassword: goodPayPassword };
const accepted = { accept: true, payPassword: goodPayPassword };

async function bind({ token }: TestPerson, authNo: string, use: Use = 'card', more: object = {}) {
  return await api.call('kyc/bind', { ...words, authNo, use, ...more }, { token });
}

async function unbind({ token }: TestPerson, authNo: string) {
  return await api.call('kyc/unbind', { authNo, payPassword: goodPayPassword }, { token });
}

async function answer({ token }: TestPerson, bindingId: string, more: object = {}) {
  return await api.call('kyc/bind/answer', { bindingId, ...accepted, ...more }, { token });
}

async function list({ token }: TestPerson) {
  const found = await api.call('kyc/bind/list', {}, { token });
  if (!found.ok) throw new Error(found.msg);
  return found.data;
}

async function record({ token }: TestPerson, authNo: string) {
  const found = await api.call('kyc/detail', { authNo }, { token });
  if (!found.ok) throw new Error(found.msg);
  const { status, use, review } = found.data;
  return { status, use, review };
}

async function approved({ id: userId }: TestPerson): Promise<string> {
  return (await approvedRecordOf(db(), { userId, now: now() })).authNo;
}

async function noticesOf({ id }: TestPerson): Promise<readonly unknown[]> {
  const found = await sql<{ facts: unknown }>`
    select facts from app.notice where user_id = ${id} and kind = 'kycBindRequested' order by id`.execute(
    db(),
  );
  return found.rows.map(({ facts }) => facts);
}

/** A number that nobody has. */
const missing = (place = 0) => authNoOf([30, 29, 28, 27, 26, 25, 24, Math.floor(place / 31), place % 31]);

describe('an own identity', () => {
  it.each(['system', 'card'] as const)('is bound at once for %s, and listed', async (use) => {
    const anna = await api.person();
    const authNo = await approved(anna);
    expect(await bind(anna, authNo, use, { description: 'For the office.' })).toMatchObject({
      data: { status: 'normal', use, needsOwner: false, bindingId: null, expires: null },
    });
    expect(await record(anna, authNo)).toEqual({ status: 'normal', use, review: 'approved' });
    const { made, received } = await list(anna);
    expect(made).toMatchObject([{ authNo, use, status: 'accepted', description: 'For the office.' }]);
    expect(received).toEqual([]);
  });

  it('is bound once, however often it is sent, and never again', async () => {
    const anna = await api.person();
    const authNo = await approved(anna);
    const requestId = crypto.randomUUID();
    const send = async () =>
      await api.call('kyc/bind', { ...words, authNo, use: 'card' }, { token: anna.token, requestId });
    const first = await send();
    expect(await send()).toEqual(first);
    expect(await bind(anna, authNo)).toMatchObject({ data: { refusal: 'record_used', field: 'authNo' } });
    expect(await unbind(anna, authNo)).toMatchObject({ data: { status: 'notBound', use: 'unusable' } });
    expect(await bind(anna, authNo)).toMatchObject({ data: { refusal: 'record_used' } });
    expect(await unbind(anna, authNo)).toMatchObject({ data: { refusal: 'record_unbound' } });
    expect((await list(anna)).made).toHaveLength(1);
  });

  it('is not bound before it is approved, nor once it is disabled', async () => {
    const anna = await api.person();
    const draft = await paidRecordOf(db(), { userId: anna.id, now: now() });
    expect(await bind(anna, draft.authNo)).toMatchObject({ data: { refusal: 'record_unready' } });
    const authNo = await approved(anna);
    await sql`update app.kyc_record set status = 'disabled', reason = 'expired' where auth_no = ${authNo}`.execute(
      db(),
    );
    expect(await bind(anna, authNo)).toMatchObject({ data: { refusal: 'record_disabled' } });
  });

  it('asks for the payment password, and a wrong one counts no number', async () => {
    const anna = await api.person();
    const authNo = await approved(anna);
    const wrong = { payPassword: '111112' };
    expect(await bind(anna, authNo, 'card', wrong)).toMatchObject({
      data: { refusal: 'payment_password_incorrect', facts: { left: 4 } },
    });
    expect(await bind(anna, missing(), 'card', wrong)).toMatchObject({
      data: { refusal: 'payment_password_incorrect' },
    });
    expect(await record(anna, authNo)).toMatchObject({ status: 'notBound', use: 'notUsed' });
    expect(await bind(anna, 'MK-0000000001')).toMatchObject({ data: { facts: { left: 4 } } });
  });

  it('counts five numbers a day that are not one’s own, and none of one’s own', async () => {
    const anna = await api.person();
    for (const left of [4, 3, 2])
      expect(await bind(anna, 'MK-0000000001')).toMatchObject({
        data: { refusal: 'record_unknown', field: 'authNo', facts: { left } },
      });
    expect(await bind(anna, missing())).toMatchObject({ data: { needsOwner: true } });
    expect(await bind(anna, 'MK-0000000001')).toMatchObject({
      data: { refusal: 'record_unknown', facts: { left: 0 } },
    });
    for (const number of ['MK-0000000001', missing(1)])
      expect(await bind(anna, number)).toMatchObject({
        data: { refusal: 'try_later', facts: { until: expect.any(Number) as number } },
      });
    expect(await bind(anna, await approved(anna))).toMatchObject({ data: { status: 'normal' } });
    expect(await bind(anna, missing(1))).toMatchObject({ data: { refusal: 'try_later' } });
  });
});

describe('an identity of somebody else', () => {
  it('is used once its owner has agreed, and they hear of it within a minute', async () => {
    const [anna, boris] = [await api.person(), await api.person()];
    const authNo = await approved(anna);
    const wished = await bind(boris, authNo);
    expect(wished).toMatchObject({
      data: { status: 'notBound', use: 'notUsed', needsOwner: true, expires: expect.any(Number) as number },
    });
    const bindingId = wished.ok ? (wished.data.bindingId ?? '') : '';
    expect(await noticesOf(anna)).toEqual([]);
    await tick();
    await tick();
    expect(await noticesOf(anna)).toEqual([{ from: expect.stringContaining('*') as string, authNo }]);
    expect((await list(anna)).received).toMatchObject([
      { bindingId, authNo, use: 'card', status: 'open', purpose: words.purpose, contact: words.contact },
    ]);
    expect(await answer(anna, bindingId, { payPassword: '111112' })).toMatchObject({
      data: { refusal: 'payment_password_incorrect' },
    });
    expect(await answer(anna, bindingId)).toMatchObject({ data: { status: 'accepted' } });
    expect(await record(anna, authNo)).toMatchObject({ status: 'normal', use: 'card' });
    expect((await list(boris)).made).toMatchObject([{ bindingId, status: 'accepted' }]);
    expect(await answer(anna, bindingId)).toMatchObject({ data: { refusal: 'binding_over' } });
  });

  it('never verifies one’s own account', async () => {
    const [anna, boris] = [await api.person(), await api.person()];
    for (const number of [await approved(anna), missing()])
      expect(await bind(boris, number, 'system')).toMatchObject({
        data: { refusal: 'not_agent', field: 'use' },
      });
  });

  it('is answered by its owner alone', async () => {
    const [anna, boris, carl] = [await api.person(), await api.person(), await api.person()];
    const bindingId = await bindingOf(db(), { owner: anna, asker: boris, now: now() });
    for (const stranger of [boris, carl]) expect((await answer(stranger, bindingId)).code).toBe(404);
    expect(await answer(anna, bindingId, { accept: false })).toMatchObject({ data: { status: 'refused' } });
  });

  it('looks to whoever asked as if nobody answered when its owner said no', async () => {
    const [anna, boris] = [await api.person(), await api.person()];
    const authNo = await approved(anna);
    const first = await bind(boris, authNo);
    await tick();
    const bindingId = first.ok ? (first.data.bindingId ?? '') : '';
    await answer(anna, bindingId, { accept: false });
    expect((await list(anna)).received).toMatchObject([{ status: 'refused' }]);
    expect((await list(boris)).made).toMatchObject([{ status: 'open' }]);
    // It is the same wish as before, and its owner is not told again.
    expect(await bind(boris, authNo)).toMatchObject({ data: first.ok ? first.data : {} });
    await tick();
    expect(await noticesOf(anna)).toHaveLength(1);
  });
});
