/** What persons of the house do about cards: parcels are followed, addresses opened with a trace, products stopped. */
import { dayMs } from '@marigold/money/spans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type CardApi,
  cardSteps,
  sampleFacts,
  sampleHolder,
  sampleMail,
  startCardApi,
} from '../../../testing/card.ts';
import { asOwner } from '../../../testing/database.ts';
import { enrolled, operate } from '../../../testing/operate.ts';
import { openOwner } from '../../platform/database/database.ts';
import type { AskKey } from '../operator/keys.ts';

let given: CardApi;
let owner: ReturnType<typeof openOwner>;
let ask: AskKey;
beforeAll(async () => {
  given = await startCardApi();
  owner = openOwner(given.api.ownerUrl);
  ({ ask } = await enrolled(owner.db, ['ann', 'ben']));
});
afterAll(async () => {
  await owner.close();
  await given.api.close();
});

const steps = cardSteps(() => given);
const one = ['--by', 'ann', '--reason', 'the carrier says so'];
const two = ['--by', 'ann', '--second', 'ben', '--reason', 'the company is back'];

async function operator(line: string, persons: readonly string[] = one) {
  return await operate(line, persons, { db: owner.db, ask, now: given.api.clock.now() });
}

/** A card that is made, whose company says nothing of its parcel. */
async function made() {
  const person = await steps.verified();
  const delivery = sampleMail;
  const more = { productId: 'muse-platinum', authNo: person.authNo, delivery };
  const applicationId = await steps.apply(person, more);
  await given.api.call('card/apply/complete', { applicationId, ...sampleFacts }, { token: person.token });
  await steps.pay(person, applicationId, '100');
  await steps.rounds(5);
  const opening = given.issuer.world.openings.get(applicationId);
  if (opening === undefined) throw new Error('the company knows of no opening');
  opening.plan = { ...opening.plan, parcel: 'waits' };
  opening.dueAt = null;
  return { person, applicationId };
}

describe('card-ship and card-parcel', () => {
  it('follow a parcel to its person, one arrow after the other', async () => {
    const { person, applicationId } = await made();
    expect(await operator(`card-parcel ${applicationId} delivered`)).toMatchObject({ isDone: false });
    expect(await operator(`card-ship ${applicationId} DHL 00340434`)).toMatchObject({ isDone: true });
    expect(await operator(`card-ship ${applicationId} DHL 00340434`)).toMatchObject({ isDone: false });
    expect(await steps.detail(person, applicationId)).toMatchObject({
      progress: 'opened',
      delivery: { state: 'shipped', carrier: 'DHL', tracking: '00340434' },
    });
    await operator(`card-parcel ${applicationId} returned`);
    await operator(`card-parcel ${applicationId} preparing`);
    await operator(`card-ship ${applicationId} DHL 00340435`);
    expect(await operator(`card-parcel ${applicationId} delivered`)).toMatchObject({ isDone: true });
    expect((await steps.detail(person, applicationId)).progress).toBe('pendingActivation');
    expect(await steps.noticesOf(person)).toEqual([
      'cardPaid',
      'cardShipped',
      'cardShipped',
      'cardDelivered',
    ]);
  });
});

describe('card-list and card-show', () => {
  it('list what waits without anybody in it, and open an address only by name', async () => {
    const { applicationId } = await made();
    const listed = await operator('card-list', []);
    expect(listed.lines.join('\n')).toContain(`${applicationId}: MUSE platinum, opened, parcel preparing`);
    expect(listed.lines.join('\n')).not.toContain('Muster');
    expect(await operator(`card-show ${applicationId}`, ['--reason', 'curious'])).toMatchObject({
      isDone: false,
    });
    const opened = await operator(`card-show ${applicationId}`);
    expect(opened.lines.join('\n')).toContain('Anna Muster, 24 Example Avenue, 0108 Tbilisi, GE');
    expect(
      await asOwner(
        given.api.ownerUrl,
        `select actor, action from audit.event where subject = 'card-application:${applicationId}'`,
      ),
    ).toEqual([{ actor: 'operator:ann', action: 'card.opened' }]);
  });

  it('list a company that is silent for a day', async () => {
    const person = await steps.verified();
    const applicationId = await steps.apply(person, { authNo: person.authNo });
    await steps.complete(person, applicationId);
    await steps.pay(person, applicationId);
    await steps.rounds(1);
    given.faults.requestLost = 1;
    await steps.rounds(2);
    given.faults.requestLost = 0;
    expect((await operator('card-list', [])).lines.join('\n')).not.toContain(applicationId);
    given.api.clock.move(dayMs + 60_000);
    expect((await operator('card-list', [])).lines.join('\n')).toContain(`${applicationId}: Master, `);
  });
});

describe('card-judge', () => {
  it('gives back what was paid for a card that its company never took, after a day and by two persons', async () => {
    const person = await steps.verified();
    const applicationId = await steps.apply(person, { authNo: person.authNo });
    await steps.complete(person, applicationId);
    await steps.pay(person, applicationId);
    await steps.rounds(1);
    given.api.clock.move(120_000);
    // What the company decided is read before the line breaks: only the wish for the card is lost.
    await steps.round();
    expect((await steps.detail(person, applicationId)).progress).toBe('passed');
    given.faults.requestLost = 1;
    await steps.rounds(1);
    given.faults.requestLost = 0;
    expect(await operator(`card-judge ${applicationId}`, two)).toMatchObject({ isDone: false });
    await steps.rounds(3);
    expect((await steps.detail(person, applicationId)).progress).toBe('passed');
    given.api.clock.move(dayMs);
    const again = await steps.signedInAgain(person);
    expect(await operator(`card-judge ${applicationId}`, two)).toMatchObject({ isDone: true });
    expect(await steps.detail(again, applicationId)).toMatchObject({
      progress: 'closed',
      reason: 'operator',
      isRefunded: true,
    });
    expect(await given.api.available(again, 'USDT')).toBe('990.00000000');
    expect(await operator(`card-judge ${applicationId}`, two)).toMatchObject({ isDone: false });
    await steps.rounds(2);
    expect(given.issuer.world.openings.has(applicationId)).toBe(false);
  });
});

describe('card-halt and card-resume', () => {
  it('stop the sale of a product by one person, and let it go on by two', async () => {
    const person = await steps.verified();
    const { token } = person;
    const applicationId = await steps.apply(person, { authNo: person.authNo });
    expect(await operator('card-halt master-virtual')).toMatchObject({ isDone: true });
    expect(await operator('card-halt master-virtual')).toMatchObject({ isDone: false });
    expect(await operator('card-halt no-card')).toMatchObject({ isDone: false });
    expect(await steps.pay(person, applicationId)).toMatchObject({ data: { refusal: 'product_closed' } });
    const again = { ...sampleHolder, productId: 'master-virtual' };
    expect(await given.api.call('card/apply', again, { token })).toMatchObject({
      data: { refusal: 'product_closed' },
    });
    const shop = await given.api.call('card/product/list', {}, { token });
    expect(shop).toMatchObject({
      ok: true,
      data: { list: [{ productId: 'master-virtual', state: 'halted' }, {}, {}] },
    });
    expect(await operator('card-resume master-virtual', two)).toMatchObject({ isDone: true });
    expect(await steps.pay(person, applicationId)).toMatchObject({ ok: true });
  });
});
