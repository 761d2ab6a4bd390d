import { describe, expect, it } from 'vitest';

import { reachable } from '../testing/reachable.ts';
import {
  assertBegins,
  assertMayFollow,
  assertPath,
  before,
  defineStates,
  isFinal,
  mayFollow,
  statesOf,
} from './states.ts';

const parcels = defineStates({
  thing: 'a parcel',
  firsts: ['packed'],
  finals: ['delivered', 'lost'],
  next: { packed: ['sent'], sent: ['delivered', 'lost', 'packed'], delivered: [], lost: [] },
});

describe('a state table', () => {
  it('names its states in order', () => {
    expect(statesOf(parcels)).toEqual(['packed', 'sent', 'delivered', 'lost']);
  });

  it('lets only what has an arrow follow', () => {
    expect(mayFollow(parcels, 'sent', 'lost')).toBe(true);
    expect(mayFollow(parcels, 'packed', 'delivered')).toBe(false);
    expect(assertMayFollow(parcels, 'packed', 'sent')).toBe('sent');
    expect(() => assertMayFollow(parcels, 'lost', 'sent')).toThrow('Broken: a parcel goes from lost to sent');
  });

  it('follows a whole way, and says which step of it is none', () => {
    expect(assertPath(parcels, ['sent', 'packed', 'sent', 'lost'])).toBe('lost');
    expect(assertPath(parcels, ['lost'])).toBe('lost');
    expect(() => assertPath(parcels, ['packed', 'sent', 'sent'])).toThrow('a parcel goes from sent to sent');
  });

  it('lets a new one begin in a first state alone', () => {
    expect(assertBegins(parcels, ['packed', 'sent'])).toBe('sent');
    expect(() => assertBegins(parcels, ['sent', 'lost'])).toThrow('Broken: a parcel begins as sent');
  });

  it('says from where a state is reached, and what ends for good', () => {
    expect(before(parcels, 'packed')).toEqual(['sent']);
    expect(before(parcels, 'sent')).toEqual(['packed']);
    expect(isFinal(parcels, 'lost')).toBe(true);
    expect(isFinal(parcels, 'sent')).toBe(false);
  });

  it('finds what nothing leads to', () => {
    expect([...reachable(parcels)]).toEqual(['packed', 'sent', 'delivered', 'lost']);
    const cut = { ...parcels, next: { ...parcels.next, sent: ['lost'] as const } };
    expect(reachable(cut).has('delivered')).toBe(false);
  });
});
