import { describe, expect, it } from 'vitest';

import { memoryStorage, storageKeys } from '../device/storage.ts';
import { setNavigator } from './navigation.ts';
import { paths } from './paths.ts';
import { chosenBefore, createRecents, handBack, leavePicker } from './picker.ts';

/** What the navigator was asked to do. */
function follow(act: () => void): readonly string[] {
  const done: string[] = [];
  setNavigator({
    go: (address) => void done.push(`go ${address}`),
    back: (otherwise) => void done.push(`back or ${otherwise}`),
    returnTo: (address) => void done.push(`return to ${address}`),
  });
  act();
  return done;
}

describe('a picker', () => {
  const back = paths.transfer({ to: 'bob+x@example.org', currency: 'BTC' });
  const otherwise = paths.assets();

  it('returns to the page that asked, which keeps what its address said', () => {
    expect(follow(() => handBack({ currency: 'EUR' }, { back, otherwise }))).toEqual([
      'return to /pages/exchange/transfer?to=bob%2Bx%40example.org&currency=EUR',
    ]);
  });

  it('returns somewhere useful when nobody asked', () => {
    expect(follow(() => handBack({ currency: 'EUR' }, { otherwise }))).toEqual([
      'return to /pages/exchange/exchange?currency=EUR',
    ]);
  });

  it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/pages/unknown'])(
    'never returns to %s',
    (strange) => {
      expect(follow(() => handBack({ fiat: 'EUR' }, { back: strange, otherwise: paths.home() }))).toEqual([
        'return to /?fiat=EUR',
      ]);
      expect(follow(() => leavePicker({ back: strange, otherwise: paths.home() }))).toEqual(['back or /']);
    },
  );

  it('is left without a choice by the way it was entered', () => {
    expect(follow(() => leavePicker({ back, otherwise }))).toEqual([`back or ${back}`]);
  });

  it('knows what is chosen now', () => {
    expect(chosenBefore(back, 'currency')).toBe('BTC');
    expect(chosenBefore(back, 'country')).toBeUndefined();
    expect(chosenBefore(undefined, 'currency')).toBeUndefined();
  });
});

describe('recent choices', () => {
  it('are the last five, each once, the last one first', () => {
    const recents = createRecents(memoryStorage());
    for (const value of ['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'B1']) recents.add('currency', value, 'anna');
    expect(recents.list('currency', 'anna')).toEqual(['B1', 'F1', 'E1', 'D1', 'C1']);
    expect(recents.list('country', 'anna')).toEqual([]);
  });

  it('belong to one person', () => {
    const recents = createRecents(memoryStorage());
    recents.add('currency', 'BTC', 'anna');
    expect(recents.list('currency', 'boris')).toEqual([]);
    expect(recents.list('currency', undefined)).toEqual([]);
    recents.add('country', 'DE', undefined);
    expect(recents.list('country', undefined)).toEqual(['DE']);
    expect(recents.list('currency', 'anna')).toEqual([]);
  });

  it.each(['text', [], { of: 'anna', currency: 'BTC' }, { of: 'anna', currency: [1, null] }])(
    'are none when %j is stored',
    (stored) => {
      const storage = memoryStorage();
      storage.setItem(storageKeys.recentPicks, JSON.stringify(stored));
      expect(createRecents(storage).list('currency', 'anna')).toEqual([]);
    },
  );
});
