import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodePunycode, displayHost } from './host.ts';

const displayed = (address: string) => displayHost(new URL(address));

describe('a host', () => {
  it.each([
    ['https://shop.example/', 'shop.example'],
    ['https://shop.example:8443/', 'shop.example:8443'],
    ['https://яндекс.рф:81/', 'яндекс.рф:81'],
    ['https://例え.テスト/', '例え.テスト'],
    ['https://ホーム.jp/', 'ホーム.jp'],
    ['https://한국.example/', '한국.example'],
  ])('is shown as people write it: %s', (address, host) => {
    expect(displayed(address)).toBe(host);
  });

  it.each([
    ['a Cyrillic letter among Latin ones', 'https://pаypal.com/'],
    ['Cyrillic letters that all look Latin', 'https://раура.com/'],
    ['a Latin letter with a mark', 'https://pàypal.com/'],
    ['Greek', 'https://αβγ.example/'],
    ['Han among Latin', 'https://pay宝.com/'],
    ['Hangul among Han', 'https://한國.example/'],
    ['letters written from the right', 'https://אבג.example/'],
    ['strokes alone', 'https://ノノ.example/'],
  ])('stays as it is registered: %s', (_why, address) => {
    expect(displayed(address)).toMatch(/^(xn--[a-z0-9-]+|[a-z]+)\.(com|example)$/);
  });
});

function hostOf(label: string): string | undefined {
  const address = `https://${label}.example/`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

describe('punycode', () => {
  it('is decoded to the letters that the platform encodes', () => {
    const letters = fc.constantFrom(...Array.from('абвя例え中国한국éßñαωŁđ漢字かなーabcz09-'));
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), (label) => {
        const host = hostOf(label.join(''));
        fc.pre(host?.startsWith('xn--') === true);
        const letters = decodePunycode(host?.slice(4).split('.')[0] ?? '') ?? '';
        expect(letters).not.toMatch(/^xn--/);
        expect(hostOf(letters)).toBe(host);
      }),
    );
  });

  it.each(['', '-', 'a-', 'zzzzzzzzzzzzzzz', '99999999999999', 'a_b', 'a b', 'x'.repeat(64)])(
    'that is none never becomes letters beyond ours: %j',
    (label) => {
      const decoded = decodePunycode(label);
      expect(decoded === undefined || decoded.isWellFormed()).toBe(true);
    },
  );
});
