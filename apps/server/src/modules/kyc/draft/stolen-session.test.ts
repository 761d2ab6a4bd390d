/**
 * What somebody can do about an identity who has the session of its person and nothing else: neither use it, nor lend it,
 * nor read what was sent in or any picture.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { goodPayPassword, type TestApi } from '../../../../testing/api.ts';
import { approvedRecordOf, bindingOf } from '../../../../testing/bindings.ts';
import { kycSteps, startKycApi } from '../../../../testing/kyc-steps.ts';
import { annaTyped, draftSteps } from '../../../../testing/own-draft.ts';

let api: TestApi;
beforeAll(async () => void ({ api } = await startKycApi()));
afterAll(async () => await api.close());

const db = () => api.databases.main;
const now = () => api.clock.now();
const { verifiable, paid, pass, detail } = kycSteps(() => api);
const { giveAll, draft, submit } = draftSteps(() => api);

/** A guess at the payment password, which a session does not hold. */
const payPassword = '111112';
const wrong = { data: { refusal: 'payment_password_incorrect' } };

describe('a stolen session', () => {
  it('uses no identity of its person, ends no use and lends none to an accomplice', async () => {
    const [person, accomplice] = [await api.person(), await api.person()];
    const { token } = person;
    const { authNo } = await approvedRecordOf(db(), { userId: person.id, now: now() });
    const bindingId = await bindingOf(db(), { owner: person, asker: accomplice, now: now() });
    const words = { purpose: 'A card', contact: 'thief@example.com', payPassword };
    const stateOf = async () => {
      const answer = await api.call('kyc/detail', { authNo }, { token });
      return answer.ok ? [answer.data.status, answer.data.use] : [];
    };
    for (const use of ['card', 'system'] as const)
      expect(await api.call('kyc/bind', { ...words, authNo, use }, { token })).toMatchObject(wrong);
    const yes = { bindingId, accept: true, payPassword };
    expect(await api.call('kyc/bind/answer', yes, { token })).toMatchObject(wrong);
    expect(await stateOf()).toEqual(['notBound', 'notUsed']);
    const right = { ...words, payPassword: goodPayPassword };
    expect(await api.call('kyc/bind', { ...right, authNo, use: 'card' }, { token })).toMatchObject({
      data: { status: 'normal' },
    });
    expect(await api.call('kyc/unbind', { authNo, payPassword }, { token })).toMatchObject(wrong);
    expect(await stateOf()).toEqual(['normal', 'card']);
  });

  it('gets no picture of a draft, nothing at all of what was sent in, and changes nothing of that', async () => {
    const person = await verifiable();
    const { token } = person;
    const { authNo } = await paid(person);
    await giveAll(person, authNo);
    const read = await draft(person, authNo);
    expect(read.pictures.map((picture) => Object.keys(picture).toSorted())).toEqual(
      Array(2).fill(['item', 'size', 'time']),
    );
    await submit(person, authNo);
    await pass();
    expect(await api.call('kyc/draft', { authNo }, { token })).toMatchObject({
      data: { refusal: 'record_closed' },
    });
    const items = { contact: 'thief@example.com' };
    expect(await api.call('kyc/save', { authNo, items }, { token })).toMatchObject({
      data: { refusal: 'record_closed' },
    });
    const answers = JSON.stringify([
      await detail(person, authNo),
      await api.call('kyc/list', {}, { token }),
      await api.call('kyc/status', {}, { token }),
      await api.call('kyc/bind/list', {}, { token }),
    ]);
    const planted = [annaTyped.names?.lastName, annaTyped.birthday, `P${authNo.slice(3)}`, annaTyped.contact];
    expect(planted.filter((one) => one === undefined || answers.includes(one))).toEqual([]);
  });
});
