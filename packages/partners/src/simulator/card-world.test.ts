import { describe, expect, it } from 'vitest';

import { luhnDigit } from '../luhn.ts';
import { secretsOf } from './card-numbers.ts';
import type { CardRow, CardWorld, HolderPlan, HolderRow, OpeningPlan, OpeningRow } from './card-world.ts';
import { beginActivation, createCardWorld, decideCard, decideHolder, decideOpening } from './card-world.ts';
import { giveHolder, moveCards, moveParcel, setCardState, takeOpening } from './card-world.ts';

const checkMs = 1000;

function given(plan?: HolderPlan, world = createCardWorld({ checkMs })) {
  const names = { applicant: 'a1', requestId: 'q1' };
  return {
    world,
    row: giveHolder(world, names, { ref: 'h1', now: 0, ...(plan === undefined ? {} : { plan }) }),
  };
}

function taken(
  plan: OpeningPlan = { kind: 'opens' },
  isMailed = false,
): { world: CardWorld; row: OpeningRow } {
  const { world } = given();
  moveCards(world, checkMs);
  const start = { requestId: 'w1', holderRef: 'h1', product: 'p1', isMailed };
  const take = takeOpening(world, start, { ref: 'o1', cardRef: 'c1', now: checkMs, plan });
  if (take.is !== 'taken') throw new Error(take.reason);
  return { world, row: take.row };
}

function opened(): { world: CardWorld; card: CardRow } {
  const { world } = taken();
  moveCards(world, 10 * checkMs);
  const card = world.cards.get('c1');
  if (card === undefined) throw new Error('no card was opened');
  return { world, card };
}

const again = (world: CardWorld, requestId: string | null, now: number): HolderRow =>
  giveHolder(world, { applicant: 'a1', requestId }, { ref: 'h2', now });

describe('the holders of a company that issues cards', () => {
  it('pass after their check, each once however often they are given', () => {
    const { world, row } = given();
    expect(again(world, 'q2', 10)).toBe(row);
    moveCards(world, checkMs - 1);
    expect(row.phase).toBe('checking');
    moveCards(world, checkMs);
    expect(row).toMatchObject({ ref: 'h1', phase: 'passed', fields: [], tries: 1 });
    expect(again(world, null, checkMs).phase).toBe('passed');
    expect(world.events).toEqual([
      { at: 0, about: { applicant: 'a1' }, ref: 'h1', phase: 'checking' },
      { at: checkMs, about: { applicant: 'a1' }, ref: 'h1', phase: 'passed' },
    ]);
  });

  it('are rejected with the fields that are wanted anew, and try again by another request', () => {
    const { world, row } = given({ kind: 'rejected', fields: ['income'], tries: 2 });
    for (const [requestId, fields] of [
      ['q2', ['income']],
      ['q3', []],
    ] as const) {
      moveCards(world, 5 * checkMs);
      expect(row).toMatchObject({ phase: 'rejected', fields: ['income'] });
      expect(again(world, 'q1', 0).phase).toBe('rejected');
      expect(again(world, requestId, 5 * checkMs).phase).toBe('checking');
      moveCards(world, 6 * checkMs);
      expect(row.fields).toEqual(fields);
    }
    expect(row).toMatchObject({ phase: 'passed', tries: 3 });
  });

  it('are rejected with all fields where none is named', () => {
    const { world, row } = given({ kind: 'rejected' });
    moveCards(world, checkMs);
    expect(row.fields).toEqual(['occupation', 'income', 'purpose', 'residence']);
  });

  it('may wait for ever, until one of its people decides', () => {
    const { world, row } = given({ kind: 'silent' });
    moveCards(world, 1e12);
    expect(row.phase).toBe('checking');
    expect(decideHolder(world, row, { to: 'rejected', fields: ['residence'] }, 5)).toBe(true);
    expect(decideHolder(world, row, { to: 'passed' }, 6)).toBe(false);
    expect(row).toMatchObject({ phase: 'rejected', fields: ['residence'] });
  });
});

describe('the opening of a card', () => {
  it('goes by approval and opening to a card, once for a request', () => {
    const { world, row } = taken();
    expect(row).toMatchObject({ phase: 'approval', parcel: null, reason: null });
    moveCards(world, 2 * checkMs);
    expect([row.phase, world.cards.size]).toEqual(['opening', 0]);
    moveCards(world, 3 * checkMs);
    expect(row.phase).toBe('opened');
    expect(world.cards.get('c1')).toMatchObject({
      state: 'pendingActive',
      holderRef: 'h1',
      expiry: '1974-01',
    });
    const start = { requestId: 'w1', holderRef: 'h1', product: 'p1', isMailed: false };
    const ids = { ref: 'o2', cardRef: 'c2', now: 0 };
    expect(takeOpening(world, start, ids)).toEqual({ is: 'refused', reason: 'double' });
    expect(world.openings.size).toBe(1);
  });

  it('is for a holder who has passed, one for each product', () => {
    const { world } = taken();
    const start = { requestId: 'w2', holderRef: 'h1', product: 'p1', isMailed: false };
    const ids = { ref: 'o2', cardRef: 'c2', now: 0 };
    const reasonOf = (change: object) => takeOpening(world, { ...start, ...change }, ids);
    expect(reasonOf({})).toEqual({ is: 'refused', reason: 'product' });
    expect(reasonOf({ holderRef: 'nobody' })).toEqual({ is: 'refused', reason: 'holder' });
    expect(reasonOf({ product: 'p2' })).toMatchObject({ is: 'taken', row: { phase: 'approval' } });
    const waiting = given({ kind: 'silent' });
    expect(takeOpening(waiting.world, start, ids)).toEqual({ is: 'refused', reason: 'holder' });
  });

  it('is refused with a reason, and then another one may be wished for', () => {
    const { world, row } = taken({ kind: 'refused', reason: 'country' });
    moveCards(world, 10 * checkMs);
    expect(row).toMatchObject({ phase: 'refused', reason: 'country' });
    expect(world.cards.size).toBe(0);
    expect(decideOpening(world, row, { to: 'opening' }, 0)).toBe(false);
    const start = { requestId: 'w2', holderRef: 'h1', product: 'p1', isMailed: false };
    expect(takeOpening(world, start, { ref: 'o2', cardRef: 'c2', now: 0 }).is).toBe('taken');
  });

  it('waits for one of its people where nobody decides by itself', () => {
    const { world, row } = taken({ kind: 'silent' });
    moveCards(world, 1e12);
    expect(row.phase).toBe('approval');
    expect(decideOpening(world, row, { to: 'opening' }, 5)).toBe(true);
    expect(decideOpening(world, row, { to: 'refused', reason: 'late' }, 6)).toBe(false);
    expect(decideOpening(world, row, { to: 'opened' }, 7)).toBe(true);
    expect(world.cards.size).toBe(1);
    moveCards(world, 1e12);
    expect(world.cards.size).toBe(1);
  });
});

describe('the parcel of a card', () => {
  const states = (world: CardWorld, row: OpeningRow, until: number) =>
    Array.from({ length: until }, (_, index) => {
      moveCards(world, (index + 1) * checkMs);
      return row.parcel?.state ?? '-';
    }).join(' ');

  it.each([
    ['arrives', '- - preparing preparing shipped shipped delivered delivered'],
    ['returns', '- - preparing preparing shipped shipped returned returned'],
    ['gets-lost', '- - preparing preparing shipped shipped lost lost'],
    ['waits', '- - preparing preparing preparing preparing preparing preparing'],
  ] as const)('%s by time', (parcel, way) => {
    const { world, row } = taken({ kind: 'opens', parcel }, true);
    expect(states(world, row, 8)).toBe(way);
  });

  it('is sent again after it came back, and then arrives', () => {
    const { world, row } = taken({ kind: 'opens', parcel: 'returns' }, true);
    moveCards(world, 7 * checkMs);
    expect(moveParcel(world, row, 'shipped', 0)).toBe(false);
    expect(moveParcel(world, row, 'preparing', 8 * checkMs)).toBe(true);
    expect(row.parcel).toEqual({ state: 'preparing', carrier: null, tracking: null });
    moveCards(world, 20 * checkMs);
    expect(row.parcel).toEqual({ state: 'delivered', carrier: 'Demo Post', tracking: 'DP-o1' });
  });

  it('moves by hand along its table alone, and there is none of what is not mailed', () => {
    const { world, row } = taken({ kind: 'opens', parcel: 'waits' }, true);
    moveCards(world, 3 * checkMs);
    expect(moveParcel(world, row, 'delivered', 0)).toBe(false);
    for (const to of ['shipped', 'lost'] as const) expect(moveParcel(world, row, to, 0)).toBe(true);
    expect(moveParcel(world, row, 'delivered', 0)).toBe(false);
    const other = taken();
    expect(moveParcel(other.world, other.row, 'shipped', 0)).toBe(false);
  });
});

describe('a card at its company', () => {
  it('becomes active a moment after the wish, once', () => {
    const { world, card } = opened();
    expect(beginActivation(world, card, 100)).toBe(true);
    expect(beginActivation(world, card, 300)).toBe(true);
    moveCards(world, 599);
    expect(card.state).toBe('pendingActive');
    moveCards(world, 600);
    expect(card.state).toBe('active');
    expect(beginActivation(world, card, 700)).toBe(true);
    moveCards(world, 1e12);
    expect(world.events.filter(({ about }) => 'card' in about)).toEqual([
      { at: 600, about: { card: 'c1' }, ref: 'c1', phase: 'active' },
    ]);
  });

  it('is locked and unlocked, twice as once, and not before it is active', () => {
    const { world, card } = opened();
    expect(setCardState(world, card, 'locked', 0)).toBe(false);
    beginActivation(world, card, 0);
    moveCards(world, 1e12);
    const events = world.events.length;
    for (const to of ['locked', 'locked', 'active', 'active'] as const) {
      expect(setCardState(world, card, to, 0)).toBe(true);
      expect(card.state).toBe(to);
    }
    expect(world.events.length - events).toBe(2);
  });

  it('is suspended by hand, comes back as what it was, and never from its end', () => {
    const { world, card } = opened();
    beginActivation(world, card, 0);
    moveCards(world, 1e12);
    setCardState(world, card, 'locked', 0);
    expect(decideCard(world, card, 'restored', 0)).toBe(false);
    expect(decideCard(world, card, 'suspended', 0)).toBe(true);
    expect([setCardState(world, card, 'active', 0), beginActivation(world, card, 0)]).toEqual([false, false]);
    expect(decideCard(world, card, 'restored', 0)).toBe(true);
    expect(card.state).toBe('locked');
    expect(decideCard(world, card, 'closed', 0)).toBe(true);
    for (const to of ['suspended', 'restored', 'closed'] as const)
      expect(decideCard(world, card, to, 0)).toBe(false);
  });

  it('has a valid number of the test range, another one than every other card', () => {
    const made = Array.from({ length: 5000 }, (_, index) => secretsOf(index + 1));
    for (const { pan, cvv, pin } of made) {
      expect([pan.slice(0, 6), pan.length, cvv.length, pin.length]).toEqual(['400000', 16, 3, 6]);
      expect(luhnDigit(pan.slice(0, -1))).toBe(pan.slice(-1));
    }
    expect(luhnDigit('411111111111111')).toBe('1');
    expect(luhnDigit('555555555555444')).toBe('4');
    expect(luhnDigit('601111111111111')).toBe('7');
    expect(luhnDigit('37828224631000')).toBe('5');
    expect(new Set(made.map(({ pan }) => pan)).size).toBe(made.length);
    expect(new Set(made.map(({ pin }) => pin)).size).toBeGreaterThan(4900);
    expect(secretsOf(7)).toEqual(secretsOf(7));
  });

  it('is there after the company was written down and read again', () => {
    const { world } = taken({ kind: 'opens' }, true);
    const rows = { holders: [...world.holders.values()], openings: [...world.openings.values()] };
    const copy = createCardWorld({ checkMs, ...(JSON.parse(JSON.stringify(rows)) as typeof rows) });
    for (const one of [world, copy]) moveCards(one, 20 * checkMs);
    expect([...copy.cards]).toEqual([...world.cards]);
    expect(copy.openings).toEqual(world.openings);
  });
});
