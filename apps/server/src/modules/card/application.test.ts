/** An application for a card, from the shop to a card in somebody's hands, and every way back to their money. */
import { dayMs } from '@marigold/money/spans';
import { cardMailDays } from '@marigold/partners/card-states';
import { decideHolder, decideOpening } from '@marigold/partners/simulator/card-world';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import {
  type CardApi,
  cardSteps,
  issuerStepMs,
  sampleFacts,
  sampleMail,
  startCardApi,
} from '../../../testing/card.ts';
import { checkPurchases } from '../../../testing/kyc-steps.ts';

let given: CardApi;
const steps = cardSteps(() => given);

beforeAll(async () => {
  given = await startCardApi();
});
afterEach(async () => await checkPurchases(given.api));
afterAll(async () => await given.api.close());

describe('an application for a virtual card', () => {
  it('goes from the shop to a card that is active, and is earned once', async () => {
    const person = await steps.verified();
    const applicationId = await steps.apply(person, { authNo: person.authNo });
    expect(await steps.detail(person, applicationId)).toMatchObject({
      progress: 'binding',
      step: 1,
      isPaid: false,
    });
    await steps.complete(person, applicationId);
    const before = await given.api.available(person, 'USDT');
    expect(await steps.pay(person, applicationId)).toMatchObject({
      ok: true,
      data: { progress: 'submitting' },
    });
    expect(Number(before) - Number(await given.api.available(person, 'USDT'))).toBe(10);
    await steps.rounds(8);
    const ready = await steps.detail(person, applicationId);
    expect(ready).toMatchObject({ progress: 'pendingActivation', step: 5, missing: [], canCancel: false });
    expect(ready.timeline.map(({ progress }) => progress)).toEqual([
      'binding',
      'submitting',
      'review',
      'passed',
      'approval',
      'opening',
      'opened',
      'pendingActivation',
    ]);
    const cardId = ready.cardId ?? '';
    expect(await steps.activate(person, cardId)).toMatchObject({ ok: true, data: { wish: 'active' } });
    await steps.rounds(3);
    expect(await steps.card(person, cardId)).toMatchObject({ state: 'active', actions: ['lock'] });
    expect((await steps.detail(person, applicationId)).progress).toBe('active');
    expect(await steps.noticesOf(person)).toEqual(['cardPaid', 'cardOpened']);
  });

  it('waits for what its company has to know, and goes on when it was given', async () => {
    const person = await steps.verified();
    const applicationId = await steps.apply(person, { authNo: person.authNo });
    expect(await steps.pay(person, applicationId)).toMatchObject({ ok: true, data: { progress: 'info' } });
    expect((await steps.detail(person, applicationId)).missing).toEqual(['residence']);
    expect(await steps.complete(person, applicationId)).toMatchObject({
      ok: true,
      data: { progress: 'submitting', missing: [] },
    });
  });

  it('is paid once, however often it is sent', async () => {
    const person = await steps.verified();
    const applicationId = await steps.apply(person, { authNo: person.authNo });
    const requestId = crypto.randomUUID();
    const [one, two] = [
      await steps.pay(person, applicationId, '10', requestId),
      await steps.pay(person, applicationId, '10'),
    ];
    expect(one).toMatchObject({ ok: true });
    expect(two).toMatchObject({ ok: false, data: { refusal: 'order_over' } });
    expect(await given.api.available(person, 'USDT')).toBe('980.00000000');
  });

  it('is not paid at a price that nobody saw, nor without an identity, nor after its time', async () => {
    const person = await steps.verified();
    const bare = await steps.apply(person);
    expect(await steps.pay(person, bare)).toMatchObject({ ok: false, data: { refusal: 'kyc_unbound' } });
    expect(await steps.pay(person, bare, '9.99')).toMatchObject({
      ok: false,
      data: { refusal: 'price_changed' },
    });
    given.api.clock.move(6 * dayMs);
    const { token } = person;
    const linked = await given.api.call(
      'card/apply/complete',
      { applicationId: bare, authNo: person.authNo },
      { token },
    );
    expect(linked).toMatchObject({ ok: true, data: { authNo: person.authNo } });
    given.api.clock.move(dayMs + 1000);
    const late = await steps.signedInAgain(person);
    expect(await steps.pay(late, bare)).toMatchObject({ ok: false, data: { refusal: 'order_over' } });
    await given.api.server.jobs['cardClock']?.({});
    expect(await steps.detail(late, bare)).toMatchObject({
      progress: 'closed',
      reason: 'unpaid',
      isRefunded: false,
      prices: [],
    });
  });

  it('stands on one identity, and one product is applied for once', async () => {
    const person = await steps.verified();
    await steps.apply(person, { authNo: person.authNo });
    await expect(steps.apply(person)).rejects.toThrow(/already/);
    await expect(
      steps.apply(person, { productId: 'master-physical', authNo: person.authNo, delivery: sampleMail }),
    ).rejects.toThrow(/linked already/);
  });
});

describe('an application that comes to nothing', () => {
  it('gives everything back when its person lets it be, and the identity is as it was', async () => {
    const person = await steps.verified();
    const applicationId = await steps.apply(person, { authNo: person.authNo });
    await steps.pay(person, applicationId);
    const { token } = person;
    const cancelled = await given.api.call('card/apply/cancel', { applicationId }, { token });
    expect(cancelled).toMatchObject({ ok: true, data: { isRefunded: true } });
    expect(await given.api.available(person, 'USDT')).toBe('990.00000000');
    expect(await given.api.call('card/apply/cancel', { applicationId }, { token })).toMatchObject({
      ok: false,
      data: { refusal: 'too_late' },
    });
    const record = await given.api.call('kyc/detail', { authNo: person.authNo }, { token });
    expect(record).toMatchObject({ ok: true, data: { status: 'notBound', use: 'notUsed' } });
    // The product can be applied for once more.
    await steps.apply(person, { authNo: person.authNo });
  });

  it('gives everything back when the company does not issue it, and the identity is not used again', async () => {
    const person = await steps.verified();
    const applicationId = await paidFor(person);
    await steps.rounds(3);
    const opening = [...given.issuer.world.openings.values()].find(
      ({ requestId }) => requestId === applicationId,
    );
    if (opening === undefined) throw new Error('the company knows of no opening');
    decideOpening(given.issuer.world, opening, { to: 'refused', reason: 'policy' }, given.api.clock.now());
    await steps.rounds(2);
    expect(await steps.detail(person, applicationId)).toMatchObject({
      progress: 'closed',
      reason: 'refused',
      isRefunded: true,
    });
    expect(await given.api.available(person, 'USDT')).toBe('990.00000000');
    expect(await steps.noticesOf(person)).toEqual(['cardPaid', 'cardRefunded']);
    const record = await given.api.call('kyc/detail', { authNo: person.authNo }, { token: person.token });
    expect(record).toMatchObject({ ok: true, data: { status: 'notBound', use: 'unusable' } });
  });

  it('asks for what the company names, three times at most', async () => {
    const person = await steps.verified();
    const applicationId = await paidFor(person);
    for (const left of [2, 1]) {
      await refuseHolder(applicationId);
      expect(await steps.detail(person, applicationId)).toMatchObject({
        progress: 'rejected',
        missing: ['residence'],
        triesLeft: left,
      });
      const { token } = person;
      const other = { applicationId, occupation: sampleFacts.occupation };
      expect(await given.api.call('card/apply/complete', other, { token })).toMatchObject({
        ok: false,
        data: { refusal: 'item_not_asked' },
      });
      expect(await steps.complete(person, applicationId)).toMatchObject({
        ok: true,
        data: { progress: 'submitting' },
      });
    }
    await refuseHolder(applicationId);
    expect(await steps.detail(person, applicationId)).toMatchObject({ progress: 'closed', reason: 'tries' });
    expect(await given.api.available(person, 'USDT')).toBe('990.00000000');
  });

  it('is not given back because the company refuses to say what became of it', async () => {
    const person = await steps.verified();
    const applicationId = await paidFor(person);
    await steps.rounds(1);
    given.api.clock.move(issuerStepMs);
    await steps.round();
    expect((await steps.detail(person, applicationId)).progress).toBe('passed');
    const usual = { ...given.issuer };
    given.issuer.findOpening = async () =>
      await Promise.resolve({ is: 'refused', reason: 'not-allowed', isFinal: false });
    given.faults.answerLost = 1;
    try {
      // The wish arrives and its answer is lost; whoever asks is refused.
      await steps.rounds(4);
      expect(given.issuer.world.openings.has(applicationId)).toBe(true);
      expect((await steps.detail(person, applicationId)).progress).toBe('passed');
    } finally {
      given.faults.answerLost = 0;
      Object.assign(given.issuer, usual);
    }
    given.api.clock.move(60 * 60_000);
    await steps.rounds(6);
    expect((await steps.detail(person, applicationId)).progress).toBe('pendingActivation');
  });

  it('is unknown after a day of silence, and goes on when the company answers', async () => {
    const person = await steps.verified();
    const applicationId = await paidFor(person);
    await steps.rounds(1);
    const { faults } = given;
    faults.requestLost = 1;
    await steps.rounds(1);
    given.api.clock.move(2 * 60 * 60_000);
    await steps.round();
    given.api.clock.move(dayMs + 1);
    const again = await steps.signedInAgain(person);
    expect(await steps.detail(again, applicationId)).toMatchObject({ progress: 'unknown', canCancel: true });
    faults.requestLost = 0;
    given.api.clock.move(60 * 60_000);
    await steps.rounds(8);
    expect((await steps.detail(again, applicationId)).progress).toBe('pendingActivation');
  });
});

describe('a card of plastic', () => {
  /** Somebody whose card of plastic is made and lies ready to be sent. */
  async function made() {
    const person = await steps.verified();
    const applicationId = await steps.apply(person, {
      productId: 'muse-platinum',
      authNo: person.authNo,
      delivery: sampleMail,
    });
    await given.api.call('card/apply/complete', { applicationId, ...sampleFacts }, { token: person.token });
    const paid = await steps.pay(person, applicationId, '100');
    expect(paid).toMatchObject({ ok: true, data: { progress: 'submitting' } });
    await steps.rounds(5);
    const opening = given.issuer.world.openings.get(applicationId);
    if (opening === undefined) throw new Error('the company knows of no opening');
    return { person, applicationId, opening };
  }

  it('is mailed, followed, and ready when it has arrived', async () => {
    const { person, applicationId } = await made();
    expect(await steps.detail(person, applicationId)).toMatchObject({
      progress: 'opened',
      step: 4,
      delivery: { method: 'mail', city: 'Tbilisi', state: 'preparing' },
    });
    await steps.rounds(12);
    expect(await steps.detail(person, applicationId)).toMatchObject({
      progress: 'pendingActivation',
      delivery: { state: 'delivered', carrier: 'Demo Post' },
    });
    expect(await steps.noticesOf(person)).toEqual(['cardPaid', 'cardShipped', 'cardDelivered']);
    const { cardId } = await steps.detail(person, applicationId);
    // Its digits prove that it has arrived: they are shown once it is active.
    expect((await steps.card(person, cardId ?? '')).last4).toBeNull();
    expect(await steps.activate(person, cardId ?? '')).toMatchObject({ ok: true });
    await steps.rounds(3);
    expect((await steps.card(person, cardId ?? '')).last4).toMatch(/^\d{4}$/);
  });

  it('is said to be late once, when it was not sent within the promised days', async () => {
    const { person, opening } = await made();
    opening.plan = { ...opening.plan, parcel: 'waits' };
    opening.dueAt = null;
    given.api.clock.move(cardMailDays * dayMs - 60 * 60_000);
    await given.api.server.jobs['cardClock']?.({});
    expect(await steps.noticesOf(person)).toEqual(['cardPaid']);
    given.api.clock.move(2 * 60 * 60_000);
    for (const _ of [1, 2]) await given.api.server.jobs['cardClock']?.({});
    expect(await steps.noticesOf(person)).toEqual(['cardPaid', 'cardLate']);
  });

  it('goes nowhere that it is not mailed to, and not without an address', async () => {
    const { token } = await steps.verified();
    const base = {
      productId: 'muse-platinum',
      latinName: 'ANNA MUSTER',
      phone: '+995555123456',
      agreed: { contentId: 'card-demo-company', version: 1 },
    };
    expect(await given.api.call('card/apply', base, { token })).toMatchObject({
      data: { refusal: 'delivery_missing' },
    });
    const delivery = { ...sampleMail, country: 'KP' };
    expect(await given.api.call('card/apply', { ...base, delivery }, { token })).toMatchObject({
      data: { refusal: 'delivery_unserved', field: 'delivery.country' },
    });
  });
});

async function paidFor(person: Awaited<ReturnType<typeof steps.verified>>): Promise<string> {
  const applicationId = await steps.apply(person, { authNo: person.authNo });
  await steps.complete(person, applicationId);
  const paid = await steps.pay(person, applicationId);
  if (!paid.ok) throw new Error(paid.msg);
  return applicationId;
}

async function refuseHolder(applicationId: string): Promise<void> {
  await steps.round();
  const holder = given.issuer.world.holders.get(applicationId);
  if (holder === undefined) throw new Error('the company knows of no holder');
  const decision = { to: 'rejected', fields: ['residence'] } as const;
  decideHolder(given.issuer.world, holder, decision, given.api.clock.now());
  given.api.clock.move(60_000);
  await steps.round();
}
