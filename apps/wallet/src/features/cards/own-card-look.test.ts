import { describe, expect, it } from 'vitest';

import {
  lastMonth,
  ownCardChange,
  ownCardName,
  ownCardSteps,
  percentOfShare,
  progressWord,
  restoringAction,
} from './own-card-look.ts';

describe('what is being changed', () => {
  it.for([
    ['pendingActive', 'active', 'activating'],
    ['active', 'locked', 'locking'],
    ['locked', 'active', 'unlocking'],
    ['active', 'active', undefined],
    ['suspended', 'active', undefined],
    ['locked', 'lost', undefined],
  ] as const)('of a card that is %s and wished %s is %s', ([state, wish, change]) => {
    expect(ownCardChange({ state, wish, isChanging: true })).toBe(change);
  });

  it('is nothing once the company was not asked', () => {
    expect(ownCardChange({ state: 'active', wish: 'locked', isChanging: false })).toBeUndefined();
  });
});

describe('the restoring action', () => {
  it.for([
    ['pendingActive', 'none', ['activate'], 'activate'],
    ['locked', 'locked', ['unlock'], 'unlock'],
    ['active', 'active', ['lock'], undefined],
    ['lost', 'lost', [], undefined],
  ] as const)('of a card that is %s', ([state, wish, actions, action]) => {
    expect(restoringAction({ state, wish, isChanging: false, actions: [...actions] })).toBe(action);
  });

  it('waits while a change is under way', () => {
    const card = { state: 'active', wish: 'locked', isChanging: true, actions: ['unlock' as const] } as const;
    expect(restoringAction({ ...card, actions: ['unlock'] })).toBeUndefined();
  });
});

it('a card is called without its digits where nobody knows them yet', () => {
  expect(ownCardName({ name: 'MUSE platinum', last4: null })).toBe('MUSE platinum');
  expect(ownCardName({ name: 'MUSE platinum', last4: '7730' })).toBe('MUSE platinum ••\u00A07730');
});

it.for([
  ['0.012', '1.2'],
  ['0.01', '1'],
  ['0', '0'],
  ['0.00125', '0.125'],
] as const)('the share %s is %s percent', ([share, percent]) => {
  expect(percentOfShare(share)).toBe(percent);
});

it.for([
  ['binding', null, 'link'],
  ['binding', 'MK-7Q2M9XH4T0', 'binding'],
  ['approval', null, 'approval'],
] as const)('an application that is at %s for the identity %s says: %s', ([progress, authNo, word]) => {
  expect(progressWord({ progress, authNo })).toBe(word);
});

it('a last month is written as on cards', () => {
  expect(lastMonth('2029-09')).toBe('09/29');
});

it('the history stands in its order, and what ends a card has failed', () => {
  const steps = [
    { state: 'lost', channel: 'app', at: 3 },
    { state: 'pendingActive', channel: 'issuer', at: 1 },
    { state: 'active', channel: 'app', at: 2 },
  ] as const;
  expect(ownCardSteps(steps).map(({ at, sign }) => [at, sign])).toEqual([
    [1, 'done'],
    [2, 'done'],
    [3, 'failed'],
  ]);
});
