/** Cards of one's own: what is wished of one counts at once, and its company follows, whatever gets lost between the two. */
import { dayMs } from '@marigold/money/spans';
import { decideCard, setCardState } from '@marigold/partners/simulator/card-world';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { codeAt } from '../../../../testing/authenticator-code.ts';
import { type CardApi, cardSteps, startCardApi } from '../../../../testing/card.ts';
import type { Verifiable } from '../../../../testing/kyc-steps.ts';
import { freezeArea } from '../../spending/freeze.ts';

let given: CardApi;
const steps = cardSteps(() => given);

beforeAll(async () => {
  given = await startCardApi();
});
afterEach(() => {
  Object.assign(given.faults, { answerLost: 0, requestLost: 0, effectLate: 0, sentTwice: 0 });
});
afterAll(async () => await given.api.close());

type Holding = { readonly person: Verifiable; readonly cardId: string };

async function lock({ person, cardId }: Holding) {
  return await given.api.call('card/lock', { cardId }, { token: person.token });
}

async function unlock({ person, cardId }: Holding, google = steps.digitsOf(person)) {
  return await given.api.call('card/unlock', { cardId, google }, { token: person.token });
}

/** The card as its company has it. */
async function atCompany(cardId: string) {
  const found = await sql<{ ref: string }>`select card_ref as ref from app.card where id = ${cardId}`.execute(
    given.api.databases.main,
  );
  const row = given.issuer.world.cards.get(found.rows[0]?.ref ?? '');
  if (row === undefined) throw new Error('the company knows of no card');
  return row;
}

/** Everything that is written down of a card but when it is looked at. */
async function rowOf(cardId: string): Promise<unknown> {
  const found = await sql`
    select state, wish, balance, available, daily_limit, daily_left, expiry, last4, card_ref, read_at,
      (select count(*)::int from app.card_step where card_id = c.id) as steps,
      (select count(*)::int from app.partner_call where object_id = c.id) as calls
    from app.card c where id = ${cardId}`.execute(given.api.databases.main);
  return found.rows[0];
}

/** Somebody with a card that was made and is not active. */
async function newCardholder(): Promise<Holding> {
  const person = await steps.verified();
  const applicationId = await steps.apply(person, { authNo: person.authNo });
  await steps.complete(person, applicationId);
  await steps.pay(person, applicationId);
  await steps.rounds(8);
  const { cardId } = await steps.detail(person, applicationId);
  if (cardId === null) throw new Error('there is no card');
  return { person, cardId };
}

async function lockedCardholder(): Promise<Holding> {
  const holding = await steps.cardholder();
  await lock(holding);
  await steps.rounds(3);
  expect((await atCompany(holding.cardId)).state).toBe('locked');
  return holding;
}

describe('activating a card', () => {
  it('takes its last digits, and no code is used up by wrong ones', async () => {
    const { person, cardId } = await newCardholder();
    const last4 = await steps.printed(cardId);
    const google = steps.digitsOf(person);
    const activate = async (typed: string) =>
      await given.api.call('card/activate', { cardId, last4: typed, google }, { token: person.token });
    expect(await activate(otherDigits(last4))).toMatchObject({
      data: { refusal: 'digits_incorrect', field: 'last4', facts: { left: 4 } },
    });
    expect(await activate(last4)).toMatchObject({ ok: true, data: { wish: 'active', actions: [] } });
    // Once is enough: the second phone is too late, and its code is not looked at.
    expect(await activate(last4)).toMatchObject({ data: { refusal: 'card_final' } });
  });

  it('is locked for a day after five wrong tries, for the right digits too', async () => {
    const { person, cardId } = await newCardholder();
    const last4 = await steps.printed(cardId);
    const wrong = otherDigits(last4);
    for (const left of [4, 3, 2, 1])
      expect(await steps.activate(person, cardId, wrong)).toMatchObject({
        data: { refusal: 'digits_incorrect', facts: { left } },
      });
    expect(await steps.activate(person, cardId, wrong)).toMatchObject({ data: { refusal: 'digits_locked' } });
    const locked = await steps.activate(person, cardId, last4);
    expect(locked).toMatchObject({ data: { refusal: 'digits_locked', field: 'last4' } });
    expect(await rowOf(cardId)).toMatchObject({ state: 'pendingActive', wish: 'none', calls: 0 });
    given.api.clock.move(dayMs);
    const later = await steps.signedInAgain(person);
    expect(await steps.activate(later, cardId, last4)).toMatchObject({ ok: true });
  });

  it('asks nothing of the company where the code is wrong', async () => {
    const { person, cardId } = await newCardholder();
    const last4 = await steps.printed(cardId);
    const google = codeAt(person.secret, given.api.clock.now() - dayMs);
    const input = { cardId, last4, google };
    expect(await given.api.call('card/activate', input, { token: person.token })).toMatchObject({
      data: { refusal: 'code_incorrect' },
    });
    expect(await rowOf(cardId)).toMatchObject({ wish: 'none', calls: 0 });
  });
});

describe('locking a card', () => {
  it('takes one tap, and twice is the same as once', async () => {
    const holding = await steps.cardholder();
    const before = await rowOf(holding.cardId);
    expect(await lock(holding)).toMatchObject({ ok: true, data: { wish: 'locked', state: 'active' } });
    const once = await rowOf(holding.cardId);
    expect(await lock(holding)).toMatchObject({ ok: true, data: { wish: 'locked' } });
    expect(await rowOf(holding.cardId)).toEqual(once);
    expect(once).not.toEqual(before);
    await steps.rounds(3);
    expect(await steps.card(holding.person, holding.cardId)).toMatchObject({
      state: 'locked',
      isChanging: false,
    });
  });

  it('is possible while cards are frozen; unlocking is not', async () => {
    const holding = await lockedCardholder();
    const { person, cardId } = holding;
    const until = given.api.clock.now() + dayMs;
    const held = { userId: person.id, area: 'card', reason: 'operator', until } as const;
    await freezeArea(given.api.databases.main, { ...held, now: given.api.clock.now() });
    expect(await unlock(holding)).toMatchObject({ data: { refusal: 'card_frozen' } });
    expect(await lock(holding)).toMatchObject({ ok: true, data: { wish: 'locked' } });
    await steps.rounds(3);
    expect(await steps.card(person, cardId)).toMatchObject({ state: 'locked', wish: 'locked' });
  });

  it('needs a code to be undone', async () => {
    const holding = await lockedCardholder();
    expect(await unlock(holding, codeAt(holding.person.secret, 0))).toMatchObject({
      data: { refusal: 'code_incorrect' },
    });
    expect(await unlock(holding)).toMatchObject({ ok: true, data: { wish: 'active', state: 'locked' } });
    await steps.rounds(3);
    expect((await atCompany(holding.cardId)).state).toBe('active');
  });
});

describe('two phones', () => {
  const lost = ['answerLost', 'requestLost', 'effectLate', 'sentTwice'] as const;

  it.each(lost)('of which one locks while the other unlocks end with it locked: %s', async (fault) => {
    const holding = await lockedCardholder();
    given.faults[fault] = 1;
    expect(await unlock(holding)).toMatchObject({ ok: true, data: { wish: 'active' } });
    await steps.round();
    given.faults[fault] = 0;
    expect(await lock(holding)).toMatchObject({ ok: true, data: { wish: 'locked' } });
    await steps.rounds(12);
    expect((await atCompany(holding.cardId)).state).toBe('locked');
    expect(await steps.card(holding.person, holding.cardId)).toMatchObject({
      state: 'locked',
      wish: 'locked',
      isChanging: false,
    });
  });

  it.each(lost)('of which one unlocks what the other has just locked end with it open: %s', async (fault) => {
    const holding = await steps.cardholder();
    given.faults[fault] = 1;
    await lock(holding);
    await steps.round();
    given.faults[fault] = 0;
    expect(await unlock(holding)).toMatchObject({ ok: true, data: { wish: 'active' } });
    await steps.rounds(12);
    expect((await atCompany(holding.cardId)).state).toBe('active');
    expect(await steps.card(holding.person, holding.cardId)).toMatchObject({
      state: 'active',
      wish: 'active',
    });
  });

  it('end with it locked where the unlocking takes effect long after', async () => {
    const { person, cardId } = await lockedCardholder();
    const row = await atCompany(cardId);
    setCardState(given.issuer.world, row, 'active', given.api.clock.now());
    given.api.clock.move(dayMs / 24);
    await steps.rounds(4);
    expect(row.state).toBe('locked');
    expect(await steps.card(person, cardId)).toMatchObject({ state: 'locked', isChanging: false });
  });

  it('at the same moment end as the one that was last wished', async () => {
    const holding = await lockedCardholder();
    await Promise.all([unlock(holding), lock(holding)]);
    const { wish } = await steps.card(holding.person, holding.cardId);
    await steps.rounds(6);
    expect(await steps.card(holding.person, holding.cardId)).toMatchObject({ state: wish, wish });
    expect((await atCompany(holding.cardId)).state).toBe(wish);
  });
});

describe('what a company does and says of a card', () => {
  it('is asked again until what is read is what is wished', async () => {
    const holding = await steps.cardholder();
    given.faults.requestLost = 1;
    await lock(holding);
    given.api.clock.move(dayMs / 24);
    await steps.rounds(4);
    expect(await steps.card(holding.person, holding.cardId)).toMatchObject({
      state: 'active',
      wish: 'locked',
      isChanging: true,
      silentSince: expect.any(Number) as unknown,
    });
    given.faults.requestLost = 0;
    given.api.clock.move(dayMs / 4);
    await steps.rounds(4);
    expect((await atCompany(holding.cardId)).state).toBe('locked');
    expect(await steps.card(holding.person, holding.cardId)).toMatchObject({
      state: 'locked',
      isChanging: false,
      silentSince: null,
    });
  });

  it('is not undone where it locked a card itself', async () => {
    const { person, cardId } = await steps.cardholder();
    const row = await atCompany(cardId);
    setCardState(given.issuer.world, row, 'locked', given.api.clock.now());
    given.api.clock.move(dayMs / 24);
    await steps.rounds(6);
    expect(row.state).toBe('locked');
    const read = await steps.card(person, cardId);
    expect(read).toMatchObject({ state: 'locked', wish: 'locked', isChanging: false });
    expect(read.steps.at(-1)).toMatchObject({ state: 'locked', channel: 'issuer' });
    // Its person may still wish it back.
    expect(await unlock({ person, cardId })).toMatchObject({ ok: true });
    await steps.rounds(3);
    expect(row.state).toBe('active');
  });

  it('ends a card for good where it closed it', async () => {
    const holding = await steps.cardholder();
    const row = await atCompany(holding.cardId);
    decideCard(given.issuer.world, row, 'closed', given.api.clock.now());
    given.api.clock.move(dayMs / 24);
    await steps.rounds(2);
    expect(await steps.card(holding.person, holding.cardId)).toMatchObject({ state: 'closed', actions: [] });
    expect(await lock(holding)).toMatchObject({ data: { refusal: 'card_final' } });
    expect(await unlock(holding)).toMatchObject({ data: { refusal: 'card_final' } });
  });

  it.each([
    ['reference', { cardRef: 'another' }],
    ['last digits', { last4: '0000' }],
  ])('changes nothing where it has the %s of another card', async (_what, other) => {
    const { person, cardId } = await steps.cardholder();
    const find = given.issuer.find.bind(given.issuer);
    const before = await rowOf(cardId);
    const facts = { state: 'closed', balance: '999.00', available: '999.00', expiry: '2099-01' } as const;
    Object.assign(given.issuer, {
      find: async (name: Parameters<typeof find>[0]) => {
        const found = await find(name);
        return found.is === 'done' ? { is: 'done', value: { ...found.value, ...facts, ...other } } : found;
      },
    });
    given.api.clock.move(dayMs / 24);
    await steps.rounds(2);
    Object.assign(given.issuer, { find });
    expect(await rowOf(cardId)).toEqual(before);
    expect(await steps.card(person, cardId)).toMatchObject({ state: 'active', balance: '0' });
  });
});

describe('a card of somebody else', () => {
  it('is none, for whatever is asked of it', async () => {
    const { cardId } = await steps.cardholder();
    const { token, secret } = await steps.verifiable();
    const google = codeAt(secret, given.api.clock.now());
    const before = await rowOf(cardId);
    const answers = [
      await given.api.call('card/info', { cardId }, { token }),
      await given.api.call('card/remark', { cardId, remark: 'mine' }, { token }),
      await given.api.call('card/refresh', { cardId }, { token }),
      await given.api.call('card/activate', { cardId, last4: '0000', google }, { token }),
      await given.api.call('card/lock', { cardId }, { token }),
      await given.api.call('card/unlock', { cardId, google }, { token }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await rowOf(cardId)).toEqual(before);
    expect(await given.api.call('card/list', {}, { token })).toMatchObject({ data: { list: [] } });
  });
});

describe('a card whose company issues no more cards here', () => {
  it('is read and locked as before', async () => {
    const { person, cardId } = await steps.cardholder();
    const issuing = [...given.cardCompanies];
    given.cardCompanies.clear();
    try {
      const { token } = person;
      expect(await given.api.call('card/list', {}, { token })).toMatchObject({
        ok: true,
        data: { list: [{ cardId, name: 'Master', issuer: 'democards' }] },
      });
      expect(await given.api.call('card/lock', { cardId }, { token })).toMatchObject({ ok: true });
      const shop = await given.api.call('card/product/list', {}, { token });
      expect(shop).toMatchObject({ ok: true, data: { list: [] } });
    } finally {
      for (const [id, company] of issuing) given.cardCompanies.set(id, company);
    }
  });
});

describe('a remark', () => {
  it('is written by its person and taken away by a blank one', async () => {
    const { person, cardId } = await steps.cardholder();
    const { token } = person;
    const remark = async (text: string) =>
      await given.api.call('card/remark', { cardId, remark: text }, { token });
    expect(await remark(' for groceries ')).toMatchObject({ data: { remark: 'for groceries' } });
    expect((await steps.card(person, cardId)).remark).toBe('for groceries');
    expect(await remark('  ')).toMatchObject({ data: { remark: null } });
    expect((await steps.card(person, cardId)).remark).toBeNull();
  });

  it('is not written where it looks like the number of a card', async () => {
    const { person, cardId } = await steps.cardholder();
    const { token } = person;
    const remark = async (text: string, id = cardId) =>
      await given.api.call('card/remark', { cardId: id, remark: text }, { token });
    expect(await remark('mine')).toMatchObject({ ok: true });
    for (const text of [
      '4000 0012 3456 7899',
      'mine: 4000001234567899',
      '４０００-００１２-３４５６-７８９９',
    ]) {
      const refused = await remark(text);
      expect(refused).toMatchObject({
        code: 422,
        data: { refusal: 'looks_like_card_number', field: 'remark' },
      });
      expect(JSON.stringify(refused)).not.toMatch(/7899|７８９９/);
    }
    // Also before anybody asks whose card it is.
    const nobodys = '018f3c1e-0000-7000-8000-00000000ffff';
    expect(await remark('4000001234567899', nobodys)).toMatchObject({ code: 422 });
    expect((await steps.card(person, cardId)).remark).toBe('mine');
    expect(await remark('4000 0012 3456 7890')).toMatchObject({ ok: true });
  });
});

function otherDigits(last4: string): string {
  return String((Number(last4) + 1) % 10_000).padStart(4, '0');
}
