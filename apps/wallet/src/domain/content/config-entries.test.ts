import { describe, expect, it } from 'vitest';

import type { AppConfig } from '../../lib/device/stored-config.ts';
import { configReaders } from './config-entries.ts';

const words = { en: 'Rates', 'zh-Hans': '汇率', 'zh-Hant': '匯率', ja: 'レート', ru: 'Курсы' };
const keep = (...data: AppConfig['data']): AppConfig => ({ lastTime: 0, data });

/** What may lie in a browser: another shape, half a row, a row of a later version. */
const strange = [null, 7, 'text', [], {}, { name: 'x' }, { list: {} }, { groups: [null, { tiles: 5 }] }];

describe('an entry of the configuration', () => {
  it.each(strange.map((value) => [JSON.stringify(value), value]))(
    'breaks nothing when it is %s',
    (_shown, value) => {
      const inside = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
      const config = keep(
        ...['features', 'banners', 'life', 'contact', 'downloads'].map((key) => ({
          ...inside,
          list: value,
          groups: value,
          channels: value,
          features: value,
          ios: value,
          key,
        })),
      );
      expect(configReaders.isOn(config, 'insight')).toBe(true);
      expect(configReaders.banners(config, 1)).toEqual([]);
      expect(configReaders.tileGroups(config)).toEqual([]);
      expect(configReaders.channels(config)).toEqual([]);
      expect(configReaders.downloads(config)).toEqual({});
    },
  );

  it('is the default while none was fetched', () => {
    expect(configReaders.isOn(undefined, 'insight')).toBe(true);
    expect(configReaders.tileGroups(undefined)).toEqual([]);
  });

  it('loses its broken rows and keeps the others', () => {
    const tile = { icon: 'receipt', name: words, link: '/pages/exchange/bill' };
    const config = keep({
      key: 'life',
      groups: [
        {
          name: words,
          tiles: [tile, { ...tile, name: { en: 'Only English' } }, { ...tile, icon: 'rocket' }],
        },
        { name: words, tiles: [] },
      ],
    });
    expect(configReaders.tileGroups(config)).toEqual([
      { name: words, tiles: [tile, { ...tile, icon: 'globe' }] },
    ]);
  });

  it('turns a feature off only by its name', () => {
    const config = keep({ key: 'features', features: { insight: false, other: 'no' } });
    expect(configReaders.isOn(config, 'insight')).toBe(false);
    expect(configReaders.isOn(config, 'other')).toBe(true);
  });

  it('shows a banner in its time', () => {
    const banner = { id: 'a', title: words, link: '/' };
    const config = keep({ key: 'banners', list: [{ ...banner, from: 10, to: 20 }] });
    expect([9, 10, 19, 20].map((now) => configReaders.banners(config, now).length)).toEqual([0, 1, 1, 0]);
  });

  it('never leads to an address that runs something', () => {
    const channel = { kind: 'email', label: words, value: 'help@wallet.test' };
    const config = keep(
      { key: 'contact', channels: [{ ...channel, link: 'javascript:alert(1)' }] },
      { key: 'downloads', ios: 'javascript:alert(1)', apk: 'https://wallet.test/a.apk' },
    );
    expect(configReaders.channels(config)).toEqual([channel]);
    expect(configReaders.downloads(config)).toEqual({ apk: 'https://wallet.test/a.apk' });
  });
});
