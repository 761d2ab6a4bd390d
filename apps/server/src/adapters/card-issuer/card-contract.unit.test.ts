/** What every way to a company that issues cards promises: the one in memory, and MusePay's interface spoken with the demo company. */
import { minuteMs } from '@marigold/money/spans';
import type { CardIssuer, CardName, HolderRequest, OpeningRequest } from '@marigold/partners/card-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { IssuerHarness } from '../../../testing/card-harness.ts';
import { issuerCheckMs as checkMs, issuerInMemory } from '../../../testing/card-harness.ts';
import { musepayOverHttp, recordedIssuer } from '../../../testing/card-harness.ts';
import { answerValue } from '../../../testing/identity-contract.ts';

let last = 0;
/** Somebody new: the tests of a harness share one company. */
function person(): HolderRequest {
  last += 1;
  return {
    requestId: `give-${last}`,
    applicant: `applicant-${last}`,
    holder: {
      firstName: 'Ané',
      lastName: 'Muster & Sohn',
      birthday: '1990-05-17',
      nationality: 'NL',
      idType: 'passport',
      idNumber: 'XD1234567',
      issuingRegion: 'NL',
      expiry: null,
      phone: '+31612345678',
      occupation: 'Builds bridges',
      income: 'to50k',
      purpose: 'savings',
      residence: { country: 'HK', city: 'Hong Kong', postal: null, line: '1 Queen’s Road' },
    },
  };
}

const mailTo = { country: 'NL', city: 'Delft', postal: '2611 GX', line: 'Markt 1', recipient: 'A. Muster' };

describe.each([
  ['in memory', issuerInMemory],
  ['MusePay over HTTP', musepayOverHttp],
])('a company that issues cards: %s', (_name, create) => {
  let harness: IssuerHarness;
  let issuer: CardIssuer;
  const answers: unknown[] = [];
  beforeAll(async () => {
    harness = await create();
    issuer = recordedIssuer(harness.issuer, answers);
  });
  afterAll(async () => await harness.stop());

  /** Whoever has passed, and the wish for their card. */
  async function passed(change: Partial<OpeningRequest> = {}): Promise<OpeningRequest> {
    const request = person();
    const { ref } = answerValue(await issuer.holder(request));
    await harness.pass(checkMs);
    last += 1;
    return {
      requestId: `open-${last}`,
      holderRef: ref,
      product: 'muse',
      phone: '+31612345678',
      latinName: 'ANE MUSTER',
      mailTo: null,
      ...change,
    };
  }

  async function opened(change: Partial<OpeningRequest> = {}): Promise<CardName> {
    const wish = await passed(change);
    answerValue(await issuer.open(wish));
    await harness.pass(2 * checkMs);
    const { cardRef } = answerValue(await issuer.findOpening(wish));
    return { cardRef: cardRef ?? '', holderRef: wish.holderRef };
  }

  async function active(): Promise<CardName> {
    const name = await opened();
    answerValue(await issuer.activate(name));
    await harness.pass(checkMs);
    return name;
  }

  const stateOf = async (name: CardName) => answerValue(await issuer.find(name)).state;

  it('knows nobody before they are given, and one holder though they are given twice', async () => {
    const request = person();
    expect(await issuer.findHolder(request)).toEqual({ is: 'absent' });
    const first = answerValue(await issuer.holder(request));
    expect(first).toMatchObject({ phase: 'checking', fields: [] });
    expect(answerValue(await issuer.holder(request))).toEqual(first);
    await harness.pass(checkMs);
    const found = { ref: first.ref, phase: 'passed', fields: [] };
    expect(answerValue(await issuer.findHolder(request))).toEqual(found);
    expect(answerValue(await issuer.holder(request))).toEqual(found);
  });

  it('rejects a holder with the fields that are wanted anew, and takes the next try', async () => {
    const request = person();
    const { ref } = answerValue(await issuer.holder(request));
    await harness.decideHolder(request.applicant, { to: 'rejected', fields: ['income', 'residence'] });
    expect(answerValue(await issuer.findHolder(request))).toEqual({
      ref,
      phase: 'rejected',
      fields: ['income', 'residence'],
    });
    const next = { ...request, requestId: `${request.requestId}-2` };
    expect(answerValue(await issuer.holder(next))).toEqual({ ref, phase: 'checking', fields: [] });
    await harness.pass(checkMs);
    expect(answerValue(await issuer.findHolder(request)).phase).toBe('passed');
  });

  it('opens one card for a request, by approval and opening, however often it is wished for', async () => {
    const wish = await passed();
    expect(await issuer.findOpening(wish)).toEqual({ is: 'absent' });
    const base = { requestId: wish.requestId, cardRef: null, reason: null, parcel: null };
    expect(answerValue(await issuer.open(wish))).toEqual({ ...base, phase: 'approval' });
    expect(answerValue(await issuer.open(wish))).toEqual({ ...base, phase: 'approval' });
    await harness.pass(checkMs);
    expect(answerValue(await issuer.open(wish))).toEqual({ ...base, phase: 'opening' });
    await harness.pass(checkMs);
    const found = answerValue(await issuer.findOpening(wish));
    expect(found).toMatchObject({ phase: 'opened', reason: null, parcel: null });
    expect(answerValue(await issuer.open(wish))).toEqual(found);
    const cards = [...harness.world.cards.values()].filter(({ holderRef }) => holderRef === wish.holderRef);
    expect(cards.map(({ ref }) => ref)).toEqual([found.cardRef]);
  });

  it('says of a card what it is, without what is printed on it', async () => {
    const name = await opened();
    const card = harness.world.cards.get(name.cardRef);
    const facts = answerValue(await issuer.find(name));
    expect(facts).toMatchObject({
      cardRef: name.cardRef,
      state: 'pendingActive',
      last4: card?.last4,
      expiry: card?.expiry,
      currency: 'USD',
      balance: '0.00',
      available: '0.00',
      dailyLimit: '5000.00',
    });
    Object.assign(card ?? {}, { balanceCents: 1230, availableCents: 1230, dailyLimitCents: 50_005 });
    expect(answerValue(await issuer.find(name))).toMatchObject({
      balance: '12.30',
      available: '12.30',
      dailyLimit: '500.05',
    });
  });

  it('opens nothing for whom it does not know or has not let pass', async () => {
    const wish = await passed();
    const stranger = { ...wish, requestId: `${wish.requestId}-x`, holderRef: '8000' };
    expect(await issuer.open(stranger)).toMatchObject({ is: 'refused', isFinal: false });
    expect(await issuer.findOpening(stranger)).toEqual({ is: 'absent' });
    answerValue(await issuer.open(wish));
    expect(await issuer.open({ ...wish, holderRef: (await passed()).holderRef })).toEqual({ is: 'unknown' });
    // One card of a product for each holder.
    const second = { ...wish, requestId: `${wish.requestId}-y` };
    expect(await issuer.open(second)).toMatchObject({ is: 'refused', isFinal: false });
  });

  it('refuses a card with a reason, for good', async () => {
    const wish = await passed();
    answerValue(await issuer.open(wish));
    await harness.decideOpening(wish.requestId, { to: 'refused', reason: 'country' });
    await harness.pass(10 * checkMs);
    expect(answerValue(await issuer.findOpening(wish))).toMatchObject({
      phase: 'refused',
      reason: 'country',
      cardRef: null,
    });
  });

  it('says where the parcel of a card is', async () => {
    const wish = await passed({ mailTo });
    answerValue(await issuer.open(wish));
    const parcel = async () => answerValue(await issuer.findOpening(wish)).parcel;
    await harness.pass(2 * checkMs);
    expect(await parcel()).toEqual({ state: 'preparing', carrier: null, tracking: null });
    await harness.pass(2 * checkMs);
    expect(await parcel()).toMatchObject({ state: 'shipped', carrier: 'Demo Post' });
    await harness.moveParcel(wish.requestId, 'returned');
    expect(await parcel()).toMatchObject({ state: 'returned' });
    await harness.moveParcel(wish.requestId, 'preparing');
    await harness.pass(4 * checkMs);
    expect(await parcel()).toMatchObject({ state: 'delivered' });
    // It is activated by another path than a virtual one.
    const cardRef = answerValue(await issuer.findOpening(wish)).cardRef ?? '';
    const name = { cardRef, holderRef: wish.holderRef };
    expect(await issuer.activate(name)).toEqual({ is: 'done', value: null });
    await harness.pass(checkMs);
    expect(await stateOf(name)).toBe('active');
  });

  it('activates, locks and unlocks a card, twice as once', async () => {
    const name = await opened();
    expect(await issuer.setState(name, 'locked')).toMatchObject({ is: 'refused', isFinal: false });
    for (const _ of [1, 2]) expect(await issuer.activate(name)).toEqual({ is: 'done', value: null });
    await harness.pass(checkMs);
    expect(await stateOf(name)).toBe('active');
    expect(await issuer.activate(name)).toEqual({ is: 'done', value: null });
    for (const to of ['locked', 'locked', 'active', 'active'] as const) {
      expect(await issuer.setState(name, to)).toEqual({ is: 'done', value: null });
      expect(await stateOf(name)).toBe(to);
    }
  });

  it('does nothing to a card that it suspended or closed', async () => {
    const name = await active();
    for (const [deed, state] of [
      ['suspended', 'suspended'],
      ['restored', 'active'],
      ['closed', 'closed'],
    ] as const) {
      await harness.decideCard(name.cardRef, deed);
      expect(await stateOf(name)).toBe(state);
      if (deed === 'restored') continue;
      expect(await issuer.setState(name, 'active')).toMatchObject({ is: 'refused', isFinal: false });
      expect(await issuer.activate(name)).toMatchObject({ is: 'refused', isFinal: false });
    }
  });

  it('knows no card by another holder, or by a name that it never gave', async () => {
    const [one, other] = [await opened(), await opened()];
    for (const name of [
      { ...one, holderRef: other.holderRef },
      { ...one, cardRef: 'nobody' },
    ]) {
      expect(await issuer.find(name)).toEqual({ is: 'absent' });
      expect(await issuer.activate(name)).toEqual({ is: 'absent' });
      expect(await issuer.setState(name, 'locked')).toEqual({ is: 'absent' });
    }
  });

  it('signs its events, and nobody else can', () => {
    for (const [data, about] of [
      [{ applyId: '1', request_id: 'open-1', status: 'AUDIT_PASS' }, { opening: 'open-1' }],
      [{ cardId: 'c1', txStatus: 'billed' }, { card: 'c1' }],
      [{ user_xid: 'applicant-1' }, { applicant: 'applicant-1' }],
      [{ orderNo: '1', requestId: 'another' }, null],
    ] as const) {
      const raw = Buffer.from(JSON.stringify({ type: 'APPLY_AUDIT', data }));
      const headers = harness.sign(raw, 'company');
      expect(issuer.readEvent(raw, headers)).toEqual({ about });
      expect(issuer.readEvent(raw, harness.sign(raw, 'another'))).toBeUndefined();
      expect(issuer.readEvent(Buffer.from(`${raw.toString()} `), headers)).toBeUndefined();
      expect(issuer.readEvent(raw, {})).toBeUndefined();
    }
  });

  it.each(['requestLost', 'answerLost', 'effectLate', 'tooMany', 'broken', 'html'] as const)(
    'says nothing when it cannot be heard: %s',
    async (fault) => {
      const name = await active();
      const wish = await passed();
      await harness.break({ [fault]: 1 });
      for (const answer of [
        issuer.holder(person()),
        issuer.findHolder({ applicant: 'applicant-1' }),
        issuer.open(wish),
        issuer.findOpening(wish),
        issuer.find(name),
        issuer.activate(name),
        issuer.setState(name, 'active'),
      ])
        expect(await answer).toEqual({ is: 'unknown' });
      await harness.break({});
    },
  );

  it('has one of each though each of our calls arrives twice, or its answer was lost', async () => {
    const before = [harness.world.holders.size, harness.world.openings.size];
    await harness.break({ sentTwice: 1 });
    const wish = await passed();
    await harness.break({ answerLost: 1 });
    expect(await issuer.open(wish)).toEqual({ is: 'unknown' });
    await harness.break({ sentTwice: 1 });
    expect(answerValue(await issuer.open(wish)).requestId).toBe(wish.requestId);
    await harness.break({});
    const [holders = 0, openings = 0] = before;
    expect([harness.world.holders.size, harness.world.openings.size]).toEqual([holders + 1, openings + 1]);
  });

  it('is taken at its word when it forgets something for a while', async () => {
    const wish = await passed();
    answerValue(await issuer.open(wish));
    await harness.break({ forgotten: 1 });
    expect(await issuer.findOpening(wish)).toEqual({ is: 'absent' });
    await harness.break({});
    await harness.pass(minuteMs);
  });

  it('lets no number, code or PIN of any card out', async () => {
    const { cards } = harness.world;
    expect(cards.size).toBeGreaterThan(5);
    expect(answers.length).toBeGreaterThan(50);
    const out = JSON.stringify(answers) + (await harness.leaks());
    expect(out).toContain('"last4"');
    expect(out).toContain('APPLY_AUDIT');
    for (const { secrets } of cards.values()) {
      expect(out).not.toContain(secrets.pan.slice(0, -4));
      for (const secret of [secrets.pan, secrets.cvv, secrets.pin])
        expect(out).not.toMatch(new RegExp(`(?<![\\w.])${secret}(?![\\w.])`));
    }
    expect(out).not.toMatch(/"(pan|cvv|pin|secrets|card_number|security_code)"/);
  });
});
